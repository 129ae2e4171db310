import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBubblewrap } from "@llmch/process";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { filteredFiles } from "../git/filtered-files.ts";
import { openUser, openWorktree, runIn, seal, toWrite } from "./worktree.fixture.ts";

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 9\n`;
const FILES = {
  ".gitattributes": "*.caps filter=caps\n*.bin filter=lfs\n",
  "words.caps": "hello\n",
  "more/own.caps": "own\n",
  "a.bin": POINTER,
};

/** A repo whose filter keeps capitals. @param vouched whether the user's git has seen its files since they were checked out */
const openFiltered = async (vouched: boolean, clean = "tr a-z A-Z") => {
  const made = throwawayRepo({ "README.md": "hello\n" });
  for (const [name, value] of Object.entries({ clean: "tr a-z A-Z", smudge: "tr A-Z a-z", required: "true" }))
    made.git("config", "--global", `filter.caps.${name}`, value);
  for (const [name, content] of Object.entries(FILES)) made.write(name, content);
  made.commit();
  for (const name of Object.keys(FILES)) utimesSync(join(made.path, name), 1e9, 1e9);
  if (vouched) made.git("status");
  made.git("config", "--global", "filter.caps.clean", clean);
  return openUser(made);
};

const sandboxFor = async (path: string) => {
  const found = await findBubblewrap(process.env, { allowsNetwork: false, notFrom: [path] });
  if (!found.ok) throw new Error(found.issues[0]);
  return found.value;
};

test("files that a filter makes are in the worktree as in the checkout, for commands alone", async () => {
  const { user, repo } = await openFiltered(true);
  const id = user.git("rev-parse", "HEAD:words.caps");
  expect((await filteredFiles(repo, null)).stored).toEqual(["a.bin"]);
  const worktree = await openWorktree(user, repo);
  const words = () => readFileSync(join(worktree.root, "words.caps"), "utf8");
  const first = toWrite("words.caps", "").path;
  const [before, looked] = [statSync(join(user.path, "words.caps")), await runIn(worktree, user, "cat", "words.caps")];
  expect(looked.stdoutTail).toBe("hello\n");
  expect(await worktree.inspect(first)).toMatchObject({ kind: "file", text: "HELLO\n" });
  expect([await worktree.changes(), await worktree.drift([])]).toEqual([[], []]);
  // What a command does to them is undone, and never reaches the user's.
  for (const rude of ["echo other > words.caps", "rm -r words.caps more", "rm -r more; ln -s /nowhere more"]) {
    await runIn(worktree, user, "sh", "-c", rude);
    expect(await worktree.drift([])).toContain(rude.startsWith("rm -r more") ? "more" : "words.caps");
    await worktree.tidy();
    expect([words(), readFileSync(join(worktree.root, "more/own.caps"), "utf8")]).toEqual(["hello\n", "own\n"]);
  }
  const refused = "words.caps passes through a git filter, which llmch does not run";
  expect(await worktree.apply(toWrite("words.caps", "x", "HELLO\n"))).toEqual({ ok: false, issues: [refused] });
  await seal(worktree, toWrite("b", "1"));
  await worktree.reset();
  expect([words(), user.git("rev-parse", "work:words.caps")]).toEqual(["hello\n", id]);
  expect(statSync(join(user.path, "words.caps"))).toMatchObject({ ino: before.ino, ctimeMs: before.ctimeMs });
});

test("a commit that has another shows what git keeps, and so does a file that was changed since", async () => {
  const { user, repo } = await openFiltered(true);
  const base = user.git("rev-parse", "HEAD");
  await filteredFiles(repo, null);
  const worktree = await openWorktree(user, repo);
  writeFileSync(join(user.path, "words.caps"), "next\n");
  const next = user.commit();
  const words = () => readFileSync(join(worktree.root, "words.caps"), "utf8");
  const seen: string[] = [];
  for (const commit of [next, base]) {
    await worktree.moveTo(commit);
    seen.push(words());
  }
  expect(seen).toEqual(["NEXT\n", "HELLO\n"]);
  expect(await worktree.changes()).toEqual([]);
});

test("a file of which only the filter can tell is asked of it, in the sandbox", { tags: "bubblewrap" }, async () => {
  for (const [clean, isChanged] of [
    ["tr a-z A-Z", false],
    ["tr a-z A-Z", true],
    ["false", false],
    [`${"sh -c 'touch here; tr a-z A-Z'"}`, false],
  ] as const) {
    const { user, repo } = await openFiltered(false, clean);
    if (isChanged) for (const name of ["words.caps", "more/own.caps"]) writeFileSync(join(user.path, name), "other\n");
    const isKept = !isChanged && clean !== "false";
    const { standing, stored } = await filteredFiles(repo, await sandboxFor(user.path));
    expect([[...standing.keys()], stored]).toEqual(
      isKept ? [["more/own.caps", "words.caps"], ["a.bin"]] : [[], ["a.bin", "more/own.caps", "words.caps"]],
    );
    expect(() => statSync(join(user.path, "here"))).toThrow();
  }
  const { repo } = await openFiltered(false);
  expect((await filteredFiles(repo, null)).stored).toEqual(["a.bin", "more/own.caps", "words.caps"]);
});
