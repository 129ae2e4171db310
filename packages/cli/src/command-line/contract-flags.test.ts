import { readFileSync } from "node:fs";
import { CATALOGUE } from "@llmch/app";
import { expect, test } from "vitest";
import { buildProgram } from "./program.ts";
import { SETTING_FLAGS } from "./setting-flags.ts";

const PAGE = readFileSync(new URL("../../../../docs/contract.md", import.meta.url), "utf8");
const flagsIn = (text: string): readonly string[] => text.match(/--[a-z][a-z0-9-]*/g) ?? [];
const between = (start: string, end: string): string => PAGE.split(start)[1]?.split(end)[0] ?? "";

const ROWS = new Map(
  [...PAGE.matchAll(/^\| `llmch ([a-z -]+?)(?: \S*[A-Z]\S*)?` \| (.*) \|$/gm)].map(([, name, row]) => [name, row]),
);
const OF_RUNS = flagsIn(between("The flags of every run:", "\n\n`plan`"));
const COMMON = flagsIn(between("Every command takes", "and `--help`"));
const ELSEWHERE = between("The flags of the\nother commands (", ")").match(/[a-z]+(?: [a-z]+)?/g) ?? [];
/** "`plan` and `run` also take …": the names, and the flags. */
const ALSO = [...PAGE.matchAll(/((?:`[a-z -]+`(?:, | and )?)+) also take ([^.]+)\./g)];

const documented = (command: string): readonly string[] => {
  const row = ROWS.get(command) ?? "";
  const shared = ALSO.filter(([, names = ""]) => names.includes(`\`${command}\``)).flatMap(([, , flags = ""]) =>
    flagsIn(flags),
  );
  const [own = "", but = ""] = row.split("the flags of every run but");
  const ofRuns = row.includes("the flags of every run") ? OF_RUNS.filter((flag) => !flagsIn(but).includes(flag)) : [];
  return [...flagsIn(own), ...ofRuns, ...flagsIn(but.split(";")[1] ?? ""), ...shared, ...COMMON];
};

const program = buildProgram("1", () => {}, SETTING_FLAGS);
const COMMANDS = new Map(
  program.commands.flatMap((command) => [
    [command.name(), command] as const,
    ...command.commands.map((part) => [`${command.name()} ${part.name()}`, part] as const),
  ]),
);

test("each command is in the contract's table, or its flags are left to its help", () => {
  expect([...ROWS.keys(), ...ELSEWHERE].sort()).toEqual(
    [...CATALOGUE.map(({ name }) => name), "mcp", "serve", "submit"].sort(),
  );
});

test.each([...ROWS.keys()])("the contract names the flags of %s, and no others", (name = "") => {
  const flags = COMMANDS.get(name)?.options.map(({ long }) => long) ?? [];
  expect([...new Set(documented(name))].sort()).toEqual([...new Set(flags)].sort());
});

test("--max-attempts is about the orders of a build, not about the plans of its windows", () => {
  const given = (name: string) => {
    const entry = CATALOGUE.find((each) => each.name === name);
    return entry === undefined ? null : SETTING_FLAGS.given({ maxAttempts: { read: 1 } }, entry);
  };
  expect(given("build")).toEqual({ "factory.max_attempts": 1 });
  expect(given("plan")).toMatchObject({ "planner.max_attempts": 1 });
});
