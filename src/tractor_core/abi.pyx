"""What modules compiled against the headers must find: see abi.pxd."""

cdef tuple NAMES = (
    "Planes", "Chain", "Spread", "Order", "Order.tie", "Order.steps", "Order.kind_at", "Run",
    "Shape", "Shape.triples", "Lead", "Rulebook", "Rulebook.throw_penalty", "BitGenerator",
)


cdef int compare_abi(int version, const size_t *sizes, int n) except -1:
    """Compare what a module was compiled with; the arguments never change their meaning."""
    cdef size_t own[LAYOUTS]
    cdef int i
    cdef str what = None
    fill_layouts(own)
    if version != ABI:
        what = f"has ABI {ABI}, not {version}"
    elif n != LAYOUTS:
        what = f"describes {LAYOUTS} layouts, not {n}"
    else:
        for i in range(n):
            if sizes[i] != own[i]:
                what = f"has another layout of {NAMES[i]}: {own[i]} bytes, not {sizes[i]}"
                break
    if what is not None:
        raise ImportError(
            "compiled against another version of tractor_core; build it again: the one "
            f"installed {what}",
            name="tractor_core",
        )
    return 0
