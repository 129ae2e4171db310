import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, type Scene, writeFiles } from "@llmch/testkit";
import { idOf } from "./hostile-scene.ts";
import { JOURNAL, linesOf, resealed } from "./written-journal.ts";

/** A finished run-all of one order, rewritten as one of that many. */
export const manyRuns = async (scene: Scene, count: number): Promise<void> => {
  scene.order();
  scene.answers({ "WO-01/attempt-1": scene.answer({ "greet.js": "x\n" }) });
  await scene.runAll(["--branch", "work", "--yes"]);
  const [schedule = ""] = readdirSync(join(scene.artifacts, "run-all"));
  const [order = ""] = readdirSync(join(scene.artifacts, "factory"));
  const folder = join(scene.artifacts, "factory", order);
  const kept = filesBelow(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
  const journal = join(scene.artifacts, "run-all", schedule, JOURNAL);
  const lines = linesOf(readFileSync(journal, "utf8"));
  const more = Array.from({ length: count - 1 }, (_, index) => {
    const run = `${order.slice(0, -5)}${`${index}`.padStart(5, "0")}`;
    const told = (text: string) => text.replaceAll(order, run).replaceAll("WO-01", idOf(index + 1));
    const files = kept.map(([name, text]) => [
      `factory/${run}/${name}`,
      name === JOURNAL ? resealed(linesOf(told(text))) : told(text),
    ]);
    writeFiles(scene.artifacts, Object.fromEntries(files));
    return lines.filter((line) => line.includes(order)).map(told);
  });
  const end = lines.slice(-1);
  writeFileSync(journal, resealed([...lines.slice(0, -1), ...more.flat(), ...end]));
};
