# The page and what builds, tests and measures it in one image: `docker build -t tally .`; `docker run --rm --init -it --network host
# tally` serves it at http://127.0.0.1:8000/, `docker run --rm tally ./scripts/test` runs the tests; LibTorch and libFuzzer are no part
# of the image, and their stages begin by installing them.  The packages are scripts/packages.txt's, by group.
FROM debian:13
RUN apt-get update && apt-get install -y --no-install-recommends git ca-certificates && rm -rf /var/lib/apt/lists/*
ENV TALLY_HOST=1 LANG=C.UTF-8
WORKDIR /tally
# The packages depend on these files alone, so that other changes keep the layer.
COPY scripts scripts
RUN ./scripts/env --get page native test golden bench && rm -rf /var/lib/apt/lists/*
COPY . .
RUN git config --system --add safe.directory /tally && ./scripts/serve --build
CMD ["./scripts/serve"]
