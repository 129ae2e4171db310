import { EXIT } from "@llmch/text";
import type { Entry } from "../catalogue.ts";
import type { Outcome } from "../outcome.ts";
import type { EndedOrder, RunResult } from "../runs/results/run-result.ts";

/** An outcome as faces give it to programs (contract §1): the members of its result are in snake_case. */
export const resultDocument = (
  entry: (Pick<Entry, "elsewhere" | "resultNames"> & { readonly name: string }) | null,
  outcome: Outcome,
  durationMs: number,
): Readonly<Record<string, unknown>> => {
  const { exitCode, verdict } = outcome;
  const { kind, dryRun = false, orders = [] }: Carried = Object(outcome.result);
  const isSchedule = entry?.name === "run-all" || kind === "run-all" || dryRun;
  const runs = isSchedule ? { runs: orders.map(runEntry) } : { run_id: outcome.runId ?? null };
  return {
    ...{ schema_version: 1, command: entry?.name ?? null, ok: exitCode === EXIT.ok, exit_code: exitCode, verdict },
    ...runs,
    ...{ paths: outcome.paths ?? {}, counts: outcome.counts ?? {}, duration_ms: Math.round(durationMs) },
    errors: (outcome.errors ?? []).map(documented),
    warnings: (outcome.warnings ?? []).map(documented),
    ...resultMembers(entry, outcome),
  };
};

/** What a run of orders came to. */
type Carried = Partial<Pick<RunResult, "kind" | "dryRun" | "orders">>;

/** What a run-all reports of each order's run. */
const runEntry = ({ order, runId, directory, verdict, attempts, commit, evidence }: EndedOrder) => ({
  ...{ run_id: runId, work_order_id: order, verdict, attempts, commit, evidence, artifacts: directory },
});

/** The members of a result alone. */
export const resultMembers = (
  entry: Pick<Entry, "elsewhere" | "resultNames"> | null,
  { result }: Pick<Outcome, "result">,
): Readonly<Record<string, unknown>> => {
  const elsewhere = new Set(entry?.elsewhere ?? []);
  const own = Object.entries(Object(result)).filter(([name]) => !elsewhere.has(name));
  return inSnakeCase(Object.fromEntries(own), new Set(entry?.resultNames ?? []));
};

type Said = NonNullable<Outcome["errors"] | Outcome["warnings"]>[number];

/** An error or a warning, as documents have it: one of an order begins with its name. */
const documented = ({ wasShown: _, ...said }: Said & { readonly wasShown?: true }): object => {
  if ("wo_id" in said || !("order" in said)) return "cause" in said ? { code: said.code, message: said.message } : said;
  const { code, message, order, hint } = said;
  const isNamed = order === undefined || message.startsWith(order) || UNNAMED.has(code);
  return { code, message: isNamed ? message : `${order}: ${message}`, ...(hint === undefined ? {} : { hint }) };
};

/** Faults that end a whole run. */
const UNNAMED: ReadonlySet<string> = new Set(["interrupted", "limit", "waiting", "setup-failed", "unexpected"]);

/** Renames the members that results declare, and no others: a document in a result has its own names. */
const inSnakeCase = (value: unknown, names: ReadonlySet<string>): Readonly<Record<string, unknown>> => {
  const renamed = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(renamed);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(
      Object.entries(each).map(([name, part]) => [names.has(name) ? snake(name) : name, renamed(part)]),
    );
  };
  return Object(renamed(value));
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
