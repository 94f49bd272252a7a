"""Packs a file in the .lzma format, which web/page/lzma.js unpacks.

usage: pack.py FILE OUT
"""

import lzma
import struct
import sys


def main():
    source, out = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read()
    # The reader makes a window of the dictionary's size: no larger than what there is to look back to.
    size = max(4096, 1 << (len(data) - 1).bit_length() if data else 0)
    filters = [{"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0, "nice_len": 273, "dict_size": size}]
    packed = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=filters)
    # Python leaves the length open; with it in the header a reader ends, whatever a broken stream holds.
    with open(out, "wb") as file:
        file.write(packed[:5] + struct.pack("<Q", len(data)) + packed[13:])


main()
