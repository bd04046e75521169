# Cython takes a folder with this file before an installed package; it needs nothing else.
