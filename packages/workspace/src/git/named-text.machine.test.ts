import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { readNamedText } from "./named-text.ts";

const repo = throwawayRepo({ "specs/real.txt": "ours\n", ".gitignore": "private.txt\nown*\n" });
const outside = throwawayRepo({ "theirs.txt": "theirs\n", "folder/spec.txt": "theirs\n" });
afterAll(() => {
  repo.remove();
  outside.remove();
});
const link = (name: string, target: string): string => {
  const path = join(repo.path, name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return path;
};
for (const name of ["private.txt", "id_rsa", "new.txt"]) writeFileSync(join(repo.path, name), "mine\n");
const theirs = join(outside.path, "theirs.txt");

/** Links that the repo tracks, and what each leads to. */
const TRACKED: Readonly<Record<string, string>> = {
  "out.txt": theirs,
  "deep/up.txt": "../../../../../../../../../../etc/hostname",
  "by-way.txt": "out.txt",
  "over-own.txt": "own-out.txt",
  "ignored.txt": "private.txt",
  "secret.txt": "id_rsa",
  "git.txt": ".git/config",
  "dir/sub": join(outside.path, "folder"),
  "specs/near.txt": "real.txt",
  "far.txt": "specs/near.txt",
  docs: "specs",
  here: ".",
  "made.txt": "new.txt",
};
link("own-out.txt", theirs);
link("own-in.txt", "specs/real.txt");
link("own-folder", join(outside.path, "folder"));
for (const [name, target] of Object.entries(TRACKED)) link(name, target);
repo.git("add", ...Object.keys(TRACKED));
repo.git("commit", "-qm", "links");

test.each(["out.txt", "deep/up.txt", "by-way.txt", "over-own.txt", "ignored.txt", "secret.txt", "git.txt"])(
  "%s, a link that the repo tracks, is not followed to what is not the repo's",
  async (name) => {
    expect(await readNamedText(join(repo.path, name), process.env)).toEqual({
      ok: false,
      issues: [
        {
          code: "unreadable-input",
          message: `${join(repo.path, name)} is not opened: it is a link that the repo tracks, and leads to no file of that repo`,
          hint: "name the file that you mean by its own path",
        },
      ],
    });
  },
);

test.each([
  ["dir/sub/spec.txt", `${join(repo.path, "dir/sub")} is a link`],
  ["dir/sub/missing.txt", `${join(repo.path, "dir/sub")} is a link`],
])("nor is %s", async (name, why) => {
  expect(await readNamedText(join(repo.path, name), process.env)).toMatchObject({
    issues: [{ message: expect.stringContaining(`is not opened: ${why}`) }],
  });
});

test.each([
  ["specs/real.txt", "ours\n"],
  ["specs/near.txt", "ours\n"],
  ["far.txt", "ours\n"],
  ["docs/near.txt", "ours\n"],
  ["here/docs/real.txt", "ours\n"],
  ["made.txt", "mine\n"],
  ["private.txt", "mine\n"],
  ["own-out.txt", "theirs\n"],
  ["own-in.txt", "ours\n"],
  ["own-folder/spec.txt", "theirs\n"],
])("%s is read: it is the repo's, or the user's own choice", async (name, text) => {
  expect(await readNamedText(join(repo.path, name), process.env)).toEqual({ ok: true, value: text });
});

test("in a folder of no repo links are the user's", async () => {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  symlinkSync(theirs, join(path, "spec.txt"));
  expect(await readNamedText(join(path, "spec.txt"), process.env)).toEqual({ ok: true, value: "theirs\n" });
});
