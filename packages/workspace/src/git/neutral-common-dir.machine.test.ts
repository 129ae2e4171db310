import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeCanary, type ThrowawayRepo, throwawayRepo } from "@llmch/testkit";
import { expect, onTestFinished, test } from "vitest";
import { openUser } from "../worktree/worktree.fixture.ts";
import { textsAtCommits } from "./blobs.ts";
import { configFileText } from "./configuration.ts";
import { neutralCommonDir } from "./neutral-common-dir.ts";
import { openRepository } from "./open-repository.ts";

const checkoutOf = ({ path }: ThrowawayRepo) => ({ root: path, commonDir: join(path, ".git") });
const inCache = (user: ThrowawayRepo) => ({ ...user.env, XDG_CACHE_HOME: join(user.folder, "cache") });

test("the replacement of a repo's shared folder is repaired, whatever was done to it", async () => {
  const { user } = await openUser(throwawayRepo());
  const show = neutralCommonDir(checkoutOf(user), inCache(user));
  const folder = show("[a]\n");
  expect(folder.startsWith(`${user.folder}/cache/llmch/git/`)).toBe(true);
  const names = ["config", "info", "logs", "objects", "packed-refs", "refs", "reftable", "shallow", "worktrees"];
  const isRight = () => {
    expect(show("[a]\n")).toBe(folder);
    expect(readdirSync(folder).sort()).toEqual(names);
    expect(readFileSync(join(folder, "config"), "utf8")).toBe("[a]\n");
    expect(readFileSync(join(folder, "refs/heads/main"), "utf8")).toBe(`${user.git("rev-parse", "main")}\n`);
  };
  isRight();
  for (const harm of [
    () => writeFileSync(join(folder, "config"), "[core]\n\tfsmonitor = evil\n"),
    () => mkdirSync(join(folder, "hooks")),
    () => rmSync(join(folder, "refs")),
    () => {
      rmSync(join(folder, "refs"));
      symlinkSync("/elsewhere", join(folder, "refs"));
    },
    () => chmodSync(folder, 0o777),
    () => {
      rmSync(folder, { recursive: true });
      symlinkSync(join(user.path, ".git"), folder);
    },
    () => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
    },
  ]) {
    harm();
    isRight();
  }
  expect(show("[b]\n")).toBe(folder);
  expect(readFileSync(join(folder, "config"), "utf8")).toBe("[b]\n");
});

test("the replacement for a repo that is gone goes when another one is made", async () => {
  const { user } = await openUser(throwawayRepo());
  const other = throwawayRepo();
  const first = neutralCommonDir(checkoutOf(other), inCache(user))("");
  other.remove();
  const second = neutralCommonDir(checkoutOf(user), inCache(user))("");
  expect(readdirSync(join(user.folder, "cache/llmch/git"))).toEqual([second.split("/").at(-1)]);
  expect(first).not.toBe(second);
});

test("if the cache cannot be written, or is somebody else's, it is in the temporary folder", async () => {
  const { user } = await openUser(throwawayRepo());
  const env = { ...inCache(user), TMPDIR: join(user.folder, "tmp") };
  mkdirSync(env.TMPDIR);
  mkdirSync(join(env.XDG_CACHE_HOME, "llmch/git"), { recursive: true });
  chmodSync(join(env.XDG_CACHE_HOME, "llmch/git"), 0o777);
  expect(neutralCommonDir(checkoutOf(user), env)("").startsWith(`${env.TMPDIR}/llmch-`)).toBe(true);
  // The owner of the folder around it could replace it.
  const own = readdirSync(env.TMPDIR).map((name) => join(env.TMPDIR, name));
  for (const folder of own) chmodSync(folder, 0o777);
  expect(neutralCommonDir(checkoutOf(user), env)("").startsWith(env.TMPDIR)).toBe(false);
  for (const folder of own) chmodSync(folder, 0o700);
  rmSync(env.XDG_CACHE_HOME, { recursive: true });
  writeFileSync(env.XDG_CACHE_HOME, "");
  expect(neutralCommonDir(checkoutOf(user), env)("").startsWith(`${env.TMPDIR}/llmch-`)).toBe(true);
});

test("no home is made for it", async () => {
  const { user } = await openUser(throwawayRepo());
  const env = { PATH: user.env.PATH, HOME: join(user.folder, "nowhere"), TMPDIR: user.folder };
  expect(neutralCommonDir(checkoutOf(user), env)("").startsWith(`${user.folder}/llmch-`)).toBe(true);
  expect(existsSync(env.HOME)).toBe(false);
});

test("a partial clone fetches no missing objects, whatever it says of where they are", async () => {
  const { user } = await openUser(throwawayRepo({ "a.txt": "here\n", "b.txt": "gone\n" }));
  const canary = makeCanary();
  onTestFinished(canary.remove);
  const [commit, blob] = [user.git("rev-parse", "HEAD"), user.git("rev-parse", "HEAD:b.txt")];
  rmSync(join(user.path, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  for (const [name, value] of [
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "evil"],
    ["remote.evil.promisor", "true"],
    ["remote.evil.partialclonefilter", "blob:none"],
    ["remote.evil.url", user.path],
    ["remote.evil.uploadpack", canary.script],
  ] as const) {
    user.git("config", name, value);
  }
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const files = ["a.txt", "b.txt"].map((path) => ({ commit, path }));
  expect([...(await textsAtCommits(opened.value.git, files)).values()]).toEqual(["here\n"]);
  expect((await opened.value.git.run(["cat-file", "blob", blob])).exitCode).not.toBe(0);
  expect(canary.song()).toBe("");
  // The canary does sing if git is called plainly.
  expect(() => user.git("cat-file", "blob", blob)).toThrow();
  expect(canary.song()).not.toBe("");
});

test("a configuration that cannot be read is a refusal", async () => {
  const { user } = await openUser(throwawayRepo());
  writeFileSync(join(user.path, ".git/config"), "[core\n");
  expect(await openRepository(user.path, user.env)).toMatchObject({
    ok: false,
    issues: [{ code: "not-a-git-repo", message: expect.stringContaining("bad config line 1 in file") }],
  });
});

test("git reads the settings that are written for it as they are", async () => {
  const { user } = await openUser(throwawayRepo());
  const settings = [
    ["a.b", "c"],
    ["a.bare", null],
    ['remote.Or"i\\g.in.url', ' two  words; #"x"\nand\ta \\ '],
  ] as const;
  const entries = settings.map(([name, value]) => ({ scope: "local", name, value }));
  user.write("../config", configFileText(entries));
  const listed = settings.map(([name, value]) => `${name}${value === null ? "" : `\n${value}`}\0`).join("");
  expect(user.git("config", "--file", join(user.folder, "config"), "--list", "-z")).toBe(listed);
});
