import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AcceptedChange, repoPath, sha256Hex, utf8Bytes } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import type { Commands } from "@llmch/factory";
import { commandEnvironment } from "@llmch/process";
import { throwawayRepo } from "@llmch/testkit";
import { openRepository } from "@llmch/workspace";
import { expect, onTestFinished, test } from "vitest";
import { openLeases } from "../lease/leases.ts";
import { scratchIn } from "./scratch.ts";

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
  const first = user.git("rev-parse", "HEAD");
  user.write("a.txt", "two\n");
  const second = user.commit();
  const { worktree } = await leases.lease(second);
  const held: string[] = [];
  const setUps: string[] = [];
  const scratch = (seen: string | null, unready: string | null = null) =>
    scratchIn(worktree, {
      commands,
      seen: seen === null ? null : async () => seen,
      setUp: async () => {
        setUps.push(worktree.baseline());
        return unready;
      },
      enter: async () => {
        held.push("entered");
        return () => held.push("left");
      },
    });
  const read = (name: string) => readFileSync(join(worktree.root, name), "utf8");
  return { first, second, worktree, scratch, read, held, setUps };
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

test("a draft is applied to what the order sees while commands run, and undone afterwards", async () => {
  const { first, second, worktree, scratch, read, held, setUps } = await open();
  const seen = await scratch(first).run([change("b.txt", "b\n", "draft\n")], async () => [
    read("a.txt"),
    read("b.txt"),
  ]);
  expect(seen).toEqual({ ok: true, value: ["one\n", "draft\n"] });
  expect([worktree.baseline(), read("a.txt"), read("b.txt")]).toEqual([second, "two\n", "b\n"]);
  expect(held).toEqual(["entered", "left"]);
  expect(setUps).toEqual([first, second]);
});

test("a worktree that shows what the order sees is not moved", async () => {
  const { scratch, read, setUps } = await open();
  const seen = await scratch(null).run([change("a.txt", "two\n", "draft\n")], async () => read("a.txt"));
  expect([seen, read("a.txt"), setUps]).toEqual([{ ok: true, value: "draft\n" }, "two\n", []]);
});

test.each<[string, (scene: Awaited<ReturnType<typeof open>>) => Promise<unknown>, RegExp]>([
  [
    "a draft of another state",
    ({ scratch }) => scratch(null).run([change("a.txt", "other\n", "draft\n")], async () => 1),
    /^the draft cannot be laid there: a\.txt/,
  ],
  [
    "dependencies that fail",
    ({ scratch, first }) => scratch(first, "npm is missing").run([], async () => 1),
    /^npm is/,
  ],
  [
    "a command that throws",
    ({ scratch }) =>
      scratch(null).run([change("b.txt", "b\n", "draft\n")], async () => {
        throw new Error("no place");
      }),
    /^the command could not be run: no place$/,
  ],
])("the reason is returned and everything left as it was: %s", async (_, act, why) => {
  const scene = await open();
  expect(await act(scene)).toEqual({ ok: false, issues: [expect.stringMatching(why)] });
  const { worktree, read, second, held } = scene;
  expect([worktree.baseline(), read("a.txt"), read("b.txt")]).toEqual([second, "two\n", "b\n"]);
  expect(held).toEqual(["entered", "left"]);
});
