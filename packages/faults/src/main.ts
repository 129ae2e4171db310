import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "@llmch/text";
import { copyCli } from "./cli-copy.ts";
import { type Request, readRequest } from "./command-line.ts";
import type { FaultKind } from "./kind.ts";
import { KINDS } from "./kinds.ts";
import { missingPrograms } from "./programs.ts";
import { randomOf } from "./random.ts";
import { surroundings } from "./surroundings.ts";
import { tableOf } from "./table.ts";
import { type Failure, runTrials, spread } from "./trials.ts";

/** How many failures of a kind are reported one by one. */
const TOLD = 20;
/** How many kinds a sample has besides those that are in each. The first trial of a kind costs most. */
const SAMPLED = 2;
/** How many kinds run at a time. A trial spends much of its time waiting: for a kill, a disk, the end of a process. */
const LANES = 3;
const table = tableOf(Math.max(...KINDS.map(({ name }) => name.length)));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The requested kinds, in the harness's own order. Throws for an unknown name. */
const chosen = ({ kinds: names, sample, seed }: Request): readonly FaultKind[] => {
  const unknown = names.find((name) => KINDS.every((kind) => kind.name !== name));
  if (unknown !== undefined) {
    throw new Error(`there is no kind ${unknown}; there are ${KINDS.map(({ name }) => name).join(", ")}`);
  }
  if (names.length > 0) return KINDS.filter(({ name }) => names.includes(name));
  const others = KINDS.filter(({ isAlwaysSampled = false }) => !isAlwaysSampled);
  const left = new Set(sample ? randomOf(seed, -2).shuffle(others).slice(SAMPLED) : []);
  return KINDS.filter((kind) => !left.has(kind));
};

const numbersOf = ({ trials }: FaultKind, { sample, trial }: Request): readonly number[] =>
  trial === null ? spread(trials.full, sample ? trials.sample : trials.full) : [trial];

const tell = (kind: FaultKind, seed: number, { trial, why, folder }: Failure): void => {
  print(`FAILED ${kind.name}${trial === null ? "" : ` trial ${trial}`}: ${why}`);
  const only = trial === null ? "" : ` --trial ${trial}`;
  print(`  again: pnpm test:faults ${kind.name}${only} --seed ${seed}`);
  if (folder !== null) print(`  left to look at: ${folder}`);
};

/** Runs one kind, prints its row, and returns how many trials failed. */
const runKind = async (kind: FaultKind, request: Request, root: string, binary: string): Promise<number> => {
  const missing = missingPrograms(kind.needs);
  if (missing.length > 0) {
    print(table.skipped(kind.name, `there is no ${missing.join(", no ")} here`));
    return 0;
  }
  const folder = join(root, kind.name);
  mkdirSync(folder);
  const numbers = numbersOf(kind, request);
  const started = performance.now();
  let told = 0;
  const { failures, strikes } = await runTrials(kind, { folder, binary, seed: request.seed }, numbers, (failure) => {
    told += 1;
    if (told <= TOLD) tell(kind, request.seed, failure);
  });
  const ms = performance.now() - started;
  const { name, promise } = kind;
  print(table.row({ kind: name, trials: numbers.length, faults: strikes, failures: failures.length, ms, promise }));
  if (failures.length === 0) rmSync(folder, { recursive: true, force: true });
  return failures.length;
};

const main = async (argv: readonly string[]): Promise<number> => {
  const request = readRequest(argv);
  const kinds = chosen(request);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "llmch-faults-")));
  const cli = join(root, "cli");
  mkdirSync(cli);
  const binary = copyCli(cli);
  const part = request.sample ? `, a sample: ${kinds.length} of ${KINDS.length} kinds` : "";
  print(`${surroundings()}, seed ${request.seed}${part}`);
  print(table.head);
  let failed = 0;
  const runAll = async (some: Iterable<FaultKind>): Promise<void> => {
    for (const kind of some) {
      const failures = await runKind(kind, request, root, binary);
      failed += failures;
    }
  };
  await runAll(kinds.filter(({ isAlone = false }) => isAlone));
  // The last ones of the table take longest, so start them first.
  const others = kinds
    .filter(({ isAlone = false }) => !isAlone)
    .toReversed()
    .values();
  await Promise.all(Array.from({ length: LANES }, () => runAll(others)));
  if (failed === 0) rmSync(cli, { recursive: true, force: true });
  if (readdirSync(root).length === 0) rmdirSync(root);
  print(failed === 0 ? "every promise held" : `${failed} failures`);
  return failed === 0 ? 0 : 1;
};

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (fault) {
  process.stderr.write(`error: ${messageOf(fault)}\n`);
  // Anything that a kind has started by then would keep the process alive.
  process.exit(2);
}
