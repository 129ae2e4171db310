import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createScene, type Scene } from "../scene.ts";

/** Sets up the refused situation; returns flags to add, and environment variables. */
type Arrange = (scene: Scene) => {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** The one line: what is wrong, and how to fix it (contract §6). */
const REFUSALS: readonly (readonly [name: string, arrange: Arrange, line: RegExp])[] = [
  ["a folder that is no repo", ({ orders }) => ({ flags: ["--repo", orders] }), /wo is not a git repo: run `git init`/],
  [
    "a folder that is not there",
    ({ root }) => ({ flags: ["--repo", join(root, "no")] }),
    /no is not a directory: give/,
  ],
  ["a bare repo", (scene) => ({ flags: ["--repo", bareRepo(scene)] }), /is a bare git repo: give a checkout/],
  ["a repo without a commit", (scene) => ({ flags: ["--repo", emptyRepo(scene)] }), /no commit: make one: `git commit/],
  [
    "a broken configuration of git's",
    (scene) => ({ env: { GIT_CONFIG_GLOBAL: brokenConfig(scene) } }),
    /git does not open .* \(.*broken\): correct what git names/,
  ],
  ["a detached HEAD", (scene) => does(() => scene.git("checkout", "-q", "--detach")), /HEAD is detached: .*--branch/],
  ["a tracked change", (scene) => does(() => scene.write({ "README.md": "mine" })), /README\.md\): .*--allow-dirty/],
  ["a staged file", (scene) => does(() => stage(scene)), /\(staged\.txt\): commit or stash/],
  [
    "an untracked file that an order may write",
    (scene) => does(() => scene.write({ "greet.js": "mine", "new.txt": "" })),
    /\(greet\.js\): .*--allow-dirty/,
  ],
  [
    "a checkout that shows what replaces its commit",
    (scene) => does(() => replaceHead(scene)),
    /\(README\.md\) \(refs\/replace is not followed\): commit or stash/,
  ],
  ["main as working branch", () => ({ flags: ["--branch", "main"] }), /main is protected: .*name another --branch/],
  ["master as working branch", () => ({ flags: ["--branch", "master"] }), /master is protected: .*another --branch/],
  [
    "a branch in the middle of a rebase",
    (scene) => ({ flags: ["--branch", rebased(scene)] }),
    /a rebase of the branch work is not finished in .*: finish or abort the rebase/,
  ],
  [
    "a branch in the middle of a bisection",
    (scene) => ({ flags: ["--branch", bisected(scene)] }),
    /a bisection of the branch work is not finished in .*: finish or abort the bisection/,
  ],
  ["an unknown commit", () => ({ flags: ["--commit-hash", "feedbeef"] }), /feedbeef names no commit: give a commit/],
  [
    "a partial clone without the files of its commit",
    (scene) => ({ flags: ["--repo", partialClone(scene)] }),
    /partial clone, which lacks 1 object of the commit \w{10}: bring what it lacks: `git fetch --refetch --no-filter`/,
  ],
  [
    "a link in setup.copy",
    (scene) => does(() => copyOf(scene)),
    /setup\.copy cannot bring \.env: \.env is a symbolic link: name a regular file/,
  ],
  [
    "setup.copy of what llmch keeps for itself",
    (scene) => ({ env: { XDG_STATE_HOME: stateIn(scene) } }),
    /setup\.copy cannot bring own\/llmch\/key: llmch keeps it for itself: name a regular file/,
  ],
  ["--out inside the repo", ({ repo }) => ({ flags: ["--out", join(repo, "out")] }), /inside the repo: choose/],
  [
    "--out in another run's record",
    ({ artifacts }) => ({ flags: ["--out", join(artifacts, "factory/01K00000000000000000000000")] }),
    /inside .*factory, where runs are recorded: choose a directory outside it/,
  ],
  [
    "--out inside the repo by a link",
    (scene) => ({ flags: ["--out", linkIntoRepo(scene)] }),
    /inside the repo: choose/,
  ],
  [
    "--create-branch of a branch that exists",
    (scene) => ({ flags: ["--branch", branch(scene), "--create-branch"] }),
    /work exists already: use --reuse-branch/,
  ],
  [
    "--reuse-branch of a branch that does not exist",
    () => ({ flags: ["--branch", "work", "--reuse-branch"] }),
    /work does not exist: drop --reuse-branch/,
  ],
  ["a name that git refuses", () => ({ flags: ["--branch", "a..b"] }), /a\.\.b cannot be a branch: .*: choose another/],
  [
    "a branch in the way",
    (scene) => ({ flags: ["--branch", `${branch(scene)}/more`] }),
    /the branch work is in its way: choose another/,
  ],
  ...["llmch"].map((name): (typeof REFUSALS)[number] => [
    `a branch ${name} in the way of a generated name`,
    (scene) => does(() => scene.git("branch", name)),
    new RegExp(`such as llmch/[\\w-]+ cannot be made: the branch ${name} is in its way: rename that one`),
  ]),
  [
    "a branch that leads nowhere in the way of a generated name",
    (scene) => does(() => scene.git("symbolic-ref", "refs/heads/llmch", "refs/heads/none")),
    /the branch llmch is in its way: .* --branch/,
  ],
  [
    "a dry run with a packed branch in the way of a generated name",
    (scene) => {
      scene.git("branch", "llmch");
      return does(() => scene.git("pack-refs", "--all"), ["--dry-run"]);
    },
    /the branch llmch is in its way/,
  ],
  [
    "a commit that is not the branch's tip",
    (scene) => {
      const start = scene.git("rev-parse", "HEAD");
      branch(scene);
      scene.commit({ "later.txt": "" });
      scene.git("branch", "-f", "work");
      return { flags: ["--branch", "work", "--commit-hash", start] };
    },
    /is not the tip of work \(.*\): drop --commit-hash/,
  ],
  [
    "a branch checked out in another worktree",
    (scene) => {
      scene.git("worktree", "add", "-q", "-b", "work", join(scene.root, "other"));
      return { flags: ["--branch", "work"] };
    },
    /work is checked out in another worktree \(.*other\): switch that/,
  ],
  [
    "a branch checked out in a dirty worktree",
    (scene) => {
      scene.git("checkout", "-q", "-b", "work");
      scene.write({ "README.md": "mine" });
      return { flags: ["--branch", "work", "--allow-dirty"] };
    },
    /work is checked out here and has changes: commit or stash/,
  ],
  [
    "an exemption without provenance",
    (scene) => does(() => scene.order({ verify_exempt: true })),
    /WO-01 is verify_exempt without .*: .*--allow-verify-exempt/,
  ],
  [
    "a program that is not on the PATH",
    (scene) => does(() => scene.order({ acceptance_commands: ["no-such-program -x"] })),
    /no-such-program, which is not on the PATH: install/,
  ],
  [
    "a program that is not in the tree",
    (scene) => does(() => scene.order({ acceptance_commands: ["./tool.sh"] })),
    /\.\/tool\.sh, which is neither in the baseline nor an allowed file by then: fix the path/,
  ],
  [
    "pytest missing in a Python tree",
    (scene) => {
      scene.commit({ "pyproject.toml": "" });
      return { env: { PATH: `${pythonWithout(scene, "pytest")}:${process.env.PATH}` } };
    },
    /python -m pytest`, .* does not have it: install it: `python -m pip install pytest`/,
  ],
  [
    "a branch that is only another name for main",
    (scene) => does(() => scene.git("symbolic-ref", "refs/heads/alias", "refs/heads/main"), ["--branch", "alias"]),
    /the branch alias is only another name for refs\/heads\/main: name a branch of its own/,
  ],
  [
    "a new branch that is only another name for a protected one",
    (scene) =>
      does(
        () => scene.git("symbolic-ref", "refs/heads/alias", "refs/heads/master"),
        ["--branch", "alias", "--create-branch"],
      ),
    /the branch alias is only another name for refs\/heads\/master/,
  ],
  [
    "a branch that main is another name for",
    (scene) => does(() => scene.git("symbolic-ref", "refs/heads/main", `refs/heads/${branch(scene)}`), ON_WORK),
    /the branch main is only another name for work, and would move with it: name another --branch/,
  ],
  [
    "a new branch that main is another name for",
    (scene) => {
      scene.git("checkout", "-q", "--detach");
      return does(() => scene.git("symbolic-ref", "refs/heads/main", "refs/heads/work"), ON_WORK);
    },
    /the branch main is only another name for work/,
  ],
  [
    "pytest missing in the repo's own virtual environment",
    (scene) => {
      scene.commit({ "pyproject.toml": "", ".gitignore": ".venv\n" });
      cpSync(pythonWithout(scene, "pytest"), join(scene.repo, ".venv/bin"), { recursive: true });
      mkdirSync(join(scene.repo, ".venv/lib/python3/site-packages/pip"), { recursive: true });
      writeFileSync(join(scene.repo, ".venv/pyvenv.cfg"), "include-system-site-packages = false\n");
      return {};
    },
    /, and \.venv\/bin\/python does not have it: install it: `\.venv\/bin\/python -m pip install pytest`, or name other commands/,
  ],
  [
    "a file through an active filter",
    (scene) => does(() => addFilter(scene)),
    /git filter shout, .*: take the file out/,
  ],
  [
    "a record that is not there",
    ({ root }) => ({ flags: ["--replay", join(root, "no.jsonl")] }),
    /cannot be read .*: check/,
  ],
  [
    "a record with a bad line",
    ({ record }) => does(() => writeFileSync(record, '{"key": "WO-01/attempt-1"}\n')),
    /exchanges\.jsonl, line 1: .*: fix the line/,
  ],
  [
    "an order that is not there",
    ({ root }) => ({ flags: ["--work-order", join(root, "no.json")] }),
    /no\.json cannot be read/,
  ],
  [
    "--out that is a file",
    ({ record }) => ({ flags: ["--out", record] }),
    /exchanges\.jsonl cannot be written \(it is no/,
  ],
  [
    "an artifacts root that is a file",
    ({ artifacts }) => does(() => writeFileSync(artifacts, "")),
    /runs cannot be written \(it is not a directory\): fix/,
  ],
];

test.concurrent.each(REFUSALS)("refuses %s, and creates nothing", async (_, arrange, line) => {
  const scene = createScene();
  scene.order();
  const { flags = [], env = {} } = arrange(scene);
  const standing = everything(scene);
  const { code, stdout, stderr } = await scene.run(flags, { env });
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(/^error: /);
  expect(stderr).toMatch(line);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(everything(scene)).toEqual(standing);
});

test("refuses to resume without a key, and creates nothing", async () => {
  const scene = createScene();
  const standing = everything(scene);
  const argv = ["run", "--work-order", scene.order(), "--repo", scene.repo, "--artifacts-dir", scene.artifacts];
  const { code, stderr } = await scene.llmch(argv);
  expect(stderr).toMatch(/^error: .*OPENAI_API_KEY.*: .*--replay.*\n$/);
  expect(code).toBe(1);
  expect(everything(scene)).toEqual(standing);
});

test.each(["--work-order=wo", "wo"])(
  "refuses a directory of orders, and names the command for it: %s",
  async (argument) => {
    const scene = createScene();
    scene.order();
    const { code, stderr } = await scene.llmch(["run", argument], { cwd: scene.root });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: wo is a directory, not a work order: .* `llmch run-all wo`$/m);
  },
);

test("refuses an order with faults, and names all of them", async () => {
  const scene = createScene();
  const standing = everything(scene);
  scene.order({
    allowed_files: ["src/*.js"],
    acceptance_commands: ["true && true", "echo 'x"],
    context_files: Array.from({ length: 11 }, (_, index) => `file-${index}`),
  });
  const { code, stdout, stderr } = await scene.run();
  expect(stderr.match(/^\[E\d{3}\] WO-01/gm)?.sort()).toEqual(
    ["E003", "E004", "E005", "E007"].map((found) => `[${found}] WO-01`),
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(everything(scene)).toEqual(standing);
});

/** Everything that a run could create or change, and the artifacts root. */
const everything = (scene: Scene) => ({
  checkout: scene.checkout(),
  leftovers: scene.leftovers(),
  root: readdirSync(scene.root).sort(),
  runs: scene.runs(),
});

const does = (act: () => unknown, flags: readonly string[] = []): ReturnType<Arrange> => {
  act();
  return { flags };
};

const ON_WORK = ["--branch", "work"];

const bareRepo = (scene: Scene): string => {
  scene.git("clone", "-q", "--bare", scene.repo, join(scene.root, "bare"));
  return join(scene.root, "bare");
};

const emptyRepo = (scene: Scene): string => {
  scene.git("init", "-q", join(scene.root, "empty"));
  return join(scene.root, "empty");
};

/** Its checkout is whole; only git itself would miss the attributes. */
const partialClone = (scene: Scene): string => {
  scene.commit({ ".gitattributes": "*.png binary\n" });
  const [place, blob] = [join(scene.root, "partial"), scene.git("rev-parse", "HEAD:.gitattributes")];
  cpSync(scene.repo, place, { recursive: true });
  rmSync(join(place, ".git/objects", blob.slice(0, 2), blob.slice(2)));
  scene.git("-C", place, "config", "remote.origin.promisor", "true");
  return place;
};

const stage = (scene: Scene): void => {
  scene.write({ "staged.txt": "" });
  scene.git("add", "staged.txt");
};

const copyOf = (scene: Scene): void => {
  scene.commit({ ".gitignore": ".env\n", "llmch.config.json": JSON.stringify({ setup: { copy: [".env"] } }) });
  symlinkSync("/etc/hostname", join(scene.repo, ".env"));
};

/** A state folder in the repo, of which a file is to be copied. */
const stateIn = (scene: Scene): string => {
  const settings = JSON.stringify({ setup: { copy: ["own/llmch/key"] } });
  scene.commit({ ".gitignore": "own/\n", "llmch.config.json": settings });
  mkdirSync(join(scene.repo, "own/llmch"), { recursive: true });
  writeFileSync(join(scene.repo, "own/llmch/key"), "k\n");
  return join(scene.repo, "own");
};

/** The user's own git shows a clean checkout. */
const replaceHead = (scene: Scene): void => {
  const first = scene.git("rev-parse", "HEAD");
  const other = scene.commit({ "README.md": "other\n" });
  scene.git("reset", "-q", "--soft", first);
  scene.git("replace", first, other);
  expect(scene.git("status", "--short")).toBe("");
};

const linkIntoRepo = ({ root, repo }: Scene): string => {
  symlinkSync(repo, join(root, "link"));
  return join(root, "link/out");
};

const branch = (scene: Scene): string => {
  scene.git("branch", "work");
  return "work";
};

/** A folder with a `python` that reports a missing module. */
const pythonWithout = (scene: Scene, module: string): string => {
  const folder = join(scene.root, "bin");
  mkdirSync(folder);
  writeFileSync(join(folder, "python"), `#!/bin/sh\necho ${module}\n`);
  chmodSync(join(folder, "python"), 0o755);
  return folder;
};

const brokenConfig = ({ root }: Scene): string => {
  const file = join(root, "broken");
  writeFileSync(file, "[user\n");
  return file;
};

const rebased = (scene: Scene): string => {
  const name = branch(scene);
  scene.git("checkout", "-q", name);
  scene.commit({ "README.md": "theirs\n" });
  scene.git("checkout", "-q", "main");
  scene.commit({ "README.md": "ours\n" });
  try {
    scene.git("rebase", "main", name);
  } catch {
    // It stops at the conflict.
  }
  scene.git("checkout", "-q", "-f", "main", "--", ".");
  return name;
};

const bisected = (scene: Scene): string => {
  const name = branch(scene);
  scene.git("checkout", "-q", name);
  scene.commit({ "later.txt": "" });
  scene.git("bisect", "start", "HEAD", "main");
  scene.git("checkout", "-q", "--detach", "main");
  return name;
};

const addFilter = (scene: Scene): void => {
  scene.commit({ ".gitattributes": "*.js filter=shout\n" });
  scene.git("config", "filter.shout.clean", "tr a-z A-Z");
};
