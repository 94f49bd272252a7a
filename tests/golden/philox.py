"""Our counter-based generator, Philox4x32-10 (Salmon et al., SC 2011), as in src/core/random.h."""

import numpy
import torch

SEED = 20260101
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
LOW = numpy.uint64(0xFFFFFFFF)
HALF = numpy.uint64(32)


def words(seed, stream, count):
    """The first `count` words: element i is word i % 4 of block i / 4."""
    block = numpy.arange((count + 3) // 4, dtype=numpy.uint64)
    counter = [block & LOW, block >> HALF]
    counter += [numpy.full_like(block, (stream >> shift) & 0xFFFFFFFF) for shift in (0, 32)]
    key = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        product0 = numpy.uint64(MULTIPLIERS[0]) * counter[0]
        product1 = numpy.uint64(MULTIPLIERS[1]) * counter[2]
        counter = [
            (product1 >> HALF) ^ counter[1] ^ numpy.uint64(key[0]),
            product1 & LOW,
            (product0 >> HALF) ^ counter[3] ^ numpy.uint64(key[1]),
            product0 & LOW,
        ]
        key = [(key[i] + WEYL[i]) & 0xFFFFFFFF for i in (0, 1)]
    return numpy.stack(counter, axis=1).reshape(-1)[:count]


def integers(shape, stream, below, seed=SEED):
    """Whole numbers from 0 to below - 1."""
    count = int(numpy.prod(shape, dtype=numpy.int64))
    values = (words(seed, stream, count) >> numpy.uint64(8)).astype(numpy.float64) * 2.0**-24 * below
    return torch.from_numpy(values.reshape(shape)).to(torch.int64).clone()


def booleans(shape, stream, seed=SEED):
    """Three of four true."""
    return integers(shape, stream, 4, seed) > 0


def uniform(shape, stream, dtype=torch.float32, positive=False, seed=SEED):
    """Uniform in [-1, 1), or |that| + 0.5 when `positive`; exact in float32, then cast to `dtype`."""
    count = int(numpy.prod(shape, dtype=numpy.int64))
    values = (words(seed, stream, count) >> numpy.uint64(8)).astype(numpy.float64) * 2.0**-23 - 1.0
    if positive:
        values = numpy.abs(values) + 0.5
    return torch.from_numpy(values.reshape(shape)).to(dtype).clone()
