import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from command_reference import write_reference  # noqa: E402 - found through the line above
from kind_pages import write_kind_pages  # noqa: E402 - the same

from solecism import __version__  # noqa: E402 - beside the other import

project = "Solecism"
author = "The Solecism authors"
project_copyright = "The Solecism authors. Apache-2.0"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
# In docstrings, `this` is code, as in Markdown.
default_role = "code"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
# Output that begins with "#" is taken for a command by the console lexer.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"Solecism {__version__}"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["style.css"]

write_reference(HERE / "reference")
write_kind_pages(HERE / "kinds")
