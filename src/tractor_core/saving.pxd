"""A round as bytes: the parts that depend on its table."""
from tractor_core.tables cimport Table


cdef bytes pack_round(const Table *t, bytes head, dict notes)
