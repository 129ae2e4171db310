import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, gitIn, type Scene, writeFiles } from "../scene.ts";

interface Shape {
  readonly name: string;
  /** Prepares the repo; afterwards the user is on `work`, with a clean tree. */
  readonly prepare: (scene: Scene) => void;
  /** The content of the changed file in the user's checkout. */
  readonly shown?: string;
  /** Its content in the commit. */
  readonly committed?: string;
  /** Where the user's checkout is, if not in the scene's repo. */
  readonly checkout?: (scene: Scene) => string;
  readonly flags?: readonly string[];
}

const NEW = "one\ntwo\n";
const commitAll = ({ git }: Scene, message: string) => {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
};

/** A file that a filter keeps in capitals, and as old as a fresh clone's: git must look at its content once. */
const addFiltered = (scene: Scene, more: Readonly<Record<string, string>> = {}) => {
  for (const [name, program] of Object.entries({ clean: "tr a-z A-Z", smudge: "tr A-Z a-z" }))
    scene.git("config", `filter.caps.${name}`, program);
  scene.write({ ".gitattributes": "*.caps filter=caps\n*.bin filter=lfs\n", "words.caps": "hello\n", ...more });
  commitAll(scene, "filtered");
  utimesSync(join(scene.repo, "words.caps"), 1e9, 1e9);
};

const SHAPES: readonly Shape[] = [
  { name: "plain", prepare: () => {} },
  {
    name: "autocrlf",
    prepare: ({ git }) => git("config", "core.autocrlf", "true"),
    shown: "one\r\ntwo\r\n",
    committed: NEW,
  },
  {
    name: "an eol attribute",
    prepare: (scene) => {
      scene.write({ ".gitattributes": "*.txt text eol=crlf\n" });
      commitAll(scene, "attributes");
    },
    shown: "one\r\ntwo\r\n",
    committed: NEW,
  },
  {
    name: "an ident attribute",
    prepare: (scene) => {
      scene.write({ ".gitattributes": "*.txt ident\n" });
      commitAll(scene, "attributes");
    },
  },
  {
    name: "a name that is not UTF-8",
    prepare: (scene) => {
      execFileSync("sh", ["-c", "printf x > \"$(printf 'caf\\351')\""], { cwd: scene.repo });
      commitAll(scene, "latin");
    },
  },
  {
    name: "a hard-linked file",
    prepare: ({ root, repo }) => linkSync(join(repo, "notes.txt"), join(root, "twin.txt")),
  },
  {
    name: "a submodule",
    prepare: (scene) => {
      const inner = join(scene.root, "inner");
      scene.git("init", "--quiet", inner);
      const git = gitIn(inner);
      git("config", "user.name", "Ada");
      git("config", "user.email", "ada@example.org");
      git("commit", "--quiet", "--allow-empty", "--message", "inner");
      scene.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "inner");
      commitAll(scene, "submodule");
    },
  },
  {
    name: "a filter of the user's",
    prepare: (scene) => {
      addFiltered(scene);
      scene.git("status");
    },
  },
  { name: "a split index", prepare: ({ git }) => git("update-index", "--split-index") },
  { name: "an index with untracked cache", prepare: ({ git }) => git("update-index", "--force-untracked-cache") },
  { name: "an index of version 4", prepare: ({ git }) => git("update-index", "--index-version", "4") },
  { name: "packed refs", prepare: ({ git }) => git("pack-refs", "--all") },
  {
    name: "a shallow clone",
    prepare: (scene) => {
      scene.git("commit", "--quiet", "--allow-empty", "--message", "second");
      // A clone takes the branch that is checked out there for the default one, which is worth a warning.
      scene.git("checkout", "--quiet", "main");
      const copy = shallowCopy(scene);
      execFileSync("git", ["clone", "--quiet", "--depth=1", "--branch=work", `file://${scene.repo}`, copy]);
      gitIn(copy)("config", "user.name", "Ada");
      gitIn(copy)("config", "user.email", "ada@example.org");
    },
    checkout: (scene) => shallowCopy(scene),
    flags: ["--no-push"],
  },
  {
    name: "a linked worktree",
    prepare: ({ git, root }) => {
      git("checkout", "--quiet", "main");
      git("worktree", "add", "--quiet", join(root, "linked"), "work");
    },
    checkout: ({ root }) => join(root, "linked"),
  },
];

const shallowCopy = ({ root }: Scene): string => join(root, "shallow");

test.concurrent.each(SHAPES)("a repo with $name gets its commit, and the checkout follows", async (shape) => {
  const { prepare, shown = NEW, committed = shown, checkout, flags = [] } = shape;
  const scene = createScene({ files: { "notes.txt": "old\n", "other.txt": "other\n" } });
  scene.git("checkout", "--quiet", "-b", "work");
  prepare(scene);
  const place = checkout?.(scene) ?? scene.repo;
  const git = gitIn(place);
  const before = readFileSync(join(place, "other.txt"), "utf8");
  scene.order({ allowed_files: ["notes.txt", "sub/new.txt"], acceptance_commands: ["test -s sub/new.txt"] });
  // The model sees a file as git checks it out.
  const base = { "notes.txt": shown.includes("\r") ? "old\r\n" : "old\n" };
  scene.answers({ "WO-01/attempt-1": scene.answer({ "notes.txt": NEW, "sub/new.txt": NEW }, base) });

  const { code, stderr } = await scene.run(["--branch", "work", "--repo", place, ...flags]);

  expect(stderr.replace("warning: NO TEST RAN", "")).not.toContain("warning");
  expect(code).toBe(0);
  expect(git("cat-file", "blob", "work:notes.txt")).toBe(committed.trimEnd());
  expect(git("diff", "--name-only", "work~1", "work").split("\n")).toEqual(["notes.txt", "sub/new.txt"]);
  expect(readFileSync(join(place, "notes.txt"), "utf8")).toBe(shown);
  expect(readFileSync(join(place, "sub/new.txt"), "utf8")).toBe(shown);
  expect(readFileSync(join(place, "other.txt"), "utf8")).toBe(before);
  expect(git("status", "--porcelain")).toBe("");
  expect(git("fsck", "--no-progress", "--no-dangling")).toBe("");
});

test("what a filter makes of a file is no change, and files that it has not made are named before anything is paid", {
  tags: "bubblewrap",
}, async () => {
  const scene = createScene({ files: { "notes.txt": "old\n" } });
  scene.git("checkout", "--quiet", "-b", "work");
  addFiltered(scene, { "a.bin": `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 9\n` });
  scene.order({ allowed_files: ["notes.txt"], acceptance_commands: ["grep -q hello words.caps"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "notes.txt": NEW }) });

  const alone = await scene.run(["--branch", "work", "--no-sandbox"]);
  expect(alone).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\(words\.caps\); only a git filter can tell it/),
  });
  const { code, stderr } = await scene.run(["--branch", "work"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /warning: commands see what git keeps of a\.bin, and not what a filter makes of it: .*git lfs pull/,
  );
  expect(readFileSync(join(scene.repo, "notes.txt"), "utf8")).toBe(NEW);
  expect([scene.git("status", "--porcelain"), scene.git("show", "work:words.caps")]).toEqual(["", "HELLO"]);
});

test("a hard link to a changed file from outside the repo stays as it was", async () => {
  const scene = createScene({ files: { "notes.txt": "old\n" } });
  scene.git("checkout", "--quiet", "-b", "work");
  const twin = join(scene.root, "twin.txt");
  linkSync(join(scene.repo, "notes.txt"), twin);
  scene.order({ allowed_files: ["notes.txt"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "notes.txt": NEW }) });
  expect((await scene.run(["--branch", "work"])).code).toBe(0);
  expect(readFileSync(twin, "utf8")).toBe("old\n");
});

test("a file that the user changed during the run stays theirs, and the branch still moves", async () => {
  const scene = createScene({ files: { "notes.txt": "old\n" } });
  scene.git("checkout", "--quiet", "-b", "work");
  scene.order({ allowed_files: ["notes.txt"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "notes.txt": NEW }) });
  let changed = false;
  const onOutput = (stderr: string) => {
    if (changed || !stderr.includes("propose")) return;
    changed = true;
    writeFileSync(join(scene.repo, "notes.txt"), "mine\n");
  };
  const { code, stderr } = await scene.run(["--branch", "work"], { onOutput });
  expect(code).toBe(0);
  expect(stderr).toContain("your checkout of it stayed behind");
  expect(readFileSync(join(scene.repo, "notes.txt"), "utf8")).toBe("mine\n");
  expect(scene.git("cat-file", "blob", "work:notes.txt")).toBe(NEW.trimEnd());
});

/** A run on the user's branch that was killed once the branch had moved, before git brought the checkout along. */
const killedScene = async () => {
  const scene = createScene({ files: { "notes.txt": "old\n" } });
  scene.git("checkout", "--quiet", "-b", "work");
  scene.order({ allowed_files: ["notes.txt", "sub/new.txt"] });
  scene.answers({ "WO-01/attempt-1": scene.answer({ "notes.txt": NEW, "sub/new.txt": NEW }) });
  const [bin, path] = [join(scene.root, "bin"), process.env.PATH ?? ""];
  const dies = 'case "$*" in *"read-tree -m -u"*) kill -9 $PPID; exit 1;; esac';
  writeFiles(bin, { git: `#!/bin/sh\n${dies}\nexec env PATH='${path}' git "$@"\n` });
  chmodSync(join(bin, "git"), 0o755);
  const killed = await scene.run(["--branch", "work"], { env: { PATH: `${bin}:${path}` }, process: true });
  expect(killed.signal).toBe("SIGKILL");
  expect(scene.git("log", "-1", "--format=%s")).toBe("WO-01: Greet by name");
  expect(scene.git("status", "--porcelain")).not.toBe("");
  return { scene, resume: () => scene.llmch(["resume", "--artifacts-dir", scene.artifacts]) };
};

test("a checkout that a kill left behind its branch follows with the next command", async () => {
  const { scene, resume } = await killedScene();
  const { code, stdout, stderr } = await resume();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("finished bringing the checkout to") });
  expect(stdout).toMatch(/^PASS {2}WO-01/);
  expect(scene.git("status", "--porcelain")).toBe("");
  expect(scene.git("log", "--format=%s", "main..work")).toBe("WO-01: Greet by name");
});

test("what the user has in its way stays, and is named with the way out, until it is gone", async () => {
  const { scene, resume } = await killedScene();
  writeFileSync(join(scene.repo, "notes.txt"), "mine\n");
  const { code, stderr } = await resume();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /has changes \(notes\.txt, sub\/new\.txt\): it stayed behind its branch: .*`git restore [^`]* <path>`/,
  );
  expect(readFileSync(join(scene.repo, "notes.txt"), "utf8")).toBe("mine\n");
  const restore = /`(git restore [^`]*) <path>`/.exec(stderr)?.[1]?.split(" ").slice(1) ?? [];
  scene.git(...restore, "notes.txt");
  expect((await resume()).code).toBe(0);
  expect(scene.git("status", "--porcelain")).toBe("");
});
