import { isJsonObject, type JsonObject } from "@llmch/text";
import { createScene, readJsonLines, type Scene, type SceneOptions } from "../scene.ts";

/** Tests that are a program which prints TAP: a file `NAME.fails` makes a test fail. */
export const TESTS = {
  "scripts/verify.sh": "node tests.mjs\n",
  "tests.mjs": `import { existsSync } from "node:fs";
console.log("1..3");
for (const [index, name] of ["a", "b", "greet"].entries()) {
  const fails = existsSync(name + ".fails");
  console.log((fails ? "not ok " : "ok ") + (index + 1) + " - " + name);
  if (fails) process.exitCode = 1;
}
`,
};
export const tested = (files: Readonly<Record<string, string>> = {}, options: SceneOptions = {}) =>
  createScene({ ...options, files: { ...TESTS, ...files } });

export const runOf = (scene: Scene, index = 0): string => scene.runs()[index] ?? "";
export const eventsOf = (run: string, type: string): readonly JsonObject[] =>
  readJsonLines(run, "events.jsonl")
    .filter(isJsonObject)
    .filter((event) => event.type === type);
