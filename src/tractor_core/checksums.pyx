"""Checksums: the CRC-32 of zlib, sixteen bytes a turn ("slicing").

Bytes are read as numbers one by one, so the sum is the same on every platform.
"""

cdef enum:
    POLYNOMIAL = 0xEDB88320

# TABLE[n][b]: what byte b adds to the sum when n bytes follow it; written once, at import
cdef uint32_t TABLE[16][256]


cdef void fill_table() noexcept nogil:
    cdef uint32_t x
    cdef int b
    cdef int n
    cdef int _bit
    for b in range(256):
        x = b
        for _bit in range(8):
            x = (x >> 1) ^ (<uint32_t> POLYNOMIAL if x & 1 else 0)
        TABLE[0][b] = x
    for b in range(256):
        for n in range(1, 16):
            x = TABLE[n - 1][b]
            TABLE[n][b] = (x >> 8) ^ TABLE[0][x & 255]


fill_table()


cdef inline uint32_t little(const uint8_t *p) noexcept nogil:
    return (
        <uint32_t> p[0] | <uint32_t> p[1] << 8 | <uint32_t> p[2] << 16 | <uint32_t> p[3] << 24
    )


cdef inline uint32_t ahead(int n, uint32_t x) noexcept nogil:
    """What four bytes add to the sum when n bytes follow them."""
    return (
        TABLE[n + 3][x & 255] ^ TABLE[n + 2][x >> 8 & 255]
        ^ TABLE[n + 1][x >> 16 & 255] ^ TABLE[n][x >> 24]
    )


cdef uint32_t crc32(const uint8_t *data, Py_ssize_t size) noexcept nogil:
    cdef const uint8_t *p = data
    cdef const uint8_t *end = data + size
    cdef uint32_t crc = 0xFFFFFFFF
    while end - p >= 16:
        crc = (
            ahead(12, crc ^ little(p)) ^ ahead(8, little(p + 4))
            ^ ahead(4, little(p + 8)) ^ ahead(0, little(p + 12))
        )
        p += 16
    while p < end:
        crc = (crc >> 8) ^ TABLE[0][(crc ^ p[0]) & 255]
        p += 1
    return ~crc
