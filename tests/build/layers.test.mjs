import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { checkLayers } from '../../build-scripts/check-layers.mjs';

// Violations of a small tree, as "path:line".
function violationsOf(files) {
  const root = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return checkLayers(root).violations.map(({ path, line }) => `${path}:${line}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('downwards, inside a room, tuning and the standard library are allowed', () => {
  assert.deepEqual(
    violationsOf({
      'engine/world/world.cpp': '#include "world/world.h"\n#include "math/vec3.h"\n#include "tuning.h"\n#include <vector>\n',
      'engine/motion/spin.cpp': '#include "forces/force.h"\n',
      'engine/bindings/world.cpp': '#include <emscripten/bind.h>\n#include "world/world.h"\n',
      'web/src/viewer/stage.ts':
        "import { floats } from '../simulation/protocol';\nimport { x } from './x';\nimport * as THREE from 'three';\n",
      'web/src/laboratory/scene-page.ts':
        "import { TextEditor } from '../scene-editor/text-editor';\nimport { make } from '../dom/elements';\n",
      'web/src/app/laboratory.ts': "const later = import('../laboratory/lab-panel');\n",
    }),
    [],
  );
});

test('upwards and sideways are not', () => {
  assert.deepEqual(
    violationsOf({
      'engine/math/vec3.h': '#pragma once\n#include "bodies/body.h"\n',
      'engine/joints/row.h': '#include "contacts/contact.h"\n',
      'engine/forces/force.h': '#include "motion/spin.h"\n',
      'engine/tuning.h': '#include "math/vec3.h"\n',
      'web/src/simulation/host.ts': "// why\nimport { stage } from '../viewer/stage';\n",
      'web/src/instruments/plot.ts': "const later = import('../app/page');\n",
      'web/src/viewer/label.ts': "import { make } from '../dom/elements';\n",
      'web/src/scene-editor/form.ts': "import type { LabPage } from '../laboratory/lab-context';\n",
      'web/src/laboratory/plots.ts': "import { Notices } from '../app/notices';\n",
    }).sort(),
    [
      'engine/forces/force.h:1',
      'engine/joints/row.h:1',
      'engine/math/vec3.h:2',
      'engine/tuning.h:1',
      'web/src/instruments/plot.ts:1',
      'web/src/laboratory/plots.ts:1',
      'web/src/scene-editor/form.ts:1',
      'web/src/simulation/host.ts:2',
      'web/src/viewer/label.ts:1',
    ],
  );
});

test('rooms that are not in the table, and includes without a room', () => {
  assert.deepEqual(
    violationsOf({ 'engine/magic/wand.h': '#include "math/vec3.h"\n', 'engine/math/a.h': '#include "../math/b.h"\n' }).length,
    2,
  );
});

test('the page reaches the engine only through web/simulation', () => {
  assert.deepEqual(
    violationsOf({
      'web/src/app/page.ts': "import core from 'tumble-core';\n",
      'web/src/simulation/load.ts': "import core from 'tumble-core';\nnew URL('../../../build/wasm/tumble-core.wasm', import.meta.url);\n",
    }),
    ['web/src/app/page.ts:1'],
  );
});

test('a figure touches no id, address or key of the page around it', () => {
  assert.deepEqual(
    violationsOf({
      'web/src/figure/figure.html': '<p data-part="clock"></p>\n<p id="clock"></p>\n',
      'web/src/figure/notices.ts':
        "import { find, make } from '../dom/elements';\nimport { part } from '../dom/elements';\n// document.body\ndocument.body.append(make('p', {}));\n",
      'web/src/viewer/keys.ts':
        "canvas.addEventListener('keydown', go);\nwindow.addEventListener('keydown', go);\nlocation.reload();\nhistory.pushState(null, '', '');\n",
      'web/src/app/shortcuts.ts': "import { find } from '../dom/elements';\nwindow.addEventListener('keydown', go);\nlocation.reload();\n",
    }).sort(),
    [
      'web/src/figure/figure.html:2',
      'web/src/figure/notices.ts:1',
      'web/src/figure/notices.ts:4',
      'web/src/viewer/keys.ts:2',
      'web/src/viewer/keys.ts:3',
      'web/src/viewer/keys.ts:4',
    ],
  );
  assert.deepEqual(
    violationsOf({
      'web/src/figure/figure.ts': "import type { LabPanel } from '../laboratory/lab-panel';\n",
      'web/src/laboratory/plots.ts': "import type { Figure } from '../figure/figure';\n",
      'web/src/viewer/stage.ts': "import type { Figure } from '../figure/figure';\n",
    }).sort(),
    ['web/src/figure/figure.ts:1', 'web/src/viewer/stage.ts:1'],
  );
});

test('no clock, no libm, no Emscripten, no intrinsics, no assert of C in the engine; comments are not code', () => {
  assert.deepEqual(
    violationsOf({
      'engine/world/world.cpp':
        '#include <chrono>\n// std::sin(x)\nauto y = std::sin(x);\nauto z = std::sqrt(x);\n#include <emscripten/val.h>\n#include <emmintrin.h>\n',
      'engine/math/plane.cpp': '#include <cassert>\n',
      'engine/assertion.h': '#include <cassert>\n',
      'engine/math/wide.h': '#include <emmintrin.h>\n',
    }),
    [
      'engine/math/plane.cpp:1',
      'engine/world/world.cpp:1',
      'engine/world/world.cpp:3',
      'engine/world/world.cpp:5',
      'engine/world/world.cpp:6',
    ],
  );
});
