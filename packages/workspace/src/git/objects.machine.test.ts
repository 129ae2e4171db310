import { chmodSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { inspectFile, stateOfBytes } from "../files/file-state.ts";
import { openUser } from "../worktree/worktree.fixture.ts";
import { readBlobBytes } from "./objects.ts";

test("a blob looks like the file that is checked out of it; null if it is large, not a blob or missing", async () => {
  const { user, repo } = await openUser(throwawayRepo({ "text.txt": "one é\n", empty: "", large: "x".repeat(1_000) }));
  user.write("binary", Buffer.from("a\0b\xff", "latin1"));
  user.write("marked", Buffer.from("a\xe9\n", "latin1"));
  user.write("same.txt", "one é\n");
  chmodSync(join(user.path, "marked"), 0o755);
  const entries = await repo.trees.entriesOf(user.commit());
  const others = ["1".repeat(40), user.git("rev-parse", "HEAD^{tree}")];
  const ids = [...entries.map(({ id }) => id), ...others];
  const blobs = await readBlobBytes(repo.git, ids, { maxBytes: 999 });
  for (const { path, mode, id } of entries) {
    const bytes = blobs.get(id);
    if (path === "large") expect(bytes).toBeNull();
    else {
      if (bytes === undefined || bytes === null) throw new Error(`${path} is missing`);
      expect(stateOfBytes(bytes, { executable: mode === "100755" })).toEqual(inspectFile(user.path, path, new Set()));
    }
  }
  expect(others.map((id) => blobs.get(id))).toEqual([null, null]);
  expect(await readBlobBytes(repo.git, [], { maxBytes: 1 })).toEqual(new Map());
});
