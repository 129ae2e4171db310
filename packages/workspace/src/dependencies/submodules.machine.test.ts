import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser, openWorktree, runIn, seal, toWrite } from "../worktree/worktree.fixture.ts";
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

const sharing = (share: "copy" | "link") => ({
  dependencies: { sharing: { share, limits: { files: 100, bytes: 1_000_000 } } },
});

test.each(["copy", "link"] as const)(
  "commands see a submodule's files, which are no part of the work: %s",
  async (share) => {
    const { user, lib } = await makeRepo();
    const worktree = await openWorktree(user, await open(user), sharing(share));
    const shown = await runIn(
      worktree,
      user,
      "sh",
      "-c",
      "cat vendor/lib/lib.txt vendor/lib/deep/deep.txt; git status --short",
    );
    expect(shown).toMatchObject({ exitCode: 0, stdoutTail: "lib\ndeep\n", stderrTail: "" });
    expect(existsSync(join(worktree.root, "vendor/lib/.git"))).toBe(false);
    if (share === "copy") {
      await runIn(
        worktree,
        user,
        "sh",
        "-c",
        "echo changed > vendor/lib/lib.txt; echo x > vendor/lib/new; rm -r vendor/lib/deep",
      );
      expect(await worktree.drift([])).toEqual([]);
      await worktree.reset();
      const again = await runIn(
        worktree,
        user,
        "sh",
        "-c",
        "cat vendor/lib/lib.txt vendor/lib/deep/deep.txt; ls vendor/lib",
      );
      expect(again.stdoutTail).toBe("lib\ndeep\ndeep\nlib.txt\n");
    }
    expect(readFileSync(join(lib, "lib.txt"), "utf8")).toBe("lib\n");
    const within = toWrite("vendor/lib/lib.txt", "2\n");
    expect(await worktree.inspect(within.path)).toMatchObject({ kind: "blocked" });
    await seal(worktree, toWrite("a.txt", "2\n", "1\n"));
    expect(user.git("diff", "--raw", "HEAD", "work").split("\t").slice(1)).toEqual(["a.txt"]);
    expect(user.git("status", "--short")).toBe("");
  },
);

test("a submodule that is not as the commit names it is an empty folder", async () => {
  const { user, lib } = await makeRepo();
  const looked = async () => {
    const repo = await open(user);
    const [found] = await submodulesOf(repo, await repo.trees.entriesOf(user.git("rev-parse", "HEAD")));
    const worktree = await openWorktree(user, repo, sharing("copy"));
    const { stdoutTail } = await runIn(worktree, user, "ls", "-A", "vendor/lib");
    return [found, stdoutTail];
  };
  writeFileSync(join(lib, "lib.txt"), "changed\n");
  expect(await looked()).toEqual([{ path: "vendor/lib", state: "changed" }, ""]);
  user.git("-C", lib, "commit", "--quiet", "-am", "later");
  expect(await looked()).toEqual([{ path: "vendor/lib", state: "elsewhere" }, ""]);
  user.git("submodule", "--quiet", "deinit", "--force", "vendor/lib");
  expect(await looked()).toEqual([{ path: "vendor/lib", state: "missing" }, ""]);
  rmSync(lib, { recursive: true });
  expect(await looked()).toEqual([{ path: "vendor/lib", state: "missing" }, ""]);
});
