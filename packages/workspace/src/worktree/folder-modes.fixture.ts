import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { repoPath } from "@llmch/contract";
import { removeTree } from "@llmch/files";
import { commandEnvironment, createCommands } from "@llmch/process";
import { throwawayRepo } from "@llmch/testkit";
import { SHA256_OF_NOTHING, utf8Bytes } from "@llmch/text";
import { bundleProgram } from "../bundle.fixture.ts";
import { openRepository } from "../git/open-repository.ts";
import { createWorktree, type Worktree } from "./worktree.ts";

const FILES = {
  ".gitignore": "build/\n",
  "src/deep/a.txt": "a\n",
  "tests/one.sh": "exit 1\n",
  "tests/two.sh": "exit 1\n",
};

/** What is seen in a worktree after a command has changed its modes. */
export interface Aftermath {
  /** What the next command of the same attempt sees of the tests. */
  readonly next: string;
  /** Whether what the attempt wrote can still be turned into a tree. */
  readonly sealed: boolean;
  readonly drift: readonly string[];
  readonly present: readonly string[];
  /** The modes of the tracked folders and files after the attempt, in octal, and what the next attempt's command sees. */
  readonly modes: Readonly<Record<string, string>>;
  readonly later: string;
  /** Whether the next attempt can write. */
  readonly written: boolean;
  /** Whether nothing is left once the worktree is removed, after the same command has run again. */
  readonly gone: boolean;
}

const LOOK = "echo tests/*.sh; cat tests/*.sh src/deep/a.txt; test -w . && test -w src && echo open";

/** Lets a shell script change the modes in a worktree, and looks around at each step after it. */
export const afterScript = async (script: string): Promise<Aftermath> => {
  const user = throwawayRepo(FILES);
  const signal = new AbortController().signal;
  const opened = await openRepository(user.path, user.env);
  if (!opened.ok) throw new Error(opened.issues[0].message);
  const baseline = user.git("rev-parse", "HEAD");
  const environment = commandEnvironment({ ...user.env, TMPDIR: user.folder });
  const worktree = await createWorktree(opened.value, { baseline, signal, environment });
  const sh = async (text: string) => {
    const commands = createCommands({ ...(await worktree.commandPlace()), artifacts: user.folder, signal });
    const outputs = { stdout: "output/stdout.txt", stderr: "output/stderr.txt" };
    return (await commands.run({ argv: ["sh", "-c", text], timeoutSeconds: 60, ...outputs })).stdoutTail;
  };
  const write = async (path: string) => worktree.apply(newFile(path));
  await write("src/new.txt");
  await sh(script);
  const next = await sh(LOOK);
  await sh(script);
  const drift = await worktree.drift([newFile("src/new.txt")]);
  const present = await worktree.presentFiles();
  await sh(script);
  const { ok: sealed } = await worktree.seal([newFile("src/new.txt")]);
  await sh(script);
  await worktree.reset();
  const modes = modesIn(worktree);
  const { ok: written } = await write("src/new.txt");
  const later = await sh(LOOK);
  await sh(script);
  const removed = await worktree.remove();
  const gone = removed.ok && !existsSync(dirname(worktree.root));
  removeTree(user.folder);
  return { next, sealed, drift, present, modes, later, written, gone };
};

const newFile = (path: string) => {
  const safe = repoPath(path);
  if (safe === null) throw new Error(`${path} is no path`);
  const [content, baseSha256, executable] = [utf8Bytes("new\n"), SHA256_OF_NOTHING, null];
  return { kind: "write", path: safe, content, baseSha256, executable } as const;
};

const modesIn = ({ root }: Worktree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [".", ...readdirSync(root, { recursive: true, encoding: "utf8" }).sort()]
      .filter((path) => path !== ".git")
      .map((path) => [path, (lstatSync(join(root, path)).mode & 0o7777).toString(8)]),
  );

const ORDINARY = 65_534;

/** The same as an ordinary user, for whom permissions count; the tests themselves must be root's. */
export const afterScriptsAsOrdinary = async (scripts: readonly string[]): Promise<readonly Aftermath[]> => {
  // The tests' own folder for temporary files may be root's alone.
  const path = mkdtempSync("/tmp/llmch-ordinary-");
  try {
    chmodSync(path, 0o755);
    const [program, own] = [join(path, "program.mjs"), join(path, "own")];
    await bundleProgram(PROGRAM, program);
    mkdirSync(own);
    chownSync(own, ORDINARY, ORDINARY);
    const env = { PATH: process.env.PATH ?? "", HOME: own, TMPDIR: own };
    const who = { uid: ORDINARY, gid: ORDINARY, cwd: own };
    const ran = spawnSync(process.execPath, [program, JSON.stringify(scripts)], { ...who, env, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(ran.stderr);
    return JSON.parse(ran.stdout);
  } finally {
    removeTree(path);
  }
};

const PROGRAM = `
  import { afterScript } from "./worktree/folder-modes.fixture.ts";
  const found = [];
  for (const script of JSON.parse(process.argv[2])) found.push(await afterScript(script));
  console.log(JSON.stringify(found));
`;
