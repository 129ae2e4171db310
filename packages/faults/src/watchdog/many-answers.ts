import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scene } from "@llmch/testkit";
import { idOf, oneOrder, verify } from "./hostile-scene.ts";

/** A failed run of one order, whose record holds that many more answers of 100 KB. */
export const manyAnswers = async (scene: Scene, count: number): Promise<void> => {
  oneOrder(scene);
  verify(scene, "exit 1\n");
  await scene.run(["--branch", "work", "--max-attempts", "1"]);
  const [run = ""] = readdirSync(join(scene.artifacts, "factory"));
  const record = join(scene.artifacts, "factory", run, "exchanges.jsonl");
  const exchange = JSON.parse(readFileSync(record, "utf8")) as object;
  const response = { text: "an answer\n".repeat(10_000) };
  const more = Array.from({ length: count }, (_, index) => {
    const key = `${idOf(index + 1)}/attempt-1`;
    return `${JSON.stringify({ ...exchange, key, response })}\n`;
  });
  appendFileSync(record, more.join(""));
};
