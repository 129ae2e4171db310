import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScene, type Scene, sha256, writeFiles } from "@llmch/testkit";
import { SHA256_OF_NOTHING } from "@llmch/text";
import { BINARY } from "../e2e/command-line.ts";
import type { ExistingRepo, PlannedOrder, PlannedWrite } from "./existing-repo.ts";

/** Sets up the repo as its engineer has it: committed, installed, on a separate branch. */
export const setUp = (repo: ExistingRepo): Scene => {
  const scene = makeScene({ binary: BINARY, files: repo.files, names: { root: repo.name } });
  scene.git("switch", "--quiet", "--create", "work");
  writeFiles(scene.repo, repo.installed);
  repo.install?.(scene.repo);
  writeFileSync(join(scene.root, "spec.txt"), "Slugs without marks, nothing legacy, and a better name.\n");
  return scene;
};

/** The answers to the plan and to its orders. */
export const record = (scene: Scene, { files, orders, wrong }: ExistingRepo): void => {
  let standing = files;
  const answers: Record<string, string> = { "plan/attempt-1": JSON.stringify(manifestOf(orders)) };
  if (wrong !== undefined) answers["WO-01/attempt-1"] = answerOf(wrong, standing);
  for (const [index, { writes }] of orders.entries()) {
    answers[`WO-0${index + 1}/attempt-${index === 0 && wrong !== undefined ? 2 : 1}`] = answerOf(writes, standing);
    standing = carriedOut(standing, writes);
  }
  scene.answers(answers);
};

const manifestOf = (orders: readonly PlannedOrder[]) => ({
  system_overview: ["Slugs."],
  verify_contract: null,
  work_orders: orders.map(({ order, writes }, index) => ({
    id: `WO-0${index + 1}`,
    ...order,
    allowed_files: writes.flatMap((write) => ("rename_to" in write ? [write.path, write.rename_to] : [write.path])),
    forbidden: [],
    context_files: [],
    notes: null,
  })),
});

const answerOf = (writes: readonly PlannedWrite[], standing: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    summary: "Did as the order says.",
    writes: writes.map((write) => {
      const text = standing[write.path];
      return { ...write, base_sha256: text === undefined ? SHA256_OF_NOTHING : sha256(text) };
    }),
  });

/** The files after the writes, by the simplest reading of them. */
const carriedOut = (
  standing: Readonly<Record<string, string>>,
  writes: readonly PlannedWrite[],
): Readonly<Record<string, string>> => {
  const files = { ...standing };
  for (const write of writes) {
    const before = files[write.path] ?? "";
    const edits = "edits" in write ? (write.edits ?? []) : [];
    const text =
      "content" in write ? write.content : edits.reduce((now, { find, replace }) => now.replace(find, replace), before);
    if ("delete" in write || "rename_to" in write) delete files[write.path];
    if (!("delete" in write)) files["rename_to" in write ? write.rename_to : write.path] = text;
  }
  return files;
};
