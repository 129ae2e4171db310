// A Python library with a src layout and one very large module, whose parameters should be deprecated like its commands.
import { atLeast, atMost, listed, none, spentOn, visible } from "./figures.mjs";
import { manifest, objection, proposal, workOrder } from "./scene.mjs";

const TYPES = ["Parameter", "Option", "Argument", "Command"];

const method = (name, lines) => [
  `    def ${name}(self, context):`,
  `        """Says what ${name} says. ${"It takes its words from the context. ".repeat(4)}"""`,
  ...Array.from(
    { length: lines },
    (_, index) =>
      `        if context == "${name} ${index}": return "${name} gives ${index} of the context that it was given"`,
  ),
  "        return context",
  "",
];
const type = (name, base, methods) => [
  `class ${name}${base}:`,
  `    def __init__(self, label, ${name.toLowerCase()}_kind=None):`,
  ...Array.from({ length: 60 }, (_, index) => `        self.${name.toLowerCase()}_${index} = label + "${index}"`),
  "        self.label = label",
  "",
  ...Array.from({ length: methods }, (_, index) => method(`${name.toLowerCase()}_part_${index}`, 14)).flat(),
  "    def hint(self):",
  `        return self.label`,
  "",
  "",
];
const CORE = [
  ...Array.from({ length: 40 }, (_, index) => [
    `def early_${index}(context):`,
    ...method(`inner_${index}`, 14),
    "    return context",
    "",
    "",
  ]).flat(),
  ...type("Context", "", 40),
  ...type("Formatter", "", 40),
  ...type("Parameter", "", 14),
  ...type("Option", "(Parameter)", 12),
  ...type("Argument", "(Parameter)", 10),
  ...type("Command", "", 14),
].join("\n");

const TESTS = [
  "import unittest",
  "from clip.core import Command, Option",
  "",
  "",
  "class HintTest(unittest.TestCase):",
  "    def test_hint_of_a_deprecated_option(self):",
  '        self.assertEqual(Option("x").hint(), "x")',
  "",
  "",
].join("\n");

const FILES = {
  "pyproject.toml": '[project]\nname = "clip"\nversion = "1.0"\n\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
  "README.md": "# Clip\n",
  "scripts/verify.sh":
    'set -euo pipefail\ncd "$(dirname "$0")/.."\nPYTHONPATH=src python3 -m unittest discover -q -s tests\n',
  "src/clip/__init__.py": "from .core import Argument, Command, Option, Parameter\n",
  "src/clip/core.py": CORE,
  "src/clip/terminal.py": "from .core import Context\n\n\ndef width(context: Context): return 80\n",
  "tests/test_hint.py": TESTS,
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [
      `examples/e${index}/pyproject.toml`,
      `[project]\nname = "example-${index}"\n`,
    ]),
  ),
};

const SPEC = [
  "# Deprecated parameters",
  "",
  "Parameters can be deprecated. `Parameter`, and with it `Option` and `Argument`, takes `deprecated: bool = False`, as `Command` does already.",
  "The hint of a deprecated one ends in ` (deprecated)`; `Option.__init__` and `Parameter.__init__` keep what they are given.",
  "",
].join("\n");

const IMPORTS = `python3 -c "import clip; from clip.core import Option; assert Option('x', deprecated=True).hint() == 'x (deprecated)'"`;
const CHECK = `python3 -c "import sys; sys.path.insert(0, 'src'); from clip.core import Option; assert Option('x', 'kind', True).hint() == 'x (deprecated)'"`;

const order = (members = {}) =>
  workOrder({
    title: "Let parameters be deprecated",
    intent:
      "In src/clip/core.py, Option.__init__ and Parameter.__init__ take deprecated=False as a last argument and keep it; Option.hint returns the label with ` (deprecated)` behind it, unless deprecated is False, None or missing; without it an option is `x (current)`.",
    preconditions: [{ kind: "file_exists", path: "src/clip/core.py" }],
    allowed_files: ["src/clip/core.py"],
    context_files: ["src/clip/core.py"],
    acceptance_commands: [CHECK],
    ...members,
  });

const INIT = [
  "def __init__(self, label, option_kind=None):",
  "def __init__(self, label, option_kind=None, deprecated=False):\n        self.deprecated = deprecated",
];

/** Only the hint of an option: those of the other types read the same. */
const optionHint = () => {
  const start = CORE.indexOf("    def option_part_11");
  const end = CORE.indexOf("class Argument");
  const old = CORE.slice(start, end);
  return [
    old,
    old.replace(
      "        return self.label",
      '        return self.label + (" (deprecated)" if self.deprecated else " (current)")',
    ),
  ];
};

export const deprecatedParameters = async ({ scene }) => {
  const app = scene(FILES);
  const orders = Array.from({ length: 8 }, (_, index) =>
    order({ id: `WO-0${index + 1}`, acceptance_commands: [IMPORTS] }),
  );
  const planned = await app.plan(SPEC, manifest(orders));
  const members = CORE.split("\n").filter((line) => /^ {4}def (?:parameter|option|argument|command)_part/.test(line));

  const change = { "src/clip/core.py": [INIT, optionHint()] };
  const wider = order({
    allowed_files: ["src/clip/core.py", "tests/test_hint.py"],
    context_files: ["src/clip/core.py", "tests/test_hint.py"],
  });
  app.answers({
    "WO-01/attempt-1": objection({ reason: "A test asserts the old hint.", blocked_by: ["tests/test_hint.py"] }),
    "WO-01/revision-1/attempt-1": JSON.stringify(wider),
    "WO-01/attempt-2": proposal(FILES, { ...change, "tests/test_hint.py": [['"x")\n', '"x (current)")\n']] }),
  });
  const objected = await app.run(order());
  const mended = await app.reviseAndResume();
  return [
    atLeast(
      "types that the spec names",
      listed(
        planned.map,
        TYPES.map((name) => `  class ${name}${/O|A/.test(name[0]) ? "(Parameter)" : ""}`),
      ),
      100,
    ),
    atLeast(
      "their members",
      listed(
        planned.map,
        members.map((line) => line.replace(/:$/, "")),
      ),
      95,
    ),
    none("false W101", planned.warnings.filter(({ code }) => code === "W101").length),
    atMost("fixed text of a plan's prompt", planned.fixed, 8_000, " B"),
    atLeast(
      "lines visible of what must change",
      visible(objected.prompt, CORE, ["option_kind=None", "parameter_kind=None"]),
      95,
    ),
    none(
      "attempts spent on an order that a test blocks",
      spentOn(objected.failed, "verify_failed", "llm_output_invalid", "exception"),
    ),
    atLeast("the mended order passes", mended.verdict === "PASS" ? 100 : 0, 100),
  ];
};
