import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import type { Git } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { layOut, treeOf } from "./folder-tree.ts";
import { commitFolder } from "./published.ts";
import { gitIn } from "./remote.ts";

const RUN = "01M8KAMMJNFB0DTB9P0MJF3DH1";

test("what lands while a run's folder is read is in its journals, or is not published yet", async () => {
  const { path, env, git: words, commit, remove } = throwawayRepo();
  onTestFinished(remove);
  const root = join(path, "runs");
  const journal = join(root, "run-all", RUN, "events.jsonl");
  mkdirSync(join(journal, ".."), { recursive: true });
  writeFileSync(journal, "begun\n");
  const git = gitIn(path, env, join(path, ".git"));
  if (git === null) throw new Error("there is no git");
  let landed = "";
  const land = () => {
    appendFileSync(journal, "lands\n");
    landed = commit("landed");
    words("branch", "work", landed);
    appendFileSync(journal, "landed\n");
  };
  const late: Git = {
    ...git,
    run: (args, options) => {
      if (args[0] === "write-tree" && landed === "") land();
      return git.run(args, options);
    },
  };
  const folder = { root, runId: RUN, epoch: 1, worker: "one", branch: "work", acts: [] };
  const made = await commitFolder(late, folder, null, { env, index: join(path, "index") });
  expect(made).toMatchObject({ ok: true, value: { branch: "work", tip: landed } });
  const tree = made.ok ? made.value.tree : "";
  expect(words("show", `${tree}:run-all/${RUN}/events.jsonl`)).toBe("begun\nlands\nlanded");
});

test("a run that has just ended is published with its seal: without, nobody elsewhere could tell whose it is", async () => {
  const { path, env, git: words, remove } = throwawayRepo();
  onTestFinished(remove);
  const root = join(path, "runs");
  const folder = join(root, "run-all", RUN);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "events.jsonl"), '{"seq":1}\n{"seq":2,"type":"run_finished"}\n');
  const git = gitIn(path, env, join(path, ".git"));
  if (git === null) throw new Error("there is no git");
  let looks = 0;
  const late: Git = {
    ...git,
    run: (args, options) => {
      if (args[0] === "hash-object" && ++looks === 3) {
        writeFileSync(join(folder, "seal.json"), "{}\n");
        writeFileSync(join(folder, "mark"), "1\n");
      }
      return git.run(args, options);
    },
  };
  const made = await treeOf(late, root, join(path, "index"));
  expect(made).toMatchObject({ ok: true });
  expect(words("ls-tree", "-r", "--name-only", made.ok ? made.value : "").split("\n")).toEqual(
    ["events.jsonl", "mark", "seal.json"].map((name) => `run-all/${RUN}/${name}`),
  );
});

test("what a run was begun with, and took up since, does not stay in its first copy: no seal bears a file more", async () => {
  const { path, env, remove } = throwawayRepo();
  onTestFinished(remove);
  const git = gitIn(path, env, join(path, ".git"));
  if (git === null) throw new Error("there is no git");
  const below = (root: string) => join(path, root, "run-all", RUN);
  for (const [root, names] of Object.entries({ worker: ["events.jsonl", "orders.json"], copy: ["request.json"] })) {
    mkdirSync(below(root), { recursive: true });
    for (const name of names) writeFileSync(join(below(root), name), "{}\n");
  }
  const folder = { root: join(path, "worker"), runId: RUN, epoch: 1, worker: "one", branch: null, acts: [] };
  const made = await commitFolder(git, folder, null, { env, index: join(path, "index") });
  const commit = made.ok ? made.value.commit : "";
  expect(await layOut(git, commit, join(path, "copy"))).toEqual({ ok: true, value: [{ kind: "run-all", runId: RUN }] });
  expect(readdirSync(below("copy")).sort()).toEqual(["events.jsonl", "orders.json"]);
});
