import { chmodSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { wholeDiff } from "./whole-diff.ts";

test("no attribute or setting of the repo hides or changes what a person decides about", async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`).join("\n");
  const { user, repo } = await openUser(
    throwawayRepo({
      "a.txt": "one\n",
      "moved.txt": lines,
      "run.sh": "echo\n",
      "link.c": "int y;\n",
      ".gitattributes": "*.txt -diff\n*.c diff=x\n",
    }),
  );
  user.write("old.bin", Buffer.from("a\0b"));
  const before = user.commit();
  user.write("a.txt", "two\u00e9  \n");
  rmSync(join(user.path, "link.c"));
  symlinkSync("new.c", join(user.path, "link.c"));
  user.write("new.c", "int x;\n");
  user.write("old.bin", Buffer.from("a\0b\0c"));
  user.write("brand [new].bin", Buffer.from("\0"));
  user.git("mv", "moved.txt", "there.txt");
  chmodSync(join(user.path, "run.sh"), 0o755);
  const after = user.commit();
  for (const [name, value] of [
    ["diff.noprefix", "true"],
    ["diff.external", "/bin/false"],
    ["diff.x.textconv", "/bin/false"],
    ["diff.x.binary", "true"],
    ["diff.context", "0"],
    ["diff.renames", "copies"],
    ["diff.orderFile", "/nowhere"],
    ["diff.ignoreSubmodules", "all"],
  ] as const)
    user.git("config", name, value);
  const diff = await wholeDiff(repo.git, `${before}^{tree}`, `${after}^{tree}`);
  if (!diff.ok) throw new Error(diff.issues[0]);
  const shown = diff.value;
  for (const part of [
    "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\u00e9  \n",
    "+int x;\n",
    "-line 7\n",
    "+line 7\n",
    "old mode 100644\nnew mode 100755\n",
    'binary "brand [new].bin", mode 000000 to 100644: nothing to 1 bytes (f76dd238ade08917e6712764a16a22005a50573d)\n',
  ])
    expect(shown).toContain(part);
  expect(shown).toMatch(/^binary "old.bin", mode 100644: 3 bytes \([0-9a-f]{40}\) to 5 bytes \([0-9a-f]{40}\)$/m);
  expect(shown).not.toContain("Binary files");
  expect(shown).not.toContain("\0");
});
