"""Zstandard of the standard library where it has it, else the same module from the package index."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import ZstdDecompressor, ZstdError
else:
    from backports.zstd import ZstdDecompressor, ZstdError

__all__ = ["ZstdDecompressor", "ZstdError"]
