import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AcceptedChange, repoPath } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import type { Commands } from "@llmch/factory";
import { commandEnvironment } from "@llmch/process";
import { throwawayRepo } from "@llmch/testkit";
import { sha256Hex, utf8Bytes } from "@llmch/text";
import { openRepository } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { openLeases } from "../lease/leases.ts";
import { scratchIn } from "./desk.ts";

const commands: Commands = {
  run: async () => {
    throw new Error("the bodies here run nothing");
  },
};

const open = async () => {
  const user = throwawayRepo({ "a.txt": "one\n", "b.txt": "b\n" });
  const temporary = join(user.folder, "temporary");
  mkdirSync(temporary);
  const env = { ...user.env, TMPDIR: temporary, XDG_CACHE_HOME: join(user.folder, "cache") };
  const repo = await openRepository(user.path, env);
  if (!repo.ok) throw new Error(repo.issues[0].message);
  const place = { signal: new AbortController().signal, environment: commandEnvironment(env) };
  const leases = openLeases(repo.value, place, DEFAULT_SETTINGS.setup);
  onTestFinished(async () => {
    await leases.close();
    user.remove();
  });
  user.write("a.txt", "two\n");
  const second = user.commit();
  const { worktree } = await leases.lease(second);
  const scratch = scratchIn(worktree, commands);
  const read = (name: string) => readFileSync(join(worktree.root, name), "utf8");
  return { second, worktree, scratch, read };
};

const change = (path: string, before: string, content: string): AcceptedChange => {
  const known = repoPath(path);
  if (known === null) throw new Error(path);
  return {
    kind: "write",
    path: known,
    content: utf8Bytes(content),
    baseSha256: sha256Hex(before),
    executable: null,
  };
};

test("a draft lies in the worktree while commands run, and is undone afterwards", async () => {
  const { second, worktree, scratch, read } = await open();
  const seen = await scratch.run([change("b.txt", "b\n", "draft\n")], async () => [read("a.txt"), read("b.txt")]);
  expect(seen).toEqual({ ok: true, value: ["two\n", "draft\n"] });
  expect([worktree.baseline(), read("a.txt"), read("b.txt")]).toEqual([second, "two\n", "b\n"]);
});

test.each<[string, (scene: Awaited<ReturnType<typeof open>>) => Promise<unknown>, RegExp]>([
  [
    "a draft of another state",
    ({ scratch }) => scratch.run([change("a.txt", "other\n", "draft\n")], async () => 1),
    /^the draft cannot be laid there: a\.txt/,
  ],
  [
    "a command that throws",
    ({ scratch }) =>
      scratch.run([change("b.txt", "b\n", "draft\n")], async () => {
        throw new Error("no place");
      }),
    /^the command could not be run: no place$/,
  ],
])("the reason is returned and everything left as it was: %s", async (_, act, why) => {
  const scene = await open();
  expect(await act(scene)).toEqual({ ok: false, issues: [expect.stringMatching(why)] });
  const { worktree, read, second } = scene;
  expect([worktree.baseline(), read("a.txt"), read("b.txt")]).toEqual([second, "two\n", "b\n"]);
});
