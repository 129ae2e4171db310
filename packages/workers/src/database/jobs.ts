import type { RunKind } from "@llmch/contract";
import { isMark, newRunMark } from "@llmch/store";
import type { Environment, JsonObject } from "@llmch/text";
import type { Sql } from "postgres";
import { type Database, SCHEMA } from "./open-database.ts";

/** What somebody wants of a job: a row of the engine each, which a worker carries out. Files bear marks of their own. */
export type Act =
  | { readonly act: "begin" | "decide"; readonly run: string; readonly files: Files }
  | Marked<{ readonly act: "go-on"; readonly run: string; readonly skip: string | null; readonly brief: string | null }>
  /** `resume`: it waited for a time that has come. */
  | Marked<{ readonly act: "cancel" | "resume"; readonly run: string }>;

type Marked<Said> = Said & { readonly mark?: string | null };

/** An act with the mark of the user's key. */
export const marked = (act: Act, env: Environment): Act =>
  "files" in act ? act : { ...act, mark: newRunMark(env, { runId: act.run }, bodyOf(act)) };

/** Whether somebody with the same key asked for it. */
export const isMarked = (act: Act, env: Environment): boolean =>
  "files" in act || isMark(env, { runId: act.run }, bodyOf(act), act.mark);

const bodyOf = (act: Act): object => ({ ...act, mark: undefined });

/** Files of a run's folder, by their paths below the root of runs, in base64. */
export type Files = Readonly<Record<string, string>>;

/** The name under which the engine keeps llmch's rows. */
export const WORKFLOW = "llmch-run";

export interface NewJob {
  readonly run: string;
  readonly kind: RunKind;
  readonly repo: string;
  readonly branch: string | null;
  readonly dedupKey: string | null;
}

/** A job as the database has it. */
export interface JobRow extends NewJob {
  readonly epoch: number;
  /** How its run stood when its folder was published, or why it never was. */
  readonly state: string;
  /** The commit of its folder; null before the first. */
  readonly published: string | null;
  readonly cancelledAt: Date | null;
  /** The worker that has it, by its owner's name; null for none. */
  readonly worker: string | null;
  /** Whether a row waits for a worker. */
  readonly isPending: boolean;
  /** When its folder was last published. */
  readonly publishedAt: Date | null;
}

const table = (sql: Sql, name: "jobs" | "workflow_runs") => sql`${sql(SCHEMA)}.${sql(name)}`;

const row = (sql: Sql, act: Act, { engine }: Pick<Database, "engine">, availableAt: Date | null = null) => {
  const Engine = engine.constructor as typeof import("openworkflow/postgres").BackendPostgres;
  return Engine.fromPool(sql, { schema: SCHEMA }).createWorkflowRun({
    ...{ workflowName: WORKFLOW, version: null, idempotencyKey: null, config: {}, context: null },
    ...{ input: JSON.parse(JSON.stringify(act)), availableAt, deadlineAt: null },
    ...{ parentStepAttemptNamespaceId: null, parentStepAttemptId: null },
  });
};

/** Puts a job into the queue, unless one with its key is open: then that one's id. */
export const addJob = (database: Database, job: NewJob, act: Act): Promise<string> =>
  database.sql.begin(async (transaction) => {
    const sql = transaction as unknown as Sql;
    const added = await sql`
      insert into ${table(sql, "jobs")} (run, kind, repo, branch, dedup_key)
      values (${job.run}, ${job.kind}, ${job.repo}, ${job.branch}, ${job.dedupKey})
      on conflict (dedup_key) where is_open and dedup_key is not null do nothing returning run`;
    if (added.length === 0) {
      const [open] = await sql`select run from ${table(sql, "jobs")} where is_open and dedup_key = ${job.dedupKey}`;
      if (open !== undefined) return String(open.run);
    }
    await row(sql, act, database);
    return job.run;
  });

/** Has a worker do something with a job. */
export const addAct = async (database: Database, act: Act, availableAt: Date | null = null): Promise<void> => {
  if (act.act === "cancel")
    await database.sql`update ${table(database.sql, "jobs")} set cancelled_at = coalesce(cancelled_at, now()) where run = ${act.run}`;
  if (act.act === "go-on")
    await database.sql`update ${table(database.sql, "jobs")} set cancelled_at = null where run = ${act.run}`;
  await row(database.sql, act, database, availableAt);
};

/** All jobs. */
export const listJobs = async ({ sql }: Pick<Database, "sql">): Promise<readonly JobRow[]> => {
  const rows = await sql`
    select j.*, coalesce(o.pending, false) as pending, case when o.live then j.worker end as holder
    from ${table(sql, "jobs")} j left join (
      select input->>'run' as run, bool_or(worker_id is null or available_at <= now()) as pending,
        bool_or(status = 'running' and worker_id is not null and available_at > now()) as live
      from ${table(sql, "workflow_runs")} where status in ('pending', 'running', 'sleeping') group by 1
    ) o on o.run = j.run`;
  return rows.map((each) => ({
    ...{ run: each.run, kind: each.kind, repo: each.repo, branch: each.branch, dedupKey: each.dedupKey },
    ...{ epoch: each.epoch, state: each.state, published: each.published, publishedAt: each.publishedAt },
    ...{ cancelledAt: each.cancelledAt, worker: each.holder ?? null, isPending: each.pending },
  }));
};

/** The files with which jobs were put into the queue. */
export const begunWith = async (
  { sql }: Pick<Database, "sql">,
  runs: readonly string[],
): Promise<ReadonlyMap<string, { readonly files: Files; readonly output: JsonObject | null }>> => {
  if (runs.length === 0) return new Map();
  const rows = await sql`
    select input, output from ${table(sql, "workflow_runs")}
    where input->>'act' = 'begin' and input->>'run' in ${sql(runs)}`;
  return new Map(rows.map(({ input, output }) => [input.run, { files: input.files, output }]));
};

/** What a worker may do by now. */
export interface Turn {
  readonly epoch: number;
  readonly job: NewJob;
}

/** Takes a job for a row, unless another row of it, or another job of its branch, is being carried out. */
export const takeTurn = async (
  { sql }: Pick<Database, "sql">,
  { run, work, worker }: { readonly run: string; readonly work: string; readonly worker: string },
): Promise<Turn | null> => {
  const [taken] = await sql`select * from ${sql(SCHEMA)}.take_turn(${run}, ${work}, ${worker})`;
  if (taken === undefined) return null;
  const { kind, repo, branch, dedupKey } = taken;
  return { epoch: taken.epoch, job: { run, kind, repo, branch, dedupKey } };
};

/** A row that a worker has claimed, and the turn that it took with it. */
interface Held {
  readonly run: string;
  readonly work: string;
  readonly workerId: string;
  readonly epoch: number;
}

/**
 * Whether a row is still this worker's: a lease that ended while the database was away may go on, unless the job was taken since, here or
 * elsewhere. And whether its job was cancelled.
 */
export const holds = async (
  { sql }: Pick<Database, "sql">,
  { run, work, workerId, epoch }: Held,
): Promise<{ readonly isHeld: boolean; readonly isCancelled: boolean }> => {
  const [found] = await sql`
    select j.cancelled_at is not null as is_cancelled, w.id is not null and j.epoch = ${epoch} as is_held from ${table(sql, "jobs")} j
    left join ${table(sql, "workflow_runs")} w on w.id = ${work} and w.worker_id = ${workerId}
      and w.status = 'running'
    where j.run = ${run}`;
  return { isHeld: found?.isHeld === true, isCancelled: found?.isCancelled === true };
};

/** Says how a run stands, once that is in its remote. An older epoch says nothing any more. */
export const noteState = async (
  { sql }: Pick<Database, "sql">,
  run: string,
  epoch: number,
  {
    state,
    isOpen,
    published,
    branch,
  }: {
    readonly state: string;
    readonly isOpen: boolean;
    readonly published: string | null;
    readonly branch: string | null;
  },
): Promise<void> => {
  await sql`
    update ${table(sql, "jobs")} set state = ${state}, is_open = ${isOpen}, branch = coalesce(branch, ${branch}),
      published = coalesce(${published}, published), published_at = case when ${published}::text is null then published_at else now() end
    where run = ${run} and epoch = ${epoch}`;
};
