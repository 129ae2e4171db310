import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNumbered, temporaryFolder } from "@llmch/testkit";
import { expect, test } from "vitest";
import { findUnfinished } from "./find-unfinished.ts";

test.each([
  ["build", "llmch build"],
  ["run-all", "llmch run-all"],
])("whoever resumes a damaged %s is told to go on with `%s`", async (kind, command) => {
  const { path: root, remove } = temporaryFolder();
  try {
    mkdirSync(join(root, kind, runNumbered(1)), { recursive: true });
    writeFileSync(join(root, kind, runNumbered(1), "events.jsonl"), "{}\n{}\n");
    const found = await findUnfinished(root, runNumbered(1));
    expect(found).toMatchObject({
      ok: false,
      issues: [{ code: "not-resumable", hint: expect.stringContaining(command) }],
    });
  } finally {
    remove();
  }
});
