import type { Design } from "@llmch/contract";
import type { SyntaxReader } from "@llmch/languages";
import type { JsonObject, JsonValue } from "@llmch/text";
import { expect, test } from "vitest";
import { order, plan } from "../plan.fixture.ts";
import { exists, report } from "./rules.fixture.ts";

/** Finds `NAME of MODULE`, and accepts everything. */
const reader = (): SyntaxReader => ({
  syntaxFault: () => null,
  imports: () => [],
  importedNames: (code) =>
    [...code.matchAll(/(\S+) of (\S+)/g)].map(([, name = "", module = ""]) => ({ module, name })),
});

type Changes = Readonly<Record<string, JsonValue>>;

const making = (file: string, changes: Changes = {}): JsonObject =>
  order(1, {
    ...{ allowed_files: [file], preconditions: [], postconditions: [exists(file)], acceptance_commands: ["make a"] },
    ...changes,
  });
const using = (command: JsonValue, changes: Changes = {}): JsonObject =>
  order(2, {
    ...{ preconditions: [], context_files: ["README.md"], acceptance_commands: [command] },
    ...changes,
  });
const told = (orders: readonly JsonObject[], repo: readonly string[] = [], design?: Design) =>
  report({
    ...(design === undefined ? {} : { design }),
    repo: ["README.md", ...repo],
    manifest: plan(orders),
    syntaxes: { javascript: reader, python: reader },
  }).filter((line) => line.startsWith("W223"));

const JS = "node -e 'slug of ./src/slug.js'";
const PY = "python -c 'slug of notes.slug'";

test.each<[string, string, string, string]>([
  ["JavaScript", "src/slug.js", JS, "src/slug.js"],
  ["JavaScript without its ending", "src/slug.js", "node -e 'slug of ./src/slug'", "src/slug.js"],
  ["TypeScript", "src/slug.ts", JS, "src/slug.ts"],
  ["Python", "notes/slug.py", PY, "notes/slug.py"],
  ["Python below src", "src/notes/slug.py", PY, "src/notes/slug.py"],
])("a name that its maker does not state, in %s", (_, file, command, path) => {
  expect(told([making(file), using(command)])).toEqual([
    `W223 WO-02 acceptance_commands: command ${JSON.stringify(command)} takes "slug" from "${path}", and WO-01, which makes that file, does not name it`,
  ]);
});

test.each<[string, Changes]>([
  ["the path", { intent: "Create src/slug.js with a function." }],
  ["the file's name", { notes: "slug.js has a function." }],
  ["a longer word", { notes: "slugify(title), re_slug and $slug." }],
  ["a hidden command", { acceptance_commands: ["make a", { command: JS, hidden: true }] }],
])("%s does not state the name", (_, changes) => {
  expect(told([making("src/slug.js", changes), using(JS)]).at(-1)).toMatch(/^W223 WO-02 .*WO-01, which makes/);
});

test.each<[string, Changes]>([
  ["the title", { title: "Add slug" }],
  ["the intent", { intent: "In src/slug.js, slug(title) makes names." }],
  ["the notes", { notes: "export function `slug`(title)" }],
  ["a text without spaces", { intent: "在src/slug.js中定义slug函数。" }],
  ["what is forbidden", { forbidden: ["slug must not throw."] }],
  [
    "a text that the file is to contain",
    { postconditions: [{ kind: "file_contains", path: "src/slug.js", text: "function slug(" }] },
  ],
  ["a command that is shown", { acceptance_commands: [JS] }],
  ["a word that leads to it", { intent: "Each file gives a function of the same name." }],
])("%s states the name", (_, changes) => {
  expect(told([making("src/slug.js", changes), using(JS)])).toEqual([]);
});

test("a hidden command of the maker does not state the name either", () => {
  const hidden = { command: JS, hidden: true };
  expect(told([making("src/slug.js", { acceptance_commands: [hidden] })])).toEqual([
    `W223 WO-01 acceptance_commands: command ${JSON.stringify(JS)} takes "slug" from "src/slug.js", and the order does not name it where it is shown`,
  ]);
  expect(told([making("src/slug.js", { acceptance_commands: [hidden], notes: "slug(title)" })])).toEqual([]);
});

test.each<[string, Changes]>([
  ["notes", { notes: "In src/m2.js: import { slug as s } from './slug.js'." }],
  ["notes", { notes: "const { slug } = require('./src/slug')" }],
  ["intent", { intent: "From src/slug.js: slug(title) gives the name." }],
])("an import in the %s counts", (field, changes) => {
  const [line, ...rest] = told([making("src/slug.js"), using("make b", changes)]);
  expect(rest).toEqual([]);
  expect(line).toMatch(new RegExp(`^W223 WO-02 ${field}: \`${field}\` takes "slug" from "src/slug.js", and WO-01`));
});

test("a Python import in the notes counts", () => {
  const notes = "It starts with: from notes.slug import slug, tags as t";
  expect(told([making("notes/slug.py", { notes: "tags(text)" }), using("make b", { notes })])).toHaveLength(1);
});

test.each<[string, readonly JsonObject[], readonly string[]]>([
  ["the file stood in the repo", [making("src/slug.js"), using(JS)], ["src/slug.js"]],
  ["nobody makes the file", [making("src/other.js"), using(JS)], []],
  ["a module below the package is meant", [making("notes/slug.py"), using("python -c 'slug of notes'")], []],
  ["a name is the language's", [making("notes/__init__.py"), using("python -c '__version__ of notes'")], []],
  ["a package is meant", [making("src/slug.js"), using("node -e 'slug of slug'")], []],
  [
    "the file gathers what others make",
    [
      making("src/index.js", { title: "Gather", context_files: [] }),
      using("node -e 'tags of ./src/index.js'", { notes: "tags(text)" }),
    ],
    [],
  ],
  [
    "a second order that writes the file says it",
    [
      making("src/slug.js"),
      using(JS, { allowed_files: ["src/slug.js"], postconditions: [exists("src/slug.js")], notes: "Add slug(title)." }),
    ],
    [],
  ],
])("reports nothing if %s", (_, orders, repo) => {
  expect(told(orders, repo)).toEqual([]);
});

test.each<[string, Partial<Design>, number]>([
  [
    "as an interface of the file",
    { interfaces: [{ name: "slug", path: "src/slug.js", signature: "s", about: "" }] },
    0,
  ],
  ["as an interface of no file", { interfaces: [{ name: "slug", path: null, signature: "s", about: "" }] }, 0],
  ["among the names", { names: [{ name: "slug", meaning: "m" }] }, 0],
  ["for another file", { interfaces: [{ name: "slug", path: "src/other.js", signature: "s", about: "" }] }, 1],
  ["in other letters", { names: [{ name: "Slug", meaning: "slug" }] }, 1],
  ["in a decision alone", { decisions: [{ decision: "slug", why: "", paths: [] }] }, 1],
])("the plan's design states a name for the file's maker: %s", (_, changes, found) => {
  const design = { modules: [], interfaces: [], names: [], decisions: [], ...changes };
  expect(told([making("src/slug.js"), using(JS)], [], design)).toHaveLength(found);
});
