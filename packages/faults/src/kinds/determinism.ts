import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readJsonFile, readJsonLines } from "@llmch/testkit";
import type { FaultKind } from "../kind.ts";
import type { Random } from "../random.ts";
import { plannedScene } from "../scenes/planned-scene.ts";

const ZONES = ["UTC", "Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati", "Europe/Dublin", ":/nowhere"];
const LOCALES = ["C", "C.UTF-8", "POSIX", "en_US.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ja_JP.eucJP", "xx"];
const UMASKS = ["000", "022", "027", "077", "002"];

const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  ["README.md", "Zeta.txt", "alpha.txt", "src/\u00e4.js", "src/z.js", "src/A.js", "i/I\u0131.txt", "docs/a b.md"].map(
    (path) => [path, `${path}\n`],
  ),
);

/** What must be the same in two runs with the same inputs: everything except ids, times and places. */
const outcomeOf = async (folder: string, binary: string, random: Random | null): Promise<string> => {
  const files = random === null ? FILES : Object.fromEntries(random.shuffle(Object.entries(FILES)));
  const scene = plannedScene(folder, binary, files);
  const umask = random?.pick(UMASKS) ?? "022";
  const under = ["sh", "-c", `umask ${umask}; exec "$@"`, "sh"];
  const locale = random?.pick(LOCALES) ?? "C.UTF-8";
  const env = {
    TZ: random?.pick(ZONES) ?? "UTC",
    LANG: random?.pick(LOCALES) ?? "C",
    LC_ALL: locale,
    LC_COLLATE: locale,
  };
  const planned = await scene.plan([], { env, under });
  const ran = await scene.runAll(["--branch", "work"], { env, under });
  const orders = filesBelow(scene.orders).map((name) => [
    name,
    withoutIds(readFileSync(join(scene.orders, name), "utf8")),
  ]);
  const runs = scene.runs().map((run) => {
    const { verdict, total_attempts, repo_tree_hash_after, attempts, exit_code } = readJsonFile(
      run,
      "run_summary.json",
    );
    const prompts = filesBelow(run).filter((path) => path.endsWith("se_prompt.txt"));
    return {
      ...{ verdict, total_attempts, repo_tree_hash_after, exit_code, files: filesBelow(run) },
      attempts: withoutIds(JSON.stringify(attempts)),
      prompts: prompts.map((path) => readFileSync(join(run, path), "utf8")),
      requests: readJsonLines(run, "exchanges.jsonl").map(
        (line) => JSON.stringify(line).match(/"request_sha256":"\w+"/)?.[0],
      ),
    };
  });
  const trees = scene.git("log", "--format=%T %s", "work");
  const modes = scene.git("ls-tree", "-r", "work");
  return JSON.stringify({ codes: [planned.code, ran.code], orders, runs, trees, modes }, null, 1);
};

/** Removes a run's id, the scene's first commit, whose date is today's, and durations. */
const withoutIds = (text: string): string =>
  text
    .replace(/[0-9A-HJKMNP-TV-Z]{26}/g, "<id>")
    .replace(/"repo_commit": ?"\w+"/g, '"repo_commit":"<id>"')
    .replace(/"duration_ms": ?\d+/g, '"duration_ms":0');

/** The same spec and the same replies on differently set up machines (reliability §5). */
export const determinism: FaultKind = {
  name: "determinism",
  promise: "same replies under varied TZ, LANG, umask and directory order: equal orders, verdicts, trees",
  trials: { full: 50, sample: 3 },
  parallel: 3,
  needs: [],
  prepare: async ({ binary, folder }) => {
    const place = mkdtempSync(join(folder, "reference-"));
    const reference = await outcomeOf(place, binary, null);
    rmSync(place, { recursive: true });
    return {
      run: async ({ random, folder: own }) => {
        // The length of the name varies too.
        const place = join(own(), "x".repeat(1 + random.below(40)));
        mkdirSync(place);
        return difference(reference, await outcomeOf(place, binary, random));
      },
      close: async () => (reference.includes('"verdict": "PASS"') ? null : `the reference does not pass: ${reference}`),
    };
  },
};

/** The first line that differs, or null. */
const difference = (expected: string, found: string): string | null => {
  const lines = expected.split("\n");
  const others = found.split("\n");
  const at = lines.findIndex((line, index) => line !== others[index]);
  return expected === found ? null : `expected ${lines[at] ?? "the end"}, found ${others[at] ?? "the end"}`;
};
