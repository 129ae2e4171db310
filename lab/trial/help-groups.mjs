// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of the trial is written as text
// A command-line library in CommonJS whose help should be shown in groups: large classes, a Readme.md, manifests of examples.
import { atLeast, atMost, listed, none, spentOn, visible } from "./figures.mjs";
import { manifest, objection, proposal, workOrder } from "./scene.mjs";

const method = (name, lines) => [
  "  /**",
  `   * Does what ${name} is for.`,
  "   */",
  `  ${name}(given) {`,
  `    let result = given ?? "${name}";`,
  ...Array.from(
    { length: lines },
    (_, index) => `    if (result === "${name} ${index}") result = "${name} after ${index}, and then some more";`,
  ),
  "    return result;",
  "  }",
  "",
];
const many = (stem, count, lines) =>
  Array.from({ length: count }, (_, index) => method(`${stem}${index}`, lines)).flat();

const HELP = [
  "class Help {",
  ...many("measure", 90, 16),
  "  formatHelp(command) {",
  "    const lines = [];",
  "    const usage = `Usage: ${command.name}`;",
  "    lines.push(usage);",
  ...Array.from({ length: 40 }, (_, index) => `    if (command.width === ${index}) lines.push("narrow ${index}");`),
  '    lines.push("Options:");',
  "    for (const option of command.options) lines.push(`  ${option.flags}`);",
  '    return lines.join("\\n");',
  "  }",
  ...many("wrap", 10, 16),
  "}",
  "module.exports = { Help };",
  "",
].join("\n");

const COMMAND = [
  'const { Help } = require("./help.js");',
  "class Command {",
  "  constructor(name) {",
  "    this.name = name;",
  "    this.options = [];",
  "  }",
  "",
  ...many("configure", 55, 18),
  "  addOption(option) {",
  "    this.options.push(option);",
  "    return this;",
  "  }",
  ...many("parse", 25, 18),
  "  helpInformation() {",
  "    return new Help().formatHelp(this);",
  "  }",
  "}",
  "module.exports = { Command };",
  "",
].join("\n");

const FILES = {
  "package.json":
    '{ "name": "orderly", "version": "1.0.0", "main": "lib/command.js", "scripts": { "test": "node --test" } }\n',
  "Readme.md": "# Orderly\n\nCommand lines with help, said once.\n",
  LICENSE: "MIT\n",
  "lib/command.js": COMMAND,
  "lib/help.js": HELP,
  "lib/suggest.js":
    "/** Heads are written so. */\nconst headingOf = (text) => `${text}:`;\nmodule.exports = { headingOf };\n",
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`examples/e${index}/package.json`, `{ "name": "example-${index}" }\n`]),
  ),
  "tests/help.test.js": [
    'const test = require("node:test");',
    'const assert = require("node:assert");',
    'const { Command } = require("../lib/command.js");',
    "",
    'test("formatHelp lists options", () => {',
    '  const help = new Command("app").addOption({ flags: "--one" }).helpInformation();',
    "  assert.match(help, /Options:\\n  --one/);",
    "});",
    "",
  ].join("\n"),
};

const SPEC = [
  "# Help groups",
  "",
  "Options can be shown in groups. An option may have a `group`; `Help.formatHelp` lists the options without one under `Options:`, as today,",
  "and then each group under its own heading, in the order in which `Command.addOption` met them.",
  "",
].join("\n");

const CHECK = (text) =>
  `node -e "const { Command } = require('./lib/command.js'); const help = new Command('app').addOption({ flags: '--a' }).addOption({ flags: '--b', group: 'More' }).helpInformation(); if (!help.endsWith('${text}')) process.exit(1)"`;
const RIGHT = CHECK("Options:\\n  --a\\nMore:\\n  --b");
const WRONG = CHECK("Options:\\n  --a\\nMore\\n  --b");

const OLD = "    for (const option of command.options) lines.push(`  ${option.flags}`);";
const NEW = [
  "    for (const option of command.options) if (!option.group) lines.push(`  ${option.flags}`);",
  "    for (const group of new Set(command.options.flatMap((option) => option.group ?? []))) {",
  "      lines.push(`${group}:`);",
  "      for (const option of command.options) if (option.group === group) lines.push(`  ${option.flags}`);",
  "    }",
].join("\n");
const ANSWER = proposal(FILES, { "lib/help.js": [[OLD, NEW]] });

const order = (id, acceptance) =>
  workOrder({
    id,
    title: "Show options in groups",
    intent: `Help.formatHelp in lib/help.js lists options without a group under "Options:" and then each group under its heading, written as \`Group:\`, in the order of Command.addOption in lib/command.js.`,
    preconditions: ["lib/help.js", "lib/command.js"].map((path) => ({ kind: "file_exists", path })),
    allowed_files: ["lib/help.js", "lib/command.js"],
    context_files: ["lib/help.js", "lib/command.js"],
    acceptance_commands: [acceptance],
  });

export const helpGroups = async ({ scene }) => {
  const app = scene(FILES);
  const planned = await app.plan(SPEC, manifest([order("WO-01", RIGHT)]));
  const methods = HELP.split("\n")
    .filter((line) => /^ {2}\w+\(/.test(line))
    .slice(0, 30);
  const shown = ["file Readme.md", "file package.json"].filter((label) =>
    planned.map.includes(`--- begin ${label} `),
  ).length;

  app.answers({
    "WO-01/attempt-1": objection({ needs: ["lib/suggest.js:headingOf"] }),
    "WO-01/attempt-1/turn-2": ANSWER,
    "WO-02/attempt-1": objection({
      reason: "A heading ends in a colon.",
      contradiction: {
        command: WRONG,
        condition: null,
        sentence: "each group under its heading, written as `Group:`",
      },
    }),
    "WO-02/attempt-2": ANSWER,
    "WO-02/revision-1/attempt-1": JSON.stringify(order("WO-02", RIGHT)),
  });
  const needing = await app.run(order("WO-01", RIGHT));
  const objected = await app.run(order("WO-02", WRONG));
  const mended = await app.reviseAndResume();
  return [
    atLeast("a plan sees Readme.md and the root's manifest", 50 * shown, 100),
    atLeast(
      "symbols of the type that the spec names",
      listed(
        planned.map,
        methods.map((line) => `    ${line.trim().replace(/ \{$/, "")}`),
      ),
      95,
    ),
    none("manifests of examples that a plan sees", (planned.map.match(/begin file examples/g) ?? []).length),
    atMost("fixed text of a plan's prompt", planned.fixed, 8_000, " B"),
    atLeast("lines visible of what must change", visible(needing.prompt, HELP, ["formatHelp(command) {"]), 95),
    none("attempts that failed because a file was not shown", needing.verdict === "PASS" ? needing.failed.length : 9),
    none(
      "attempts spent on a contradictory order",
      spentOn(objected.failed, "acceptance_failed", "llm_output_invalid", "exception"),
    ),
    atLeast("the mended order passes", mended.verdict === "PASS" ? 100 : 0, 100),
  ];
};
