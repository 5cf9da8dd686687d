"""Zstandard of the standard library where it has it, else the same module from the package index."""

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import CompressionParameter, ZstdDecompressor, ZstdError, compress
else:
    from backports.zstd import CompressionParameter, ZstdDecompressor, ZstdError, compress

__all__ = ["CompressionParameter", "ZstdDecompressor", "ZstdError", "compress"]
