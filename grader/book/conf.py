"""Sphinx configuration of the book's site, with MyST for Markdown and the theme Furo. MathJax, for
formulas, is copied into the site, so that it needs no network.
"""

project = "GPU matrix-vector labs"
extensions = ["myst_parser", "sphinx.ext.mathjax"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
root_doc = "docs/README"
html_theme = "furo"
html_title = project
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["_static"]
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG"
# MyST would configure MathJax 3; Debian packages version 2. Formulas are only in elements of class
# math.
myst_update_mathjax = False
mathjax2_config = {
    "messageStyle": "none",
    "tex2jax": {"ignoreClass": "mathjax_ignore|tex2jax_ignore", "processClass": "math", "inlineMath": [["\\(", "\\)"]]},
}
# Figures are drawn for a white background; the style sheet gives them one.
html_css_files = ["book.css"]
# A fenced block without a language shows terminal output or a file's layout.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]
