import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser, openWorktree, runIn, seal, toWrite } from "../worktree/worktree.fixture.ts";
import { foldersNamed } from "./dependency-folders.ts";
import { submodulesOf } from "./submodules.ts";

/** A repo with a submodule `vendor/lib`, whose own submodule is `vendor/lib/deep`, all checked out. */
const makeRepo = async () => {
  const { user } = await openUser(throwawayRepo({ "a.txt": "1\n" }));
  const made = (
    name: string,
    files: Readonly<Record<string, string>>,
    parts: readonly (readonly [string, string])[],
  ) => {
    const path = join(user.folder, name);
    user.git("init", "--quiet", path);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
    for (const [from, to] of parts)
      user.git("-C", path, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", from, to);
    user.git("-C", path, "add", "-A");
    user.git("-C", path, "commit", "--quiet", "-m", name);
    return path;
  };
  const deep = made("deep", { "deep.txt": "deep\n" }, []);
  const lib = made("lib", { "lib.txt": "lib\n" }, [[deep, "deep"]]);
  user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib, "vendor/lib");
  user.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive");
  user.commit("submodule");
  return { user, lib: join(user.path, "vendor/lib") };
};

test("commands see a submodule's files as its commit has them, which are no part of the work", async () => {
  const { user, lib } = await makeRepo();
  writeFileSync(join(lib, "lib.txt"), "changed\n");
  writeFileSync(join(lib, "secret.env"), "key\n");
  writeFileSync(join(lib, "deep/deep.txt"), "changed\n");
  const worktree = await openWorktree(user, await open(user));
  const show = "cat vendor/lib/lib.txt vendor/lib/deep/deep.txt; ls -A vendor/lib vendor/lib/deep";
  const seen = "lib\ndeep\nvendor/lib:\n.gitmodules\ndeep\nlib.txt\n\nvendor/lib/deep:\ndeep.txt\n";
  const shown = await runIn(worktree, user, "sh", "-c", `${show}; git status --short`);
  expect(shown).toMatchObject({ exitCode: 0, stdoutTail: seen, stderrTail: "" });

  const rude = "echo changed > vendor/lib/lib.txt; echo x > vendor/lib/new; rm -r vendor/lib/deep";
  await runIn(worktree, user, "sh", "-c", rude);
  expect(await worktree.drift([])).toEqual([]);
  await worktree.reset();
  expect((await runIn(worktree, user, "sh", "-c", show)).stdoutTail).toBe(seen);

  const within = toWrite("vendor/lib/lib.txt", "2\n");
  expect(await worktree.inspect(within.path)).toMatchObject({ kind: "blocked" });
  await seal(worktree, toWrite("a.txt", "2\n", "1\n"));
  expect(user.git("diff", "--raw", "HEAD", "work").split("\t").slice(1)).toEqual(["a.txt"]);
  expect([readFileSync(join(lib, "lib.txt"), "utf8"), readFileSync(join(lib, "deep/deep.txt"), "utf8")]).toEqual([
    "changed\n",
    "changed\n",
  ]);
});

test("a submodule that is not checked out, or lacks its commit, is an empty folder", async () => {
  const { user, lib } = await makeRepo();
  const looked = async () => {
    const repo = await open(user);
    const found = await submodulesOf(repo, await repo.trees.entriesOf(user.git("rev-parse", "HEAD")));
    const worktree = await openWorktree(user, repo);
    const { stdoutTail } = await runIn(worktree, user, "sh", "-c", "find vendor | LC_ALL=C sort");
    return [found.map(({ path, git }) => [path, git !== null]), stdoutTail];
  };
  user.git("-C", lib, "submodule", "--quiet", "deinit", "--force", "deep");
  expect(await looked()).toEqual([
    [
      ["vendor/lib", true],
      ["vendor/lib/deep", false],
    ],
    "vendor\nvendor/lib\nvendor/lib/.gitmodules\nvendor/lib/deep\nvendor/lib/lib.txt\n",
  ]);
  const empty = [[["vendor/lib", false]], "vendor\nvendor/lib\n"];
  user.git("update-index", "--cacheinfo", `160000,${"1".repeat(40)},vendor/lib`);
  user.git("commit", "--quiet", "-m", "a commit that is nowhere");
  expect(await looked()).toEqual(empty);
  user.git("reset", "--quiet", "--soft", "HEAD~1");
  user.git("submodule", "--quiet", "deinit", "--force", "vendor/lib");
  expect(await looked()).toEqual(empty);
  rmSync(lib, { recursive: true });
  expect(await looked()).toEqual(empty);
});

test("neither a submodule nor a folder around it is a dependency folder", async () => {
  const { user } = await makeRepo();
  const path = (name: string) => {
    mkdirSync(join(user.path, name), { recursive: true });
    return name;
  };
  const made = ["vendor/lib/node_modules", "node_modules", "vendor"].map(path);
  expect(foldersNamed(["vendor", "node_modules", "lib"], user.path, ["a.txt"], ["vendor/lib"])).toEqual([made[1]]);
});
