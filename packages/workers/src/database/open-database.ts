import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { BackendPostgres } from "openworkflow/postgres";
import type { Sql } from "postgres";
import { RUN_REFS } from "../transport/remote.ts";
import type { DatabaseAddress } from "./address.ts";
import { faultInWords } from "./weather.ts";

/** The database, and the engine whose rows in it are the queue. */
export interface Database extends Pick<DatabaseAddress, "shown"> {
  /** Where remotes have the folders of its runs: the same for all who use it. */
  readonly runRefs: string;
  readonly sql: Sql;
  readonly engine: BackendPostgres;
  readonly library: Pick<typeof import("openworkflow"), "Worker" | "defineWorkflow">;
  close(): Promise<void>;
}

/** Everything of llmch's, the engine's tables too, is in this schema. */
export const SCHEMA = "llmch";
/** What workers and those who submit agree on: rows, run folders, refs. */
export const PROTOCOL = 1;

const VERSIONS = { openworkflow: "0.10.1", postgres: "3.4.9" };

/** Optional peers: whoever wants no database installs neither. */
const libraries = async () => {
  try {
    const [{ default: postgres }, { BackendPostgres }, { Worker, defineWorkflow }] = await Promise.all([
      import("postgres"),
      import("openworkflow/postgres"),
      import("openworkflow"),
    ]);
    return accepted({ postgres, BackendPostgres, Worker, defineWorkflow });
  } catch {
    const names = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
    const message = "a database needs two more packages, which are not installed";
    return rejected(refusal("program-missing", message, `\`npm install --global ${names.join(" ")}\``));
  }
};

/**
 * Connects to a database, and makes sure that its tables are those of this version.
 * @param migrate whether to make them first
 * @param runRefs where remotes are to have its runs' folders; refused once it has runs that are elsewhere
 */
export const openDatabase = async (
  { url, shown }: DatabaseAddress,
  { migrate = false, connections = 4, runRefs }: DatabaseOptions = {},
): Promise<Result<Database, Refusal>> => {
  const loaded = await libraries();
  if (!loaded.ok) return loaded;
  const { postgres, BackendPostgres, ...library } = loaded.value;
  const sql = postgres(url, {
    ...{ max: connections, connect_timeout: 10, onnotice: () => {}, connection: { application_name: "llmch" } },
    transform: { column: { from: postgres.toCamel } },
    // Nobody catches the fault of that question, asked of every new connection: it would end the process while the database goes away.
    // Without it, `reserve` never gives a connection.
    fetch_types: false,
  });
  const close = () => sql.end({ timeout: 1 });
  try {
    if (migrate) {
      await sql.begin(async (transaction) => {
        // Two at once are one: the second finds all made.
        await transaction`select pg_advisory_xact_lock(${LOCK})`;
        const found = await protocolIn(transaction);
        if (found !== null && found.version !== PROTOCOL) return;
        const made = await BackendPostgres.connect(url, { schema: SCHEMA });
        await made.stop();
        await transaction.unsafe(TABLES);
        if (runRefs !== undefined)
          await transaction`update llmch.protocol set run_refs = ${runRefs} where not exists (select from llmch.jobs)`;
      });
    }
    const found = await protocolIn(sql);
    if (found?.version === PROTOCOL && found.runRefs === (runRefs ?? found.runRefs)) {
      const engine = BackendPostgres.fromPool(sql, { schema: SCHEMA });
      return accepted({ shown, sql, close, library, engine, runRefs: found.runRefs });
    }
    await close();
    if (found?.version === PROTOCOL) return rejected(elsewhere(shown, found.runRefs));
    return rejected(found === null ? unmade(shown) : another(shown, found.version));
  } catch (fault) {
    await close().catch(() => {});
    return rejected(
      refusal("no-database", `the database ${shown} cannot be used: ${faultInWords(fault)}`, "start it, or try again"),
    );
  }
};

interface DatabaseOptions {
  readonly migrate?: boolean;
  readonly connections?: number;
  readonly runRefs?: string | undefined;
}

/** Of the lock while tables are made. */
const LOCK = 7_717_001;

/** The protocol of the tables that are there, and where its runs' folders are; null if there are none. */
const protocolIn = async (
  sql: Pick<Sql, "unsafe">,
): Promise<{ readonly version: number; readonly runRefs: string } | null> => {
  const [there] = await sql.unsafe(`select to_regclass('${SCHEMA}.protocol') as name`);
  if (!there?.name) return null;
  const [row] = await sql.unsafe(`select * from ${SCHEMA}.protocol`);
  return { version: Number(row?.version ?? 0), runRefs: String(row?.runRefs ?? row?.run_refs ?? RUN_REFS) };
};

const unmade = (shown: string): Refusal =>
  refusal("no-database", `the database ${shown} holds no queue yet`, "`llmch worker --migrate` makes its tables, once");

const another = (shown: string, found: number): Refusal =>
  refusal(
    "no-database",
    `the queue in ${shown} is of protocol ${found}, and this llmch speaks ${PROTOCOL}`,
    "install the version of llmch that the others have",
  );

const elsewhere = (shown: string, runRefs: string): Refusal =>
  refusal("usage", `the runs in ${shown} are at ${runRefs}`, "leave --run-refs out, or take another database");

/** Of the lock while a turn is taken. */
const TURNS = 7_717_002;

/**
 * What the engine has no column for. A worker takes its turn in one call, in which each statement sees what was committed before it: the
 * driver throws where nobody can catch it, if the database goes away within a transaction.
 */
const TABLES = `
create table if not exists ${SCHEMA}.jobs (
  run text primary key,
  kind text not null,
  repo text not null,
  branch text,
  dedup_key text,
  epoch integer not null default 0,
  state text not null default 'queued',
  is_open boolean not null default true,
  published text,
  published_at timestamptz,
  working text,
  worker text,
  cancelled_at timestamptz
);
create unique index if not exists jobs_dedup on ${SCHEMA}.jobs (dedup_key) where is_open and dedup_key is not null;
create index if not exists jobs_branch on ${SCHEMA}.jobs (repo, branch) where working is not null;
create table if not exists ${SCHEMA}.protocol (version integer primary key);
alter table ${SCHEMA}.protocol add column if not exists run_refs text not null default '${RUN_REFS}';
insert into ${SCHEMA}.protocol values (${PROTOCOL}) on conflict do nothing;
create or replace function ${SCHEMA}.take_turn(of_run text, with_work text, by_worker text) returns setof ${SCHEMA}.jobs
language plpgsql as $$ begin
  perform pg_advisory_xact_lock(${TURNS});
  return query update ${SCHEMA}.jobs j set working = with_work, worker = by_worker, epoch = epoch + 1
    where run = of_run and not exists (
      select 1 from ${SCHEMA}.jobs o join ${SCHEMA}.workflow_runs w on w.id = o.working
      where (o.run = j.run or (o.repo = j.repo and o.branch = j.branch)) and w.id <> with_work
        and w.status = 'running' and w.worker_id is not null and w.available_at > now())
    returning j.*;
end $$;
`;
