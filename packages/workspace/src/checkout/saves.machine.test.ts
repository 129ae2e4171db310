import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { prepareForward } from "./forward.ts";

const COUNT = 400;
const name = (index: number): string => `d${index % 20}/f${index}.txt`;

/** Saves files again and again, in place and by a rename, and records what it saved last. */
const EDITOR = `
  const { writeFileSync, renameSync, existsSync } = require("node:fs");
  const [root, stop, done] = process.argv.slice(1);
  const saved = {};
  for (let turn = 0; !existsSync(stop); turn++) {
    const index = Math.floor(Math.random() * ${COUNT});
    const path = "d" + (index % 20) + "/f" + index + ".txt";
    const text = "mine " + turn + "\\n";
    if (turn % 2 === 0) writeFileSync(root + "/" + path, text);
    else { writeFileSync(root + "/.git/swap", text); renameSync(root + "/.git/swap", root + "/" + path); }
    saved[path] = text;
    if (turn % 10 === 0) process.stdout.write(".");
  }
  writeFileSync(done, JSON.stringify(saved));
`;

test("an editor that saves all the time loses nothing to the fast-forward", async () => {
  const files = (text: string) => Object.fromEntries(Array.from({ length: COUNT }, (_, index) => [name(index), text]));
  const { user, repo } = await openUser(throwawayRepo(files("one\n")));
  const from = user.git("rev-parse", "HEAD");
  for (const [path, text] of Object.entries(files("two\n"))) user.write(path, text);
  const forward = { branch: "work", from, commit: user.commit("next") };
  user.git("checkout", "--quiet", "-b", "work", from);
  const prepared = await prepareForward(repo, forward, []);
  user.git("update-ref", "refs/heads/work", forward.commit);
  const [stop, done] = [join(user.folder, "stop"), join(user.folder, "done")];
  const editor = spawn(process.execPath, ["-e", EDITOR, user.path, stop, done], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => editor.once("exit", resolve));
  await new Promise((resolve) => editor.stdout.once("data", resolve));
  const told = prepared.ok ? await prepared.value.finish() : prepared.issues[0];
  writeFileSync(stop, "");
  await ended;
  const saved: unknown = JSON.parse(readFileSync(done, "utf8"));
  const standing = Object.fromEntries(Object.keys(saved ?? {}).map((path) => [path, user.read(path)]));
  expect(standing).toEqual(saved);
  expect(told).toContain("changed meanwhile");
});
