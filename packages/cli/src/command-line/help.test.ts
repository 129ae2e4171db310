import { CATALOGUE } from "@llmch/app";
import { expect, test } from "vitest";
import { parseCommandLine } from "./parse.ts";

const helpOf = async (line: string, flag = "--help-all"): Promise<string> => {
  const parsed = await parseCommandLine([...line.split(" "), flag].filter(Boolean), "1");
  return parsed.kind === "text" ? parsed.text : "";
};
/** The headings of a help text, with the first name under each. */
const groups = (text: string) =>
  [...text.matchAll(/^(\S.*:)\n {2}(?:-\w, )?([\w.-]+)/gm)].map(([, heading, first]) => [heading, first]);

test("the commands come in groups, and one begins with the plan", async () => {
  expect(groups(await helpOf(""))).toEqual([
    ["Output and help:", "--version"],
    ["Plan:", "plan"],
    ["Carry out:", "run-all"],
    ["Look:", "runs"],
    ["Set up:", "init"],
  ]);
});

test("what a command works on comes first, then its options in groups", async () => {
  const inGroups = (first: string, option: string) => [
    ["Arguments:", first],
    ["What to do:", option],
    ["Settings, of which all can stand in a file too:", expect.any(String)],
    ["Output and help:", expect.any(String)],
  ];
  expect(groups(await helpOf("run-all"))).toEqual([...inGroups("wo-dir", "--workdir"), ["Examples:", "llmch"]]);
  expect(groups(await helpOf("run"))).toEqual([...inGroups("work-order-file", "--work-order"), ["Examples:", "llmch"]]);
  expect(groups(await helpOf("plan"))).toEqual([
    ...inGroups("spec", "--spec"),
    ["Commands:", "show"],
    ["Examples:", "llmch"],
  ]);
});

test.each(CATALOGUE.map(({ name }) => name))(
  "every option of %s is in a group, and so is the command",
  async (command) => {
    expect(await helpOf(command)).not.toMatch(/^Options:/m);
    if (!command.includes(" ")) expect(await helpOf("")).toMatch(new RegExp(`^ {2}${command} `, "m"));
    expect(await helpOf("")).not.toMatch(/^Commands:/m);
  },
);

const flagsIn = (text: string) => [...text.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, flag]) => flag);

test("the help of a command shows first what matters first", async () => {
  const first = flagsIn(await helpOf("run-all", "--help"));
  expect(first).toEqual([
    ...["--jobs", "--repo", "--branch", "--dry-run", "--model", "--push", "--approve", "--budget", "--yes"],
    ...["--json", "--help-all", "--help"],
  ]);
  const all = flagsIn(await helpOf("run-all"));
  expect(all).toEqual(expect.arrayContaining([...first, "--replay-strict", "--quiet", "--max-attempts"]));
  expect(await helpOf("run-all", "--help")).toContain("\nMore flags: llmch run-all --help-all\n");
  expect(await helpOf("run-all")).not.toContain("More flags:");
});

test("llmch alone says which way in is for what, in four lines of commands that there are", async () => {
  const parsed = await parseCommandLine([], "1");
  const text = parsed.kind === "text" ? parsed.text : "";
  const lines = [...text.matchAll(/^ {2}llmch ((?:\S+ )*\S+) {3}/gm)].map(([, line = ""]) => line);
  expect(lines).toEqual(["build spec.txt", "plan spec.txt --outdir wo", "serve", "mcp"]);
  for (const line of lines)
    expect((await parseCommandLine(line.split(" "), "1")).kind).toMatch(/^(invocation|serving)$/);
  expect(text).toContain("All commands: llmch --help\n");
});

test("each command speaks of itself, and every line begins small", async () => {
  expect(await helpOf("ask")).toMatch(/--model <model> +the model that answers/);
  expect(await helpOf("revise")).toMatch(/--model <model> +the model that revises the order/);
  for (const { name } of CATALOGUE) {
    const text = await helpOf(name);
    expect({ name, text }).not.toMatchObject({ text: expect.stringMatching(/a plan or a\s+run/) });
    expect([...text.matchAll(/^ {2}-.*? {2,}([A-Z][a-z]+ .*)$/gm)].map(([, about]) => about)).toEqual([]);
  }
});
