import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder, throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { readRepoTexts, repoListing } from "./listing.ts";

test("texts are those of HEAD; a link there is not followed, and a secret beside it is not read", async () => {
  const repo = throwawayRepo({ "package.json": "{}\n", ".gitignore": ".env\n" });
  try {
    repo.write(".env", "TOKEN=1\n");
    symlinkSync(".env", join(repo.path, "README.md"));
    repo.commit("link");
    repo.write("package.json", "changed\n");
    expect(await readRepoTexts(repo.path, ["package.json", "README.md"], process.env)).toEqual({
      "package.json": "{}\n",
      "README.md": ".env",
    });
  } finally {
    repo.remove();
  }
});

test("in a folder without git, links are followed only inside it, and never to a secret", async () => {
  const { path, remove } = temporaryFolder();
  try {
    const folder = join(path, "app");
    mkdirSync(folder);
    writeFileSync(join(path, "outside.md"), "outside\n");
    writeFileSync(join(folder, "real.md"), "real\n");
    writeFileSync(join(folder, ".env"), "TOKEN=1\n");
    for (const [link, target] of [
      ["README.md", "real.md"],
      ["README", ".env"],
      ["README.txt", "../outside.md"],
    ] as const)
      symlinkSync(target, join(folder, link));
    const names = ["README.md", "README", "README.txt", "missing.md"];
    expect(await readRepoTexts(folder, names, process.env)).toEqual({ "README.md": "real\n" });
  } finally {
    remove();
  }
});

test("of some paths, those are told that git ignores and does not track", async () => {
  const repo = throwawayRepo({ "dist/kept.js": "1\n" });
  try {
    repo.write(".gitignore", "dist/\n");
    symlinkSync("dist", join(repo.path, "link"));
    repo.commit("ignore");
    const listing = await repoListing(repo.path, process.env);
    const ignoredAmong = async (...paths: readonly string[]) =>
      listing.ok ? [...(await listing.value.ignoredAmong(paths))].filter((path) => path !== "") : null;
    expect(await ignoredAmong("dist/kept.js", "dist/new.js", "src/a.js")).toEqual(["dist/new.js"]);
    expect(await ignoredAmong("link/x.js")).toEqual([]);
  } finally {
    repo.remove();
  }
});

test("another commit than HEAD is listed by its own files, texts and ignore rules, whatever the checkout holds", async () => {
  const repo = throwawayRepo({ "a.js": "first\n", ".gitignore": "old/\n" });
  try {
    repo.write(".gitignore", "dist/\n");
    repo.write("sub/.gitignore", "*.log\n");
    repo.write("a.js", "second\n");
    symlinkSync("a.js", join(repo.path, "link.js"));
    const tip = repo.commit("tip");
    repo.git("reset", "-q", "--hard", "HEAD~");
    const listing = await repoListing(repo.path, process.env, tip);
    if (!listing.ok) throw new Error(listing.issues[0].message);
    const { commit, files, ignoredAmong } = listing.value;
    expect([commit, files]).toEqual([tip, [".gitignore", "a.js", "link.js", "sub/.gitignore"]]);
    expect([...(await ignoredAmong(["dist/a.js", "old/a.js", "sub/a.log", "a.js"]))]).toEqual([
      "dist/a.js",
      "sub/a.log",
    ]);
    expect(await readRepoTexts(repo.path, ["a.js", "b.js"], process.env, { at: tip })).toEqual({ "a.js": "second\n" });
    expect(await repoListing(repo.path, process.env, "0".repeat(40))).toMatchObject({ ok: false });
  } finally {
    repo.remove();
  }
});
