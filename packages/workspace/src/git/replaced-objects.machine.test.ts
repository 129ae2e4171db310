import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser, openWorktree, seal, toWrite } from "../worktree/worktree.fixture.ts";
import { replacesObjects } from "./objects.ts";

/** A commit with other contents, which no branch has. */
const otherCommit = (user: ThrowawayRepo): string => {
  user.git("switch", "--quiet", "--detach");
  user.write("lib.sh", "exit 0\n");
  user.write("more", "");
  const commit = user.commit();
  user.git("switch", "--quiet", "main");
  return commit;
};

test.each<[what: string, replace: (user: ThrowawayRepo) => void]>([
  ["a file", (user) => user.git("replace", "HEAD:lib.sh", `${otherCommit(user)}:lib.sh`)],
  ["a tree", (user) => user.git("replace", "HEAD^{tree}", `${otherCommit(user)}^{tree}`)],
  ["a commit", (user) => user.git("replace", "HEAD", otherCommit(user))],
])("llmch sees, shows to commands and commits %s as it was committed, whatever replaces it", async (_, replace) => {
  const { user, repo } = await openUser(throwawayRepo({ "lib.sh": "exit 1\n" }));
  expect(await replacesObjects(repo)).toBe(false);
  replace(user);
  expect(await replacesObjects(repo)).toBe(true);
  const commit = user.git("rev-parse", "HEAD");
  expect(await repo.trackedFiles(commit)).toEqual(["lib.sh"]);
  const worktree = await openWorktree(user, repo);
  expect(readFileSync(join(worktree.root, "lib.sh"), "utf8")).toBe("exit 1\n");
  const { tree } = await seal(worktree, toWrite("new", "1"));
  expect(user.git("--no-replace-objects", "ls-tree", "--name-only", tree)).toBe("lib.sh\nnew");
  expect(user.git("--no-replace-objects", "show", "work:lib.sh")).toBe("exit 1");
});

test("the history is the one that was committed, whatever grafts say", async () => {
  const { user, repo } = await openUser(throwawayRepo());
  const order = (id: string) => user.commit(`${id}\n\nLlmch-Order: ${id}\nLlmch-Order-Sha256: ${"a".repeat(64)}`);
  const [, hidden, last] = [order("WO-01"), order("WO-02"), order("WO-03")];
  mkdirSync(join(user.path, ".git/info"), { recursive: true });
  writeFileSync(join(user.path, ".git/info/grafts"), `${last} ${user.git("rev-parse", `${hidden}^`)}\n`);
  expect((await repo.doneOrders(last)).map((done) => done.order)).toEqual(["WO-03", "WO-02", "WO-01"]);
  // Advice of git's on a grafts file would end a git whose reader is gone.
  expect((await repo.git.run(["log", "--format=%H"])).stderr).toBe("");
});
