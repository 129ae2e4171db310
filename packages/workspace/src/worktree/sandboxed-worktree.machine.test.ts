import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openSandboxed } from "../sandbox/sandbox.fixture.ts";

test("a shut folder hides no test from the next attempt, nor from the next order in the same worktree", {
  tags: "bubblewrap",
}, async () => {
  const { worktree, sh, user } = await openSandboxed({ files: { "tests/check.sh": "exit 1\n", "src/a.txt": "a\n" } });
  const test = async () =>
    (await sh('for each in tests/*.sh; do test -e "$each" && sh "$each" || exit 1; done')).exitCode;
  for (const shut of ["tests", ".", "src"]) {
    await sh(`chmod 0 ${shut}`);
    await worktree.reset();
    expect(await test()).toBe(1);
    expect((await sh("cat src/a.txt")).stdoutTail).toBe("a\n");
  }
  user.write("other.txt", "x\n");
  const next = user.commit();
  await sh("chmod 0 tests tests/check.sh src/a.txt");
  await worktree.moveTo(next);
  expect((await sh("cat tests/check.sh src/a.txt other.txt")).stdoutTail).toBe("exit 1\na\nx\n");
});

test("in the sandbox each command has its own temporary folder, whatever the user's is", {
  tags: "bubblewrap",
}, async () => {
  for (const environment of [{}, { TMPDIR: "/some/where", TMP: "/some/where" }]) {
    const { sh, worktree } = await openSandboxed({ environment });
    const script = 'echo "$LLMCH_LEASE $TMPDIR $TMP"; test -e "$TMPDIR/mine" || echo "not there"; touch "$TMPDIR/mine"';
    const expected = `0 /tmp ${"TMP" in environment ? "/tmp" : ""}\nnot there\n`;
    for (let run = 0; run < 2; run++) expect((await sh(script)).stdoutTail).toBe(expected);
    expect(readdirSync(dirname(worktree.root))).not.toContain("_tmp");
  }
});
