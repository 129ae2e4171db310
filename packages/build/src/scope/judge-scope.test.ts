import { growth, MOST_GROWTH, mutate } from "@llmch/testkit";
import { type JsonObject, type JsonValue, readJson } from "@llmch/text";
import { describe, expect, test } from "vitest";
import type { ScopeFacts } from "../rules/rule.ts";
import { judgeScope, tryScope } from "./judge-scope.ts";
import { FACTS, milestone, scope } from "./scope.fixture.ts";

const report = (document: JsonValue, facts: Partial<ScopeFacts> = {}): readonly string[] => {
  const { errors, warnings } = judgeScope(document, { ...FACTS, ...facts });
  return [...errors, ...warnings].map(
    ({ code, wo_id, message, pointer }) => `${code} ${wo_id ?? "-"} ${pointer}: ${message}`,
  );
};
const first = (changes: JsonObject) => scope({ milestones: [milestone(1, changes), milestone(2), milestone(3)] });
const accepted = (...acceptance: readonly JsonValue[]) => first({ acceptance: [...acceptance] });

test("a good scope has no findings, and is read with its defaults", () => {
  const { assumptions: _, ...given } = scope();
  const { fulfils, acceptance: __, ...rest } = milestone(3);
  const short = { ...rest, ...(fulfils && { fulfils }), acceptance: ["node check/find.js"] };
  const {
    errors,
    warnings,
    scope: read,
  } = judgeScope({ ...given, milestones: [milestone(1), milestone(2), short] }, FACTS);
  expect([...errors, ...warnings]).toEqual([]);
  expect(read).toEqual(scope());
});

describe("the form", () => {
  test.each<[string, JsonValue, string]>([
    ["no object", [], "E005 - : the scope does not meet the schema: the document must be object"],
    ["a missing member", { ...scope(), remit: { what: "x" } }, "/remit must have required property 'for_whom'"],
    ["no milestone", scope({ milestones: [] }), "/milestones must NOT have fewer than 1 items"],
    ["13 milestones", scope({ milestones: Array.from({ length: 13 }, (_, at) => milestone(at + 1)) }), "more than 12"],
    ["an id", first({ id: "WO-01" }), "/milestones/0/id must match pattern"],
    ["no acceptance", accepted(), "/milestones/0/acceptance must NOT have fewer than 1 items"],
  ])("%s", (_, document, message) => {
    const [line, ...others] = report(document);
    expect(line).toContain("E005 - ");
    expect(line).toContain(message);
    expect(others).toEqual([]);
  });
});

describe("E301", () => {
  test.each([
    "A user can add a note and see it in the list.",
    "An admin can ban a user",
    "Users can import a file of another program.",
    "A user of the app can run `node src/cli.js add` without network.",
    "A caller of the library can parse a date.",
    "A teacher can add a class and set up a test.",
    "The owner of a shop is able to see the orders of a day.",
  ])("%s", (outcome) => {
    expect(report(first({ outcome }))).toEqual([]);
  });

  test.each([
    ["Implement the storage module.", "does not say what a user can do"],
    ["Notes are stored.", "does not say what a user can do"],
    ["src/store.js can keep notes.", "is about a part of the program"],
    ["The storage module can keep notes.", "is about a part of the program"],
    ["The API of the notes can be called.", "is about a part of the program"],
    ["A developer can implement the storage.", "names work on the program"],
    ["A user can use the Store class of src/store.js.", "names a file of the program"],
  ])("%s", (outcome, why) => {
    expect(report(first({ outcome }))).toEqual([
      expect.stringMatching(/^E301 M1 \/milestones\/0\/outcome: outcome ".*" /),
    ]);
    expect(report(first({ outcome }))[0]).toContain(why);
  });
});

describe("E302", () => {
  const left = "notes find WORD searches.";
  const two = (what_not: readonly string[], changes: JsonObject = {}) =>
    scope({
      remit: { what: left, for_whom: "x", what_not: [...what_not] },
      milestones: [milestone(1), milestone(2, changes)],
    });

  test("a sentence that no milestone brings", () => {
    expect(report(two([]))).toEqual([`E302 - /milestones: no milestone brings "${left}" of the spec`]);
  });

  test("brought by an outcome, or left out", () => {
    expect(report(two([`Left out for now: search.`, left]))).toEqual([]);
    expect(report(scope({ milestones: [milestone(1), milestone(2), milestone(3, { fulfils: [] })] }))).toHaveLength(1);
    const spec = "A user can add a note. A user can list the notes. A user can find a note.";
    const milestones = [1, 2, 3].map((number) => milestone(number, { fulfils: [] }));
    expect(report(scope({ milestones }), { spec })).toEqual([]);
  });

  test("a quote that is not in the spec", () => {
    const fulfils = ["notes add TEXT keeps a note.", "notes list prints all of them."];
    expect(report(first({ fulfils }))).toEqual([
      'E302 M1 /milestones/0/fulfils/1: "notes list prints all of them." does not stand in the spec; "notes list prints them." does',
    ]);
  });

  test("a number that the spec does not have", () => {
    expect(report(first({ fulfils: ["notes add TEXT keeps a note.", "4"] }))).toEqual([
      'E302 M1 /milestones/0/fulfils/1: the spec has no sentence "4": the last one is 3',
    ]);
  });

  test("of many sentences a hundred are told", () => {
    const spec = Array.from({ length: 150 }, (_, at) => `The notes must have field ${at}.`).join("\n\n");
    const told = report(scope({ milestones: [milestone(1, { fulfils: [] })] }), { spec });
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toContain("no milestone brings 50 more sentences");
  });
});

describe("E303 and the rules of commands", () => {
  test.each<[string, JsonValue, string]>([
    ["E003", "node a.js | grep x", "/acceptance/0: command"],
    ["E007", "node 'a.js", "/acceptance/0: command"],
    ["E105", "bash scripts/verify.sh", "/acceptance/0: command"],
    ["E201", "''", "/acceptance/0: command"],
    ["W203", { command: "node $X", hidden: true }, "/acceptance/0: command"],
  ])("%s", (code, command, message) => {
    expect(report(accepted(command))).toEqual([expect.stringContaining(`${code} M1 /milestones/0${message}`)]);
  });

  test("E006", () => {
    const refusing = () => ({ syntaxFault: () => ({ message: "unexpected end", place: null }), imports: () => [] });
    expect(report(accepted("node -e 'f('"), { syntaxes: { javascript: refusing } })).toEqual([
      expect.stringContaining("E006 M1 /milestones/0/acceptance/0: "),
    ]);
  });

  test("acceptance that passes before the work", () => {
    const held = ["node check/add.js"];
    const line = "E303 M1 /milestones/0/acceptance: every acceptance command passes before the work";
    expect(report(scope(), { held })).toEqual([line]);
    expect(report(accepted("node check/add.js", "node check/more.js"), { held })).toEqual([]);
    expect(report(accepted("true"))).toEqual([line, expect.stringContaining("W204 M1 /milestones/0/acceptance/0")]);
    expect(report(accepted("true", "node check/add.js"), { held })).toContain(line);
  });

  test("a milestone that is done may pass, and two milestones may have one command", () => {
    expect(report(scope(), { held: ["node check/add.js"], done: 1 })).toEqual([]);
    expect(report(accepted("node check/add.js", "node check/list.js"))).toEqual([]);
  });
});

describe("E304", () => {
  test("ids that are not due", () => {
    expect(
      report(scope({ milestones: [milestone(2, { id: "M1" }), milestone(1, { id: "M3" }), milestone(3)] })),
    ).toEqual(['E304 M3 /milestones/1/id: id "M3" in place 2 of the list, where M2 is due']);
  });

  test("a milestone that is there twice", () => {
    const outcome = String(milestone(1).outcome);
    const twice = scope({
      milestones: [milestone(1), milestone(2, { outcome: outcome.replace("note", "Note ") }), milestone(3)],
    });
    expect(report(twice)).toEqual([expect.stringContaining(`E304 M2 /milestones/1/outcome: outcome`)]);
  });

  const areas = (one: string, two: string, command: string) =>
    scope({
      milestones: [milestone(1, { area: one, acceptance: [command] }), milestone(2, { area: two }), milestone(3)],
    });

  test.each([
    ["a file of a later milestone", areas("src/add.js", "src/list.js", "node src/list.js"), "src/list.js"],
    [
      "in a folder of a later one",
      areas("src/add.js", "the code in src/list/", "node ./src/list/main.js"),
      "src/list/main.js",
    ],
    ["inside a program", areas("", "src/list.js", `node -e "import('./src/list.js')"`), "src/list.js"],
  ])("%s", (_, document, path) => {
    expect(report(document)).toEqual([
      `E304 M1 /milestones/0/acceptance: acceptance names "${path}", which only the area of M2 names, later`,
    ]);
  });

  test.each([
    ["a file of its own area too", areas("src/list.js", "src/list.js", "node src/list.js"), []],
    ["a file below its own area", areas("src", "src/list.js", "node src/list.js"), []],
    ["a file that no area names", areas("", "", "node src/list.js"), []],
    ["a file that stands already", areas("", "src/list.js", "node src/list.js"), ["src/list.js"]],
    ["a folder that stands already", areas("", "src/lib and more", "node src/lib"), ["src/lib/index.js"]],
    ["a word", areas("add", "list", "node cli list"), []],
  ])("nothing about %s", (_, document, files) => {
    expect(report(document, { files })).toEqual([]);
  });
});

describe("trying acceptance", () => {
  const { held: _, ...facts } = FACTS;
  test("each command once, of what is open, and not of a scope with errors", async () => {
    const asked: (readonly string[])[] = [];
    const held = async (commands: readonly string[]) => {
      asked.push(commands);
      return ["node check/list.js"];
    };
    expect((await tryScope(first({ id: "M2" }), facts, held)).errors).toHaveLength(1);
    expect(asked).toEqual([]);
    const document = accepted("node check/list.js", "node check/add.js");
    const { scope: tried, errors } = await tryScope(document, facts, held);
    expect(asked).toEqual([["node check/list.js", "node check/add.js", "node check/find.js"]]);
    expect([tried, errors.map(({ code, wo_id }) => `${code} ${wo_id}`)]).toEqual([null, ["E303 M2"]]);
    await tryScope(document, { ...facts, done: 2 }, held);
    expect(asked.at(-1)).toEqual(["node check/find.js"]);
  });

  test("what cannot be tried is left out, and said", async () => {
    const { scope: tried, notes } = await tryScope(scope(), facts, async () => null);
    expect(tried).not.toBeNull();
    expect(notes).toEqual([expect.stringContaining("was not tried")]);
  });
});

test("any document is judged: 500 mutated scopes", () => {
  const text = JSON.stringify(scope({ milestones: [milestone(1, { area: "src/a.js" }), milestone(2), milestone(3)] }));
  for (let seed = 0; seed < 500; seed++) {
    const read = readJson(mutate(text, seed));
    if (!read.ok) continue;
    const { scope: judged, errors } = judgeScope(read.value, FACTS);
    expect([seed, judged === null]).toEqual([seed, errors.length > 0]);
  }
});

test("a scope of many words takes linear time", async () => {
  const files = Array.from({ length: 20_000 }, (_, at) => `lib/${at % 300}/${at}.js`);
  const judged = (size: number) => {
    const words = Array.from({ length: size }, (_, at) => `src/${at}.js`).join(" ");
    const milestones = [milestone(1, { acceptance: [words] }), milestone(2, { area: words })];
    judgeScope(scope({ milestones }), { ...FACTS, files: files.slice(0, size) });
  };
  expect(await growth(judged, 5_000)).toBeLessThan(MOST_GROWTH);
  expect(await growth((size) => judgeScope(first({ outcome: "a ".repeat(size) }), FACTS))).toBeLessThan(MOST_GROWTH);
});
