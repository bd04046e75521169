"""Sphinx settings: `make docs` builds the site, with warnings as errors."""

from __future__ import annotations

import tractor_core

project = "tractor_core"
author = "the tractor_core maintainers"
project_copyright = "the tractor_core maintainers"
version = release = tractor_core.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing"]  # links from the README and others to files, not pages

autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings give types, with shapes
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # attributes are fields of their class, not entries beside its members
napoleon_preprocess_types = False
add_module_names = False

html_theme = "furo"
html_title = "tractor_core"
html_static_path = ["_static"]
