import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkOrder } from "@llmch/contract";
import { type JsonObject, SHA256_OF_NOTHING } from "@llmch/text";
import { workOrder } from "../memory/work-order.ts";
import { standingOfCheckout } from "./checkout.ts";
import { type Finished, type Invocation, runLlmch } from "./command-line.ts";
import { entriesOf, sha256, writeFiles } from "./files.ts";
import { commitFirst } from "./first-commit.ts";
import { commitAll, gitIn, textAtHead } from "./git.ts";

/** The cache that scenes share, as a user's repos do; nothing is written to the home of the user who runs the tests. */
const CACHE = join(tmpdir(), `llmch-tests-${process.getuid?.() ?? ""}`);

export interface SceneSettings {
  /** The built llmch: its `bin/llmch.js`. */
  readonly binary: string;
  /** How it is started; by default as a separate process. */
  readonly start?: (argv: readonly string[], invocation: Invocation) => Promise<Finished>;
  /** A folder to set it up in; by default a new one. */
  readonly folder?: string;
  /** Files of the repo's first commit. */
  readonly files?: Readonly<Record<string, string>>;
  /** Names of the folders, for tests about names. */
  readonly names?: {
    readonly root?: string;
    readonly repo?: string;
    readonly orders?: string;
    readonly artifacts?: string;
  };
}

export type SceneInvocation = Omit<Invocation, "cwd"> & { readonly cwd?: string };

/** A call of a tool, as a record holds it. */
export interface RecordedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A place outside every repo: a git repo with one commit, work orders, recorded answers, and llmch as a process. */
export interface Scene {
  readonly root: string;
  /** The target repo; `main` is checked out. */
  readonly repo: string;
  readonly orders: string;
  readonly artifacts: string;
  /** The only temporary folder that llmch gets, so that anything left there stands out. */
  readonly temporary: string;
  /** The exchanges that `run` and `runAll` replay. */
  readonly record: string;
  /** Git in the target repo; gives its output, trimmed. Throws if git fails. */
  git(...args: string[]): string;
  /** Writes files into the target repo's checkout. */
  write(files: Readonly<Record<string, string>>): void;
  /** Writes files and commits everything. Gives the commit's id. */
  commit(files: Readonly<Record<string, string>>): string;
  /** Writes a work order made from defaults. Gives the file's path. */
  order(changes?: Partial<WorkOrder>): string;
  /** An answer that writes these files. Base hashes are those of HEAD, or of the texts that earlier answers wrote. */
  answer(contents: Readonly<Record<string, string>>, earlier?: Readonly<Record<string, string>>): string;
  /** Adds recorded exchanges, by key. */
  answers(said: Readonly<Record<string, string | readonly RecordedCall[]>>): void;
  /** Runs llmch with only these arguments. */
  llmch(argv: readonly string[], invocation?: SceneInvocation): Promise<Finished>;
  /** `llmch run` of WO-01 with the record and more flags. */
  run(flags?: readonly string[], invocation?: SceneInvocation): Promise<Finished>;
  /** `llmch run-all` with the record and more flags. */
  runAll(flags?: readonly string[], invocation?: SceneInvocation): Promise<Finished>;
  /** Folders of the runs, oldest first. */
  runs(tool?: "factory" | "planner" | "run-all" | "ask" | "build"): readonly string[];
  /** Everything that the user has in the checkout: files with hashes, index, HEAD, branches, configuration. */
  checkout(): JsonObject;
  /** Worktrees besides the user's own, and entries of the temporary folder. */
  leftovers(): readonly string[];
  remove(): void;
}

/** Sets up a scene. */
export const makeScene = (settings: SceneSettings): Scene => {
  const { names = {}, folder = mkdtempSync(join(tmpdir(), `llmch-${names.root ?? "scene"}-`)) } = settings;
  const scene = openScene(folder, settings);
  const { repo, orders, temporary, record } = scene;
  for (const folder of [repo, orders, temporary]) mkdirSync(folder);
  writeFileSync(record, "");
  commitFirst(repo, settings.files ?? { "README.md": "# Target\n" });
  return scene;
};

/** A scene in an existing folder, such as a copy of another scene. */
export const openScene = (
  folder: string,
  { binary, names = {}, start: run = (...args) => runLlmch(binary, ...args) }: Omit<SceneSettings, "files" | "folder">,
): Scene => {
  const root = realpathSync(folder);
  const repo = join(root, names.repo ?? "repo");
  const orders = join(root, names.orders ?? "wo");
  const artifacts = join(root, names.artifacts ?? "runs");
  const temporary = join(root, "tmp");
  const record = join(root, "exchanges.jsonl");
  const git = gitIn(repo);
  const write: Scene["write"] = (contents) => writeFiles(repo, contents);
  const commit: Scene["commit"] = (contents) => {
    write(contents);
    return commitAll(repo);
  };
  const own = { TMPDIR: temporary, XDG_STATE_HOME: join(root, "state"), XDG_CACHE_HOME: CACHE };
  const start: Scene["llmch"] = (argv, { env = {}, ...invocation } = {}) =>
    run(argv, { cwd: root, ...invocation, env: { ...own, ...env } });
  const factory = ["--repo", repo, "--artifacts-dir", artifacts, "--replay", record];
  return {
    root,
    repo,
    orders,
    artifacts,
    temporary,
    record,
    git,
    write,
    commit,
    order: (changes) => {
      const order = sceneOrder(changes);
      const path = join(orders, `${order.id}.json`);
      writeFileSync(path, JSON.stringify(order, null, 2));
      return path;
    },
    answer: (contents, earlier = {}) => {
      const before = (path: string) => earlier[path] ?? textAtHead(repo, path);
      const writes = Object.entries(contents).map(([path, content]) => {
        const text = before(path);
        return { path, base_sha256: text === null ? SHA256_OF_NOTHING : sha256(text), content };
      });
      return JSON.stringify({ summary: "Did as the order says.", writes });
    },
    answers: (said) => {
      const lines = Object.entries(said).map(([key, each]) =>
        JSON.stringify({ key, response: typeof each === "string" ? { text: each } : { text: "", tool_calls: each } }),
      );
      writeFileSync(record, `${lines.join("\n")}\n`, { flag: "a" });
    },
    llmch: start,
    run: (flags = [], invocation) =>
      start(["run", "--work-order", join(orders, "WO-01.json"), ...factory, ...flags], invocation),
    runAll: (flags = [], invocation) => start(["run-all", orders, ...factory, ...flags], invocation),
    runs: (tool = "factory") => entriesOf(join(artifacts, tool)).map((name) => join(artifacts, tool, name)),
    checkout: () => standingOfCheckout(repo),
    leftovers: () => [...git("worktree", "list").split("\n").slice(1), ...entriesOf(temporary)],
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};

/** A work order for `greet.js`. Its acceptance command checks that the first allowed file is not empty. */
export const sceneOrder = (changes: Partial<WorkOrder> = {}): WorkOrder => {
  const allowed = changes.allowed_files ?? ["greet.js"];
  return workOrder({ acceptance_commands: [`test -s '${allowed[0] ?? ""}'`], ...changes });
};
