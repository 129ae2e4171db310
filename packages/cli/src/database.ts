import { join } from "node:path";
import type { SharedQueue } from "@llmch/app/queue";
import type { Installed } from "@llmch/serve";
import {
  accepted,
  createRedactor,
  type Environment,
  EXIT,
  printable,
  type Refusal,
  type Result,
  refusal,
  rejected,
} from "@llmch/text";
import type { WorkerServing } from "./options.ts";

/** A queue in a database, and the folder with the copies of its runs. */
export interface OpenedQueue {
  readonly queue: SharedQueue;
  readonly data: string;
  /** The database, without credentials. */
  readonly where: string;
  close(): Promise<void>;
}

/** Whether a database is named: only then is anything of it loaded. */
export const namesDatabase = (flag: string | undefined, env: Environment): boolean =>
  flag !== undefined || (env.LLMCH_DATABASE_URL ?? "") !== "";

/** No process that llmch starts, and no command, gets the way to the database. */
export const withoutDatabase = ({ LLMCH_DATABASE_URL: _, PGPASSWORD: __, ...env }: Environment): Environment => env;

/** If the database goes away within a transaction, its driver throws where nobody can catch it, and would print a stack trace. */
const endIfDriverFails = (tell: (line: string) => void): void => {
  process.once("uncaughtException", (fault) => {
    if (!/[\\/]postgres[\\/]/.test(fault.stack ?? "")) throw fault;
    tell("error: the database went away in the middle: start this again once it is there");
    process.exit(EXIT.model);
  });
};

/** The queue of the database that is named; null if none is. */
export const openQueue = async (
  flag: string | undefined,
  { keys, cwd, program, whole }: Installed,
  tell: (line: string) => void,
): Promise<Result<OpenedQueue | null, Refusal>> => {
  if (!namesDatabase(flag, keys.env)) return accepted(null);
  const { openDatabaseQueue, createWeather, databaseAddress, databaseFolder, openDatabase } = await import(
    "@llmch/workers"
  );
  const { env, secrets } = keys;
  const address = databaseAddress(flag, env);
  if (!address.ok || address.value === null) return address.ok ? accepted(null) : address;
  const opened = await openDatabase(address.value);
  if (!opened.ok) return opened;
  const { shown: where } = address.value;
  endIfDriverFails(tell);
  const redactor = createRedactor(secrets);
  const say = (line: string) => tell(printable(redactor.text(line)));
  const { data, cache } = databaseFolder(where, env);
  const queue = openDatabaseQueue(opened.value, {
    ...{ data, cache, env, say, weather: createWeather(say) },
    starter: { env, secrets, cwd, program, whole: withoutDatabase(whole) },
  });
  if (queue.ok) return accepted({ queue: queue.value, data, where, close: opened.value.close });
  await opened.value.close();
  return queue;
};

/** `llmch worker`: takes jobs until a signal comes. Gives the exit code. */
export const serveWorker = async (
  { database: flag, slots, repoCache: named, migrate, runRefs, allowLocal, publicRecords }: WorkerServing,
  { keys, cwd, program, whole }: Installed,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<Result<number, Refusal>> => {
  const { databaseAddress, databaseFolder, openDatabase, work } = await import("@llmch/workers");
  const address = databaseAddress(flag, keys.env);
  if (!address.ok) return address;
  if (address.value === null)
    return rejected(
      refusal("usage", "no database is named", "set LLMCH_DATABASE_URL, or give --database postgres://…"),
    );
  if (runRefs !== undefined && !migrate)
    return rejected(refusal("usage", "--run-refs is said once, with --migrate", "the database keeps it"));
  const opened = await openDatabase(address.value, { migrate, runRefs, connections: slots + 2 });
  if (!opened.ok) return opened;
  endIfDriverFails(say);
  const cache = named === undefined ? databaseFolder(address.value.shown, keys.env).cache : join(cwd, named);
  const worked = await work(opened.value, {
    ...{ slots, cache, keys, env: keys.env, program, whole: withoutDatabase(whole), stop, say },
    ...{ allowsLocal: allowLocal, publicRecords },
  });
  await opened.value.close();
  return worked;
};
