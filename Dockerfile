# Everything in one image: `docker build -t tally .`; `docker run --rm --init -it --network host tally` serves the page at
# http://127.0.0.1:8000/, `docker run --rm tally ./scripts/test` runs the tests.  The packages are scripts/packages.txt's.
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
