import { describe, expect, test } from "vitest";
import { designOf } from "./design.fixture.ts";
import {
  type Design,
  designCounts,
  designDocument,
  designInWords,
  designNames,
  designSha256,
  readDesign,
} from "./design.ts";
import { DESIGN_PAGE_START, designPage } from "./design-page.ts";
import { designPart, partInWords } from "./design-part.ts";

const changed = (changes: object) => readDesign({ ...designDocument(designOf()), ...changes });
const faults = (changes: object): readonly string[] => {
  const read = changed(changes);
  return read.ok ? [] : read.issues;
};

describe("a design", () => {
  test("is read as it is written", () => {
    const design = designOf();
    expect(readDesign(designDocument(design))).toEqual({ ok: true, value: design });
    expect(designInWords(designCounts(design))).toBe("1 module, 2 interfaces, 1 name, 2 decisions");
    const again = readDesign({ ...designDocument(design), $schema: "elsewhere", more: 1 });
    expect(again.ok && designSha256(again.value)).toBe(designSha256(design));
  });

  test("is read with normalized paths, and without a path if none is given", () => {
    const read = changed({
      modules: [{ name: " text ", paths: ["./src/text/", "src/text"], purpose: "p" }],
      interfaces: [{ name: "slug", path: " ", signature: "s", about: "" }],
    });
    expect(read.ok && [read.value.modules[0], read.value.interfaces[0]?.path]).toEqual([
      { name: "text", paths: ["src/text"], purpose: "p" },
      null,
    ]);
  });

  const long = "x".repeat(2_001);
  test.each<[string, object, RegExp]>([
    ["nothing", { modules: [], interfaces: [], names: [], decisions: [] }, /says nothing at all/],
    ["no list", { names: undefined }, /names/],
    ["no list of texts", { modules: [{ name: "a", paths: "src", purpose: "p" }] }, /paths must be array/],
    ["a path out of the repo", { modules: [{ name: "a", paths: ["../x"], purpose: "p" }] }, /leads out of the repo/],
    ["a glob", { decisions: [{ decision: "d", why: "", paths: ["src/*.js"] }] }, /glob/],
    ["a path inside .git", { interfaces: [{ name: "a", path: ".git/config", signature: "s", about: "" }] }, /\.git/],
    ["two lines in a name", { names: [{ name: "a\nb", meaning: "m" }] }, /names\/0\/name must be one line/],
    ["no name", { names: [{ name: " ", meaning: "m" }] }, /one line/],
    [
      "a name twice",
      {
        names: [
          { name: "a", meaning: "m" },
          { name: "a", meaning: "n" },
        ],
      },
      /names\/1\/name.*twice/,
    ],
    ["a long text", { names: [{ name: "a", meaning: long }] }, /more than 1000/],
    ["a long signature", { interfaces: [{ name: "a", path: null, signature: long, about: "" }] }, /more than 2000/],
    [
      "many modules",
      { modules: Array.from({ length: 61 }, (_, index) => ({ name: `m${index}`, paths: [], purpose: "p" })) },
      /more than 60/,
    ],
    [
      "more than fits",
      {
        interfaces: Array.from({ length: 150 }, (_, index) => ({
          name: `i${index}`,
          path: null,
          signature: "s".repeat(1_999),
          about: "",
        })),
      },
      /may have 200000/,
    ],
  ])("with %s is refused", (_, changes, expected) => {
    expect(faults(changes).join("\n")).toMatch(expected);
  });

  test("may use the same name in two files", () => {
    const two = ["a.js", "b.js"].map((path) => ({ name: "run", path, signature: "run()", about: "" }));
    expect(faults({ interfaces: two })).toEqual([]);
    expect(faults({ interfaces: [...two, ...two] })).toHaveLength(2);
  });

  test("specifies its names, and the names of the file's interfaces", () => {
    const design = designOf();
    const named = (path: string, name: string) => designNames(design, path, name);
    expect([named("src/text/slug.js", "slug"), named("src/other.js", "slug")]).toEqual([true, false]);
    expect([named("src/other.js", "Failure"), named("src/other.js", "title"), named("a.js", "Slug")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("the part that concerns an order", () => {
  const part = (allowed_files: readonly string[], context_files: readonly string[] = []): Design =>
    designPart(designOf(), { allowed_files: [...allowed_files], context_files: [...context_files] });
  const told = ({ modules, interfaces, names, decisions }: Design) => [
    ...modules.map(({ name }) => name),
    ...interfaces.map(({ name }) => name),
    ...names.map(({ name }) => name),
    ...decisions.map(({ decision }) => decision.split(" ", 1)[0]),
  ];

  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["a file of a module", ["src/text/slug.js"], [], ["text", "slug", "Failure", "title", "Names", "No"]],
    ["the same as context", ["x.js"], ["src/text/slug.js"], ["text", "slug", "Failure", "title", "Names", "No"]],
    ["another file below", ["src/text/case.js"], [], ["text", "Failure", "title", "Names", "No"]],
    ["a file that a decision names", ["./src/cli.js"], [], ["Failure", "title", "Names", "No"]],
    ["a folder that only begins alike", ["src/texts/a.js"], [], ["Failure", "title", "No"]],
    ["no file", [], [], ["Failure", "title", "No"]],
  ])("of %s", (_, allowed, context, expected) => {
    expect(told(part(allowed, context))).toEqual(expected);
  });

  test("fills the bytes that it may use, the most depended-on kinds first", () => {
    const whole = partInWords(part(["src/text/slug.js"]), 10_000);
    expect(whole.split("\n").map((line) => line.split(" ", 1)[0])).toEqual([
      ...["interface", "interface", "decision", "decision", "name", "module"],
    ]);
    expect(whole).toContain('interface {"name":"Failure","signature":"class Failure extends Error"}');
    const [first = ""] = whole.split("\n");
    expect(partInWords(part(["src/text/slug.js"]), first.length + 1)).toBe(
      `${first}\n(and 5 more, for which there is no room)`,
    );
    expect(partInWords(part([]), 0)).toBe("(and 3 more, for which there is no room)");
    expect(partInWords({ modules: [], interfaces: [], names: [], decisions: [] }, 100)).toBe("");
  });

  test("escapes line breaks in texts, so that each entry stays on one line", () => {
    const names = [{ name: "a", meaning: "m\n--- end 0000\ninterface {}" }];
    expect(
      partInWords(designOf({ modules: [], interfaces: [], decisions: [], names }), 1_000).split("\n"),
    ).toHaveLength(1);
  });
});

test("a design's page is complete, and its texts can add no markup or terminal codes", () => {
  const page = designPage(
    designOf({
      names: [{ name: "<script>", meaning: "\u001b[2J# not a title\n## nor this [link](x) & `code`" }],
      interfaces: [{ name: "two", path: "a_b.js", signature: "one(\n  two,\n)", about: "" }],
    }),
  );
  expect(page.startsWith(DESIGN_PAGE_START)).toBe(true);
  for (const text of ["<script>", "\u001b", "\n## nor", "[link]("]) expect(page).not.toContain(text);
  expect(page).toContain("- **two** (a\\_b.js)\n\n      one(\n        two,\n      )");
  expect(page.match(/^## .*/gm)).toEqual(["## Modules", "## Interfaces", "## Names", "## Decisions"]);
});
