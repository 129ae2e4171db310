import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repoPath } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { filesAt } from "./files-at.ts";
import { openUser, openWorktree, put } from "./worktree.fixture.ts";

const PATHS = [
  ...[
    "same.txt",
    "changed.txt",
    "gone.txt",
    "new.txt",
    "run.sh",
    "folder",
    "folder/inner.txt",
    "file/below.txt",
    "file",
  ],
  ...["link", "crlf.txt", "none.txt", "NEW.txt", "same.txt/below", "Folder/inner.txt", "made.txt"],
];

test("a worktree tells of another commit what it would show there", async () => {
  const { user, repo } = await openUser(
    throwawayRepo({
      ...{ "same.txt": "same\n", "changed.txt": "before\n", "gone.txt": "gone\n", "folder/inner.txt": "inner\n" },
      ...{
        file: "a file\n",
        "crlf.txt": "one\ntwo\n",
        ".gitattributes": "crlf.txt text eol=crlf\n",
        "run.sh": "#!/bin/sh\n",
      },
    }),
  );
  user.git("checkout", "-q", "-b", "work");
  user.git("update-index", "--chmod=+x", "run.sh");
  user.git("commit", "-q", "-m", "executable");
  const view = user.git("rev-parse", "HEAD");
  user.git("reset", "-q", "--hard");
  user.git("rm", "-q", "-r", "gone.txt", "folder", "file", "run.sh");
  put(user.path, "folder", "now a file\n");
  mkdirSync(join(user.path, "file"));
  put(user.path, "file/below.txt", "now a folder\n");
  put(user.path, "new.txt", "new\n");
  put(user.path, "changed.txt", "after\n");
  put(user.path, "crlf.txt", "three\n");
  user.git("add", "-A");
  user.git("commit", "-q", "-m", "later");
  const worktree = await openWorktree(user, repo, { branch: "landed" });
  put(worktree.root, "made.txt", "not in git\n");
  const seen = await filesAt(repo, worktree, view);
  const tell = async (files: typeof seen) => ({
    tracked: await files.trackedFiles(),
    present: await files.presentFiles(),
    of: await Promise.all(
      PATHS.map(async (raw) => {
        const path = repoPath(raw);
        return path === null ? raw : [path, await files.inspect(path), await files.isFile(path)];
      }),
    ),
  });
  const told = await tell(seen);
  await worktree.moveTo(view);
  put(worktree.root, "made.txt", "not in git\n");
  expect(told).toEqual(await tell(worktree));
});
