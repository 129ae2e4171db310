import { execFileSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { JOURNAL_START, type JsonObject, sealLine } from "@llmch/contract";
import { filesBelow, GIT_ENVIRONMENT, gitIn, readJsonFile } from "@llmch/testkit";
import { type Finished, type Invocation, llmch } from "../command-line.ts";

/** How a command ended, and what it left in the repo. */
export interface Ending {
  /** Null if the process was killed. */
  readonly exit_code: number | null;
  readonly verdict: string | null;
  /** Commits above the baseline, oldest first. */
  readonly commits: readonly { readonly subject: string; readonly tree: string }[];
  /** The orders that a plan wrote, without the ids of run and version. */
  readonly orders?: readonly JsonObject[];
}

/** What `expected.json` holds: about the recorded run, and about what every later version must make of it. */
export interface Expected {
  readonly about: string;
  /** As called in the fixture's folder, without the flags that say what answered it and where it was stored. */
  readonly command: readonly string[];
  readonly run: {
    readonly tool: "factory" | "planner" | "run-all";
    readonly id: string;
    readonly branch: string | null;
  };
  readonly baseline: string;
  readonly recorded: Ending;
  /** The same command over the recorded answers; it differs from `recorded` if the run was killed. */
  readonly replay: Ending;
  readonly show: {
    readonly state: string;
    readonly verdict: string | null;
    readonly first_line: string;
    /** Orders, stages and amounts that the text contains. */
    readonly names: readonly string[];
  };
  readonly audit: { readonly exit_code: number; readonly verdict: string; readonly counts: JsonObject };
  /** For a run that can be resumed: more flags, and how it ends with the answers of `later.jsonl`. */
  readonly resume: { readonly flags: readonly string[]; readonly ending: Ending } | null;
}

const FIXTURES = join(fileURLToPath(new URL(".", import.meta.url)), "fixtures");
/** Where every fixture was recorded, by its name; the records contain this path. */
const RECORDED_AT = "/tmp/llmch-recorded";

/** The names of all fixtures. */
export const RECORDED_RUNS: readonly string[] = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

export const expectedOf = (name: string): Expected =>
  readJsonFile(FIXTURES, name, "expected.json") as unknown as Expected;

/** A fixture in its own folder: `repo`, `store`, and `orders` or `spec.txt`. */
export interface LaidOut {
  readonly root: string;
  llmch(argv: readonly string[]): Promise<Finished>;
  /** Resets the repo to its state before the run. */
  rewind(): void;
  /** All answers in the record, as one file. */
  joinedAnswers(): string;
  /** What exists now, after a command that ended like this. */
  ending(finished: Pick<Finished, "code">, verdict: string | null): Ending;
}

const folders: string[] = [];
export const removeLaidOut = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
};

/** Copies a fixture into a new folder; its record stays the same byte for byte. */
export const layOut = (name: string): LaidOut => {
  const { baseline } = expectedOf(name);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "llmch-recorded-")));
  folders.push(root);
  cpSync(join(FIXTURES, name), root, { recursive: true });
  const repo = join(root, "repo");
  for (const folder of [repo, join(root, "tmp"), join(root, "home")]) mkdirSync(folder);
  const git = gitIn(repo);
  git("init", "--quiet", "--template=", "--initial-branch=main");
  writeFileSync(join(repo, ".git/config"), "[user]\n\tname = Ada\n\temail = ada@example.org\n", { flag: "a" });
  importInto(repo, join(root, "repo.fast-export"));
  git("reset", "--quiet", "--hard");
  return {
    root,
    llmch: (argv) => llmch(argv, invocationIn(root)),
    rewind: () => {
      git("reset", "--quiet", "--hard", baseline);
      for (const branch of git("for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n"))
        if (branch !== "main") git("branch", "--quiet", "-D", branch);
    },
    joinedAnswers: () => {
      const record = join(root, "joined.jsonl");
      const recorded = filesBelow(join(root, "store")).filter((path) => path.endsWith("/exchanges.jsonl"));
      writeFileSync(record, recorded.map((path) => readFileSync(join(root, "store", path), "utf8")).join(""));
      return record;
    },
    ending: ({ code }, verdict) => ({
      exit_code: code,
      verdict,
      commits: git("log", "--reverse", "--topo-order", "--format=%T %s", "--branches", "--not", baseline)
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => ({ subject: line.slice(line.indexOf(" ") + 1), tree: line.slice(0, line.indexOf(" ")) })),
      ...(existsSync(join(root, "wo")) ? { orders: plannedOrders(join(root, "wo")) } : {}),
    }),
  };
};

/** The same for `resume`, which finds repo and orders by the paths in the record: rewrites them to this folder's. */
export const layOutToResume = (name: string): LaidOut => {
  const laidOut = layOut(name);
  const store = join(laidOut.root, "store");
  for (const path of filesBelow(store)) {
    const file = join(store, path);
    const moved = readFileSync(file, "utf8").replaceAll(`${RECORDED_AT}/${name}`, laidOut.root);
    writeFileSync(file, path.endsWith("/events.jsonl") ? chainedAnew(moved) : moved);
  }
  return laidOut;
};

/** A journal whose lines were changed, with its checksums recomputed. */
const chainedAnew = (journal: string): string => {
  let before = JOURNAL_START;
  return journal.replace(/^(.*),"checksum":"[0-9a-f]{16}"\}$/gm, (_, event: string) => {
    const { line, checksum } = sealLine(`${event}}`, before);
    before = checksum;
    return line;
  });
};

const importInto = (repo: string, file: string): void => {
  const input = openSync(file, "r");
  try {
    execFileSync("git", ["fast-import", "--quiet"], {
      cwd: repo,
      env: GIT_ENVIRONMENT,
      stdio: [input, "pipe", "pipe"],
    });
  } finally {
    closeSync(input);
  }
};

const plannedOrders = (folder: string): readonly JsonObject[] =>
  readdirSync(folder)
    .filter((name) => /^WO-\d+\.json$/.test(name))
    .sort()
    .map((name) => {
      const { provenance, $schema, ...order } = readJsonFile(folder, name);
      return order;
    });

/** How llmch is started in a fixture's folder; its own state stays inside. */
const invocationIn = (root: string): Invocation => ({
  cwd: root,
  env: { TMPDIR: join(root, "tmp"), HOME: join(root, "home"), XDG_CACHE_HOME: join(root, "home/cache") },
});
