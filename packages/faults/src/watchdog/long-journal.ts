import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSeal, SEAL_FILE, sealOf, sealText } from "@llmch/contract";
import { type Scene, sha256 } from "@llmch/testkit";
import { oneOrder, run } from "./hostile-scene.ts";
import { JOURNAL, linesOf, resealed } from "./written-journal.ts";

/** The size of the most common kind of journal line. */
const WARNING_BYTES = 400;

/** A finished run of one order, whose journal has that many bytes. */
export const longJournal = async (scene: Scene, bytes: number): Promise<void> => {
  oneOrder(scene);
  await run(scene, {});
  const [runId = ""] = readdirSync(join(scene.artifacts, "factory"));
  const folder = join(scene.artifacts, "factory", runId);
  const lines = linesOf(readFileSync(join(folder, JOURNAL), "utf8"));
  const end = lines.at(-1) ?? "";
  const warning = JSON.stringify({
    ...JSON.parse(end),
    ...{ type: "warning", message: "m".repeat(WARNING_BYTES / 2) },
    ...{ verdict: undefined, exit_code: undefined, duration_ms: undefined },
  });
  const more = Array.from({ length: Math.ceil(bytes / WARNING_BYTES) }, () => warning);
  const journal = resealed([...lines.slice(0, -1), ...more, end]);
  writeFileSync(join(folder, JOURNAL), journal);
  reseal(folder, journal);
};

/** Copies the only run of a store that many times, as its journal describes it. */
export const againAndAgain = (scene: Scene, count: number): void => {
  const runs = join(scene.artifacts, "factory");
  const [runId = ""] = readdirSync(runs);
  for (let index = 1; index < count; index++) {
    const copy = join(runs, `${runId.slice(0, -5)}${String(index).padStart(5, "0")}`);
    mkdirSync(copy);
    linkSync(join(runs, runId, JOURNAL), join(copy, JOURNAL));
  }
};

const reseal = (folder: string, journal: string): void => {
  const file = join(folder, SEAL_FILE);
  const seal = readSeal(readFileSync(file, "utf8"));
  if (!seal.ok) throw new Error(seal.issues[0]);
  const files = seal.value.files.map((each) =>
    each.path === JOURNAL ? { path: JOURNAL, bytes: Buffer.byteLength(journal), sha256: sha256(journal) } : each,
  );
  writeFileSync(file, sealText(sealOf(files)));
};
