"""The book as a site: Sphinx with MyST's Markdown and the theme Furo. Formulas are MathJax's, copied in, so that
the site needs no network."""

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
# MyST would configure version 3; Debian's is 2. Formulas lie in elements of class math, and nowhere else.
myst_update_mathjax = False
mathjax2_config = {
    "messageStyle": "none",
    "tex2jax": {"ignoreClass": "mathjax_ignore|tex2jax_ignore", "processClass": "math", "inlineMath": [["\\(", "\\)"]]},
}
# Figures are drawn on white.
html_css_files = ["book.css"]
# A fenced block without a language is a terminal's or a layout's.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]
