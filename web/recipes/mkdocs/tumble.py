"""MkDocs: {{ tumble scene="tennis-racket" step="192" }} in a page becomes a figure. In mkdocs.yml:

hooks:
  - tumble.py

The files of the package's lib/ stand in docs/tumble/.
"""
import posixpath
import re

_FIGURE = re.compile(r"\{\{\s*tumble\s+(.*?)\s*\}\}")


def on_page_markdown(markdown, page, **_):
    home = posixpath.relpath("tumble/tumble-scene.js", posixpath.dirname(page.file.dest_uri) or ".")
    script = f'<script type="module" src="{home}"></script>'
    figures = _FIGURE.subn(r"<tumble-scene \1></tumble-scene>", markdown)
    return f"{script}\n\n{figures[0]}" if figures[1] else markdown
