import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FILES as SHOP } from "./shared-beginning.mjs";

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

const parser = (name, count) =>
  Array.from(
    { length: count },
    (_, index) =>
      `class ${name}${index}:\n    """Reads rule ${index}."""\n\n    def parse(self, text, start=None):\n` +
      `        tokens = [part for part in text.split() if part != str(${index})]\n        return self.build(tokens, start)\n\n` +
      `    def build(self, tokens, start):\n        return {"rule": ${index}, "start": start, "tokens": tokens}\n`,
  ).join("\n\n");

const testsOf = (name, count) =>
  `from grammar.rules import Rule1\n\n\n${Array.from(
    { length: count },
    (_, index) =>
      `def test_${name}_${index}():\n    found = Rule1().parse("${name} ${index}")\n` +
      `    assert found["rule"] == 1\n    assert found["tokens"] == ["${name}", "${index}"]\n`,
  ).join("\n\n")}`;

/** A Python package with hundreds of tests in one folder, a long changelog and a module that is far too long for a page. */
const GRAMMAR = Object.fromEntries([
  [
    "pyproject.toml",
    '[project]\nname = "grammar"\nversion = "1.0"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  ],
  ["README.md", `# grammar\n\n${"Reads texts by rules.\n".repeat(80)}`],
  ["CHANGES.rst", `Changes\n=======\n\n${"- A rule was read in another way.\n".repeat(3_600)}`],
  ["scripts/verify.sh", "set -eu\ntest -f README.md\n"],
  ["grammar/__init__.py", ""],
  ["grammar/rules.py", parser("Rule", 260)],
  ["grammar/tokens.py", parser("Token", 25)],
  ...Array.from({ length: 286 }, (_, index) => [
    `tests/test_case${String(index).padStart(3, "0")}.py`,
    `from grammar.tokens import Token1\n\n\ndef test_case_${index}():\n    assert Token1().parse("${index}")["rule"] == 1\n`,
  ]),
]);

/** A module of 238 KB of which an order names 20 methods, and three long test files of which it changes eight lines. */
const CASES = [11, 12, 13, 40, 41, 42, 70, 71];
const LONG = {
  ...GRAMMAR,
  "grammar/rules.py": parser("Rule", 600),
  ...Object.fromEntries(["reading", "writing", "tables"].map((name) => [`tests/test_${name}.py`, testsOf(name, 160)])),
};

/** Four orders in repos that are there, and what their plans would be made from. */
const SCENES = [
  {
    // `allowed`: the files that it changes, each with what an answer puts a line before; nothing for a new file.
    name: "javascript",
    files: SHOP,
    spec: "Change `commandPart7` in lib/command.js so that the width of a program is at least 40, and test it.\n",
    allowed: { "lib/command.js": "const commandPart7 =", "test/part7.test.js": "const testPart0 =" },
    context: ["lib/help.js", "lib/option.js"],
  },
  {
    name: "python",
    files: GRAMMAR,
    spec: "`Rule7.parse` in grammar/rules.py refuses an empty text with a ValueError. Say so in CHANGES.rst, and test it.\n",
    allowed: { "grammar/rules.py": "class Rule7:", "CHANGES.rst": "=======", "tests/test_empty.py": "" },
    context: ["grammar/tokens.py"],
  },
  {
    name: "20 symbols",
    files: LONG,
    spec: `Each of these keeps the text's first token as it is: ${Array.from({ length: 20 }, (_, index) => `\`Rule${29 * index}.parse\``).join(", ")}. README.md says so in its last line.\n`,
    allowed: { "grammar/rules.py": "class Rule29:", "README.md": "# grammar" },
    context: ["grammar/tokens.py"],
  },
  {
    name: "8 lines of tests",
    files: LONG,
    spec: `\`Rule1.parse\` gives tuples in place of lists. These tests compare \`found["tokens"]\` with a tuple: ${CASES.map((number, index) => `\`test_${["reading", "writing", "tables"][index % 3]}_${number}\``).join(", ")}.\n`,
    allowed: {
      "tests/test_reading.py": "def test_reading_11():",
      "tests/test_writing.py": "def test_writing_12():",
      "tests/test_tables.py": "def test_tables_13():",
    },
    context: ["grammar/rules.py"],
  },
];

/**
 * How much models are shown before they look around themselves, in four fixed scenes: the planner's first page beyond the spec, an author's
 * first page, with tools and without, and what its retry adds to that.
 * @param {string[]} llmch
 * @param {string} place an empty folder
 * @param {(repo: string) => void} commit turns a folder into a repo with one commit of everything in it
 */
export const pages = (llmch, place, commit) =>
  SCENES.map((scene) => {
    const folder = join(place, scene.name);
    const repo = join(folder, "repo");
    for (const [path, text] of Object.entries(scene.files)) write(join(repo, path), text);
    commit(repo);
    write(join(folder, "spec.txt"), scene.spec);
    write(join(folder, "nothing.jsonl"), "");
    const run = (words, record, artifacts, agent = "on") => {
      const flags = ["--repo", repo, "--artifacts-dir", join(folder, artifacts), "--replay", join(folder, record)];
      const argv = [...llmch.slice(1), ...words, "--agent", agent, ...flags];
      return spawnSync(llmch[0] ?? "", argv, { encoding: "utf8" }).stderr;
    };
    const said = run(
      ["plan", "--spec", join(folder, "spec.txt"), "--outdir", join(folder, "wo")],
      "nothing.jsonl",
      "plans",
    );
    const planner = promptIn(join(folder, "plans/planner"), said);
    const { order, answer } = orderOf(scene);
    write(join(folder, "WO-01.json"), JSON.stringify(order));
    write(join(folder, "record.jsonl"), `${JSON.stringify({ key: "WO-01/attempt-1", response: { text: answer } })}\n`);
    const told = run(["run", "--work-order", join(folder, "WO-01.json")], "record.jsonl", "runs");
    const [first, retry] = [1, 2].map((attempt) =>
      promptIn(join(folder, "runs/factory"), told, `attempt_${attempt}/se_prompt.txt`),
    );
    const alone = run(["run", "--work-order", join(folder, "WO-01.json")], "record.jsonl", "alone", "off");
    return {
      scene: scene.name,
      planner: Buffer.byteLength(planner) - Buffer.byteLength(scene.spec),
      author: Buffer.byteLength(first),
      alone: Buffer.byteLength(promptIn(join(folder, "alone/factory"), alone, "attempt_1/se_prompt.txt")),
      retry: (retry.length - sharedLength(first, retry)) / first.length,
    };
  });

/** An order, and an answer to it that fails its acceptance. */
const orderOf = ({ files, spec, allowed, context }) => {
  const [module] = Object.keys(allowed);
  const writes = Object.entries(allowed).map(([path, find]) =>
    find === ""
      ? { path, base_sha256: null, content: "def test_empty():\n    assert True\n" }
      : { path, base_sha256: sha256(files[path] ?? ""), edits: [{ find, replace: `\n${find}` }] },
  );
  const order = {
    ...{ id: "WO-01", title: "Change a part", intent: spec, notes: null, verify_exempt: false },
    preconditions: [{ kind: "file_exists", path: module }],
    postconditions: [{ kind: "file_exists", path: module }],
    allowed_files: Object.keys(allowed),
    forbidden: [],
    acceptance_commands: [`grep -q nowhere ${module}`],
    context_files: context,
  };
  return { order, answer: JSON.stringify({ summary: "Changed.", writes }) };
};

/** The prompt of a run of which there is one. */
const promptIn = (folder, said, name) => {
  const [run = ""] = readdirSync(folder);
  const found =
    name ??
    readdirSync(join(folder, run), { recursive: true, encoding: "utf8" })
      .filter((each) => /prompt_attempt_\d+\.txt$/.test(each))
      .sort()[0];
  const file = join(folder, run, found ?? "");
  if (found === undefined || !existsSync(file)) throw new Error(`there is no prompt:\n${said}`);
  return readFileSync(file, "utf8");
};

const sharedLength = (one, other) => {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
};

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
