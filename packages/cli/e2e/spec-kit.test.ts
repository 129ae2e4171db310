import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseCommandLine } from "../src/command-line/parse.ts";
import { filesBelow } from "./scene.ts";

const FOLDER = join(import.meta.dirname, "../../../templates/spec-kit");
const textOf = (path: string) => readFileSync(join(FOLDER, path), "utf8");

test("the extension's manifest is as spec-kit reads it, and names its files", () => {
  const { schema_version, extension, requires, provides, hooks } = parse(textOf("extension.yml"));
  expect({ schema_version, extension }).toMatchObject({
    ...{ schema_version: "1.0", extension: { id: expect.stringMatching(/^[a-z0-9-]+$/) } },
  });
  const texts = [extension.name, extension.version, extension.description, requires.speckit_version];
  for (const text of texts) expect(text).toEqual(expect.any(String));
  const names = provides.commands.map(({ name }: { readonly name: string }) => name);
  for (const name of names) expect(name).toMatch(/^speckit\.llmch\.[a-z0-9-]+$/);
  for (const { file } of provides.commands) expect(filesBelow(FOLDER)).toContain(file);
  for (const { command } of Object.values(hooks) as readonly { readonly command: string }[])
    expect(names).toContain(command);
});

test("its command has a description, and what it has llmch do is a command line of llmch's", async () => {
  const text = textOf("commands/speckit.llmch.run.md");
  const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  expect(parse(front)).toEqual({ description: expect.any(String) });
  expect(text).toContain("$ARGUMENTS");
  const lines = [...text.matchAll(/^ {3}llmch (.+)$/gm)].map(([, words = ""]) => words);
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(await parseCommandLine(line.split(" "), "1"), line).toMatchObject({ kind: "invocation" });
  const named = [...text.matchAll(/`llmch ([a-z][a-z-]*)`/g)].map(([, name = ""]) => name);
  for (const name of named) expect(await parseCommandLine([name, "--help"], "1"), name).toMatchObject({ kind: "text" });
});
