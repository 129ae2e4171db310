import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { byCodePoint } from "@llmch/text";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { open, openUser, type UserRepo } from "../worktree/worktree.fixture.ts";
import { changesBetween } from "./changes.ts";
import { foldOnto } from "./fold.ts";
import type { Repository } from "./repository.ts";
import { readTree, type TreeChange, type TreeObject } from "./tree.ts";

/** A commit's files, `<mode> <id>` by path. */
const treeIn = async (repo: Repository, commit: string): Promise<Record<string, string>> =>
  Object.fromEntries((await readTree(repo.git, commit)).map(({ path, mode, id }) => [path, `${mode} ${id}`]));

const blobOf = (user: UserRepo, path: string) => user.git("hash-object", "-w", path);

test("the changes between two commits, with links and submodules as they are", async () => {
  const { user, repo } = await openUser(
    throwawayRepo({ kept: "1", "a/gone": "1", turned: "1", mode: "1", "é ü": "1" }),
  );
  const from = user.git("rev-parse", "HEAD");
  user.git("rm", "--quiet", "a/gone", "turned");
  user.git("update-index", "--chmod=+x", "mode");
  user.git("update-index", "--add", "--cacheinfo", `120000,${blobOf(user, "kept")},a`);
  user.git("update-index", "--add", "--cacheinfo", `160000,${from},module`);
  for (const path of ["turned/\uff61", "turned/\u{1f600}", "é ü"]) user.write(path, "2");
  user.git("add", "turned", "é ü");
  user.git("commit", "--quiet", "-m", "next");
  const to = user.git("rev-parse", "HEAD");
  const [one, two] = [blobOf(user, "kept"), blobOf(user, "é ü")];
  expect(await changesBetween(repo, from, to)).toEqual([
    { path: "a", mode: "120000", id: one },
    { path: "a/gone", mode: null },
    { path: "mode", mode: "100755", id: one },
    { path: "module", mode: "160000", id: from },
    { path: "turned", mode: null },
    { path: "turned/\uff61", mode: "100644", id: two },
    { path: "turned/\u{1f600}", mode: "100644", id: two },
    { path: "é ü", mode: "100644", id: two },
  ]);
  expect(await changesBetween(repo, to, to)).toEqual([]);
  const tree = user.git("rev-parse", `${to}^{tree}`);
  expect(await foldOnto(repo, from, [await changesBetween(repo, from, `${to}^{tree}`)])).toMatchObject({ tree });
  await expect(changesBetween(repo, from, "1".repeat(40))).rejects.toThrow("cannot be compared");
});

test("a fold is the same commit at any time and for anybody, and touches nothing of the user's", async () => {
  const temporary = temporaryFolder();
  onTestFinished(temporary.remove);
  const { user } = await openUser(throwawayRepo({ a: "1", "deep/b": "1", "other/c": "1" }));
  user.write("a", "2");
  const id = blobOf(user, "a");
  // Whoever runs it, and whatever their index and checkout leave out.
  const odd = { GIT_AUTHOR_NAME: "Somebody", GIT_COMMITTER_DATE: "@5 +0200", TMPDIR: temporary.path };
  user.git("sparse-checkout", "set", "--cone", "--sparse-index", "deep");
  user.git("config", "core.splitIndex", "true");
  user.git("config", "i18n.commitEncoding", "latin1");
  const index = readFileSync(join(user.path, ".git/index"));
  const entries = readdirSync(join(user.path, ".git"));
  const base = user.git("rev-parse", "HEAD");
  const layers: readonly (readonly TreeChange[])[] = [
    [{ path: "other/c", mode: "100755", id }],
    [
      { path: "deep/b", mode: null },
      { path: "new", mode: "120000", id },
    ],
  ];
  const repo = await open({ path: user.path, env: { ...user.env, ...odd } });
  const fold = await foldOnto(repo, base, layers);
  expect(await foldOnto(await open(user), base, layers)).toEqual(fold);
  expect(await treeIn(repo, fold.commit)).toEqual({
    a: (await treeIn(repo, base)).a,
    "other/c": `100755 ${id}`,
    new: `120000 ${id}`,
  });
  const who = "llmch <llmch@localhost> 0 +0000";
  expect(user.git("cat-file", "commit", fold.commit)).toBe(
    `tree ${fold.tree}\nparent ${base}\nauthor ${who}\ncommitter ${who}\n\nllmch: fold`,
  );
  expect(user.git("for-each-ref", "--contains", fold.commit)).toBe("");
  expect(readFileSync(join(user.path, ".git/index"))).toEqual(index);
  expect(readdirSync(join(user.path, ".git"))).toEqual(entries);
  expect(readdirSync(temporary.path)).toEqual([]);
  await expect(foldOnto(repo, "1".repeat(40), layers)).rejects.toThrow("cannot be laid on");
  expect(readdirSync(temporary.path)).toEqual([]);
});

test("applying changes equals applying them to a plain map of paths", async () => {
  const { user, repo } = await openUser(
    throwawayRepo({ a: "1", "a.b": "1", "d/e/f": "1", "d/g": "1", "\u{1f600}": "1" }),
  );
  const base = user.git("rev-parse", "HEAD");
  const id = blobOf(user, "a");
  const change = fc.oneof(
    fc.record({ path: PATHS, mode: fc.constant(null) }),
    fc.record({
      path: PATHS,
      mode: fc.constantFrom("100644", "100755", "120000"),
      id: fc.constantFrom(id, user.git("hash-object", "-w", ".git/HEAD")),
    }),
    fc.record({ path: PATHS, mode: fc.constant("160000"), id: fc.constant(base) }),
  );
  const layer = fc.uniqueArray(change, { maxLength: 6, comparator: (a, b) => clash(a, b) });
  const start = await treeIn(repo, base);
  await fc.assert(
    fc.asyncProperty(fc.array(layer, { maxLength: 4 }), async (layers) => {
      const fold = await foldOnto(repo, base, layers);
      expect(await treeIn(repo, fold.commit)).toEqual(modelOf(start, layers));
      // What is known without asking git is what git says.
      expect(await repo.trees.entriesOf(fold.commit)).toEqual((await readTree(repo.git, fold.commit)).toSorted(byPath));
      expect(await repo.trees.hashOf(fold.commit)).toBe(user.git("rev-parse", `${fold.commit}^{tree}`));
      const changes = await changesBetween(repo, base, fold.commit);
      expect(changes.map(({ path }) => path)).toEqual(changes.map(({ path }) => path).toSorted(byCodePoint));
      expect((await foldOnto(repo, base, [changes.toReversed()])).tree).toBe(fold.tree);
    }),
    { numRuns: 60 },
  );
});

const byPath = (a: TreeObject, b: TreeObject) => byCodePoint(a.path, b.path);

const PATHS = fc.constantFrom(
  "a",
  "a/b",
  "a/b/c",
  "a.b",
  "a b",
  "d",
  "d/e",
  "d/e/f",
  "d/g",
  "d/g/\u{1f600}",
  "d-",
  "ü\n\t",
);

const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** A layer says one thing of a path, and puts no file where it puts a folder. */
const clash = (a: TreeChange, b: TreeChange): boolean =>
  a.path === b.path || (a.mode !== null && b.mode !== null && (isBelow(a.path, b.path) || isBelow(b.path, a.path)));

const modelOf = (
  start: Readonly<Record<string, string>>,
  layers: readonly (readonly TreeChange[])[],
): Record<string, string> => {
  const files = new Map(Object.entries(start));
  for (const layer of layers) {
    for (const { path, mode } of layer) if (mode === null) files.delete(path);
    for (const change of layer) {
      if (change.mode === null) continue;
      for (const path of [...files.keys()])
        if (isBelow(path, change.path) || isBelow(change.path, path)) files.delete(path);
      files.set(change.path, `${change.mode} ${change.id}`);
    }
  }
  return Object.fromEntries(files);
};
