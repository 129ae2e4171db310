import { isJsonObject, type JsonObject } from "@llmch/contract";
import { createScene, readJsonLines, type Scene, type SceneOptions } from "../scene.ts";

/** A repo whose tests are a program that prints TAP: a file `NAME.fails` makes a test fail. */
export const TESTS =
  'code=0; for t in a b greet; do if [ -e $t.fails ]; then echo "not ok - $t"; code=1; else echo "ok - $t"; fi; done; exit $code';
export const tested = (files: Readonly<Record<string, string>> = {}, options: SceneOptions = {}) =>
  createScene({ ...options, files: { "scripts/verify.sh": `${TESTS}\n`, ...files } });

export const runOf = (scene: Scene, index = 0): string => scene.runs()[index] ?? "";
export const eventsOf = (run: string, type: string): readonly JsonObject[] =>
  readJsonLines(run, "events.jsonl")
    .filter(isJsonObject)
    .filter((event) => event.type === type);
