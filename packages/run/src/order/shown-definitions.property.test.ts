import { readFileSync } from "node:fs";
import type { WorkOrder } from "@llmch/contract";
import { carryOut } from "@llmch/factory";
import { createOutlines } from "@llmch/records";
import { orderScene } from "@llmch/testkit";
import { utf8Length } from "@llmch/text";
import { describe, expect, test } from "vitest";

const TEMPLATE = readFileSync(new URL("../../../../templates/FACTORY_PROMPT.md", import.meta.url), "utf8");

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** A long docstring or comment, as constructors of real libraries have, full of words that occur everywhere. */
const prose = (about: string, count: number): readonly string[] =>
  range(count).map(
    (index) => `the ${about} takes a value, a name and a default, and calls the command in its context (${index})`,
  );

interface Written {
  readonly text: string;
  /** The lines of each definition, from 1, by its full name. */
  readonly places: ReadonlyMap<string, readonly [first: number, last: number]>;
}

/** Builds a text and records where each definition is. */
const written = (blocks: readonly { readonly name?: string; readonly lines: readonly string[] }[]): Written => {
  const lines: string[] = [];
  const places = new Map<string, readonly [number, number]>();
  for (const { name, lines: more } of blocks) {
    if (name !== undefined) places.set(name, [lines.length + 1, lines.length + more.length]);
    lines.push(...more, "");
  }
  return { text: lines.join("\n"), places };
};

const CLASSES = ["Context", "Command", "Group", "Parameter", "Option", "Argument"];
const BASES: Readonly<Record<string, string>> = { Group: "Command", Option: "Parameter", Argument: "Parameter" };
const METHODS = range(22).map(
  (index) => `${["resolve", "format", "invoke", "parse", "collect"][index % 5]}_part_${index}`,
);

/** A module as large as click's core.py: classes with long constructors, whose methods all speak of the same things. */
const PYTHON = written([
  {
    lines: [
      "from __future__ import annotations",
      "",
      "import os",
      "import typing as t",
      "from .errors import UsageError",
      "",
    ],
  },
  ...range(12).map((index) => ({
    name: `make_value_${index}`,
    lines: [
      `def make_value_${index}(context, value):`,
      ...prose("context", 6).map((line) => `    # ${line}`),
      "    return value",
    ],
  })),
  ...CLASSES.flatMap((name) => [
    {
      lines: [
        `class ${name}(${BASES[name] ?? "object"}):`,
        `    """${name}.`,
        ...prose(name, 20).map((line) => `    ${line}`),
        '    """',
        "",
        "    kind = None",
      ],
    },
    {
      name: `${name}.__init__`,
      lines: [
        "    def __init__(",
        ...range(25).map((index) => `        ${index === 0 ? "self" : `setting_${index}=None`},`),
        "    ):",
        ...prose(name, 60).map((line, index) => `        self.setting_${index} = "${line}"`),
        ...(BASES[name] === undefined ? [] : ["        super().__init__()"]),
      ],
    },
    ...METHODS.map((method) => ({
      name: `${name}.${method}`,
      lines: [
        `    def ${method}(self, context, value):`,
        ...prose(name, 14).map((line) => `        # ${line}`),
        `        return self.${METHODS[(METHODS.indexOf(method) + 3) % METHODS.length]}(context, value)`,
      ],
    })),
    {
      name: `${name}.get_help_record`,
      lines: [
        "    def get_help_record(self, context):",
        ...prose(name, 20).map((line) => `        # ${line}`),
        "        return self.write_help(context)",
      ],
    },
    { name: `${name}.write_help`, lines: ["    def write_help(self, context):", "        return None"] },
  ]),
]);

const TYPESCRIPT = written([
  {
    lines: ['import { a } from "./a.js";', 'import type { B } from "./b.js";', ""],
  },
  ...CLASSES.flatMap((name) => [
    {
      lines: [
        `/** ${name}. */`,
        `export class ${name}${BASES[name] ? ` extends ${BASES[name]}` : ""} {`,
        ...range(10).map((index) => `  field${index} = ${index};`),
      ],
    },
    {
      name: `${name}.constructor`,
      lines: [
        "  constructor(readonly name: string, readonly settings: Settings) {",
        ...(BASES[name] ? ["    super(name, settings);"] : []),
        ...prose(name, 60).map((line, index) => `    this.field${index % 10} = settings.pick("${line}");`),
        "  }",
      ],
    },
    ...METHODS.map((method) => ({
      name: `${name}.${method}`,
      lines: [
        `  ${method}(context: Context, value: string): string {`,
        ...prose(name, 16).map((line) => `    // ${line}`),
        `    return this.${METHODS[(METHODS.indexOf(method) + 3) % METHODS.length]}(context, value);`,
        "  }",
      ],
    })),
    { lines: ["}"] },
  ]),
  ...range(20).map((index) => ({
    name: `helperOf${index}`,
    lines: [
      `export const helperOf${index} = (value: string): string => {`,
      ...prose("helper", 8).map((line) => `  // ${line}`),
      "  return value;",
      "};",
    ],
  })),
]);

/** The prompt of an order that may write a file with such a text. */
const promptFor = async (path: string, text: string, order: Partial<WorkOrder>, fileBytes: number): Promise<string> => {
  const scene = orderScene({
    files: { [path]: text },
    order: { allowed_files: [path], context_files: [], ...order },
    settings: { fileBytes },
    replies: ["nothing"],
    maxAttempts: 1,
  });
  await carryOut({ ...scene.job, template: TEMPLATE }, { ...scene.ports, outlines: createOutlines() });
  return scene.ports.model.requests[0]?.prompt ?? "";
};

const shownLines = (prompt: string): ReadonlySet<number> =>
  new Set([...prompt.matchAll(/^ *(\d+)\|/gm)].map(([, number]) => Number(number)));

/** The share of these definitions' lines that is shown. */
const shareShown = (prompt: string, { places }: Written, names: readonly string[]): number => {
  const shown = shownLines(prompt);
  const wanted = names.flatMap((name) => {
    const [first, last] = places.get(name) ?? [0, -1];
    if (last < first) throw new Error(`there is no ${name}`);
    return range(last - first + 1).map((index) => first + index);
  });
  return wanted.filter((line) => shown.has(line)).length / wanted.length;
};

const INTENT =
  "Add a keyword argument `deprecated` to `Parameter.__init__` and pass it on from `Option.__init__` and `Argument.__init__`. " +
  "`Option.get_help_record` adds `(DEPRECATED)` to the help text; Command#resolve_part_5 warns through `make_value_3` when the value is used.";
const MUST_CHANGE = [
  ...["Parameter.__init__", "Option.__init__", "Argument.__init__"],
  ...["Option.get_help_record", "Command.resolve_part_5", "make_value_3"],
];

describe("a prompt with a file that does not fit", () => {
  test.each([64, 96, 128])(
    "shows the functions that a Python order is about whole, within %d KB",
    async (kilobytes) => {
      expect(PYTHON.text.split("\n").length).toBeGreaterThan(2_900);
      const order = { title: "Deprecated parameters", intent: INTENT };
      const prompt = await promptFor("src/core.py", PYTHON.text, order, kilobytes * 1024);
      expect(shareShown(prompt, PYTHON, MUST_CHANGE)).toBe(1);
      // Of the rest what stands where, and no more: the room there is need not be used.
      for (const [, name = ""] of PYTHON.text.matchAll(/^class (\w+)/gm)) expect(prompt).toContain(name);
      expect(utf8Length(prompt)).toBeLessThan(48 * 1024);
    },
  );

  test("shows those of a TypeScript order too", async () => {
    const intent =
      "`Option` takes a `group`: `Option.constructor` keeps it, `Command.format_part_6()` prints options by group with helperOf7.";
    const prompt = await promptFor(
      "src/command.ts",
      TYPESCRIPT.text,
      { title: "Groups of options", intent },
      64 * 1024,
    );
    expect(TYPESCRIPT.text.length).toBeGreaterThan(150_000);
    const names = ["Option.constructor", "Command.format_part_6", "helperOf7"];
    expect(shareShown(prompt, TYPESCRIPT, names)).toBe(1);
    expect(prompt).toContain("Group");
  });

  test("shows the same for the same order, whatever was parsed before", async () => {
    const order = { title: "Deprecated parameters", intent: INTENT };
    const prompts = await Promise.all([1, 2].map(() => promptFor("src/core.py", PYTHON.text, order, 64 * 1024)));
    expect(prompts[0]).toBe(prompts[1]);
  });

  test("shows lines around the relevant words if there is no grammar", async () => {
    const order = { title: "Deprecated parameters", intent: INTENT };
    const prompt = await promptFor("src/core.txt", PYTHON.text, order, 64 * 1024);
    expect(shareShown(prompt, PYTHON, ["Option.get_help_record"])).toBeLessThan(1);
    expect(shownLines(prompt).size).toBeGreaterThan(50);
  });

  test("shows the part of a context file that the order names whole", async () => {
    const order = {
      intent: "Call `Option.get_help_record` in greet.js.",
      allowed_files: ["greet.js"],
      context_files: ["src/core.py"],
    };
    const prompt = await promptFor("src/core.py", PYTHON.text, order, 200 * 1024);
    expect(shareShown(prompt, PYTHON, ["Option.get_help_record"])).toBe(1);
    expect(utf8Length(prompt)).toBeLessThan(24 * 1024);
  });
});
