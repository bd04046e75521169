"""Build of an extension that cimports from tractor_core, which must be installed."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import tractor_core

if __name__ == "__main__":
    extension = Extension(
        "unit_tally", ["unit_tally.pyx"], include_dirs=[tractor_core.get_include()]
    )
    setup(ext_modules=cythonize([extension]))
