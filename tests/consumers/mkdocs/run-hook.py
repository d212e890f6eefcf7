# Calls the hook as MkDocs does, for a page in a folder.
import sys
from types import SimpleNamespace

import tumble

page = SimpleNamespace(file=SimpleNamespace(dest_uri="chapter/index.html"))
assert tumble.on_page_markdown("# No figure", page=page, config=None, files=None) == "# No figure"
sys.stdout.write(tumble.on_page_markdown('{{ tumble src="/scene.json" paused="" }}', page=page, config=None, files=None))
