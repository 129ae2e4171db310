import { repoPath } from "@llmch/contract";
import { throwawayRepo } from "@llmch/testkit";
import { openRepository } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { changedBy, openLayers } from "./layers.ts";
import { masksOf, viewOver } from "./view.ts";

const path = (text: string) => {
  const known = repoPath(text);
  if (known === null) throw new Error(text);
  return known;
};

test("a view shows its own set of work over a commit that holds other work", async () => {
  const user = throwawayRepo({ "a.txt": "a\n", "b.txt": "b\n", "gone.txt": "gone\n" });
  onTestFinished(user.remove);
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const repo = opened.value;
  const start = user.git("rev-parse", "HEAD");
  const commit = (files: Readonly<Record<string, string | null>>) => {
    for (const [name, content] of Object.entries(files)) {
      if (content === null) user.git("rm", "-q", name);
      else user.write(name, content);
    }
    user.git("add", "-A");
    user.git("commit", "-qm", "Work");
    return user.git("rev-parse", "HEAD");
  };
  const one = commit({ "a.txt": "one\n", "one.txt": "1\n" });
  const two = commit({ "new.txt": "two\n", "b.txt": "two\n", "gone.txt": null });
  const layers = openLayers(repo, start);
  layers.set("WO-01", await layers.between(start, one));
  layers.set("WO-02", await layers.between(one, two));
  const [first, second] = [layers.of("WO-01"), layers.of("WO-02")];
  if (first === null || second === null) throw new Error("no layers");

  const below = {
    trackedFiles: () => repo.trackedFiles(two),
    presentFiles: () => repo.trackedFiles(two),
    inspect: async (name: string) =>
      name === "B.txt" ? ({ kind: "missing" } as const) : ({ kind: "blocked", why: "of the worktree" } as const),
    isFile: async () => true,
  };
  const masks = await masksOf(changedBy([first, second]), changedBy([first]), layers);
  const view = viewOver(below, masks, repo);
  expect(await view.trackedFiles()).toEqual(["a.txt", "b.txt", "gone.txt", "one.txt"]);
  expect(await view.inspect(path("b.txt"))).toMatchObject({ kind: "file", text: "b\n", executable: false });
  expect(await view.inspect(path("B.txt"))).toEqual({ kind: "missing", twin: "b.txt" });
  expect(await view.inspect(path("new.txt"))).toEqual({ kind: "missing" });
  expect(await view.isFile(path("gone.txt"))).toBe(true);
  expect(await view.isFile(path("new.txt"))).toBe(false);
  expect(await view.inspect(path("a.txt"))).toMatchObject({ why: "of the worktree" });
  expect(viewOver(below, new Map(), repo)).toBe(below);
});
