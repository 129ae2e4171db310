import { once } from "node:events";
import { makeDirectory, newOwnedName } from "@llmch/files";
import { keyFileFault, namedKeyFile } from "@llmch/store";
import { accepted, counted, createRedactor, EXIT, printable, type Refusal, type Result, rejected } from "@llmch/text";
import type { BackendPostgres } from "openworkflow/postgres";
import { type Act, WORKFLOW } from "../database/jobs.ts";
import type { Database } from "../database/open-database.ts";
import { createWeather, type Weather } from "../database/weather.ts";
import { carryOut, type Ending } from "./carry-out.ts";
import type { WorkerHost } from "./host.ts";
import { clearLeftovers } from "./place.ts";
import type { Claim } from "./publisher.ts";

/** Not this worker's turn, or not this worker's any more: the engine has been told. */
class Parked extends Error {}

const TURN_MS = 2000;

/** Takes jobs from a database until the signal. Gives the exit code. */
export const work = async (
  database: Database,
  { slots, ...given }: Omit<WorkerHost, "database" | "weather" | "name"> & { readonly slots: number },
): Promise<Result<number, Refusal>> => {
  const fault = keyFileFault(given.env);
  if (fault !== null) return rejected(fault);
  makeDirectory(given.cache, 0o700);
  clearLeftovers(given.cache);
  const redactor = createRedactor(given.keys.secrets);
  let before = "";
  const say = (line: string): void => {
    // What is tried again and again is said once.
    if (line !== before) given.say(printable(redactor.text(line)));
    before = line;
  };
  const weather = createWeather(say);
  const host: WorkerHost = { ...given, say, database, weather, name: newOwnedName() };
  const { engine, claims } = lastingEngine(database.engine, weather, given.stop);
  const { Worker, defineWorkflow } = database.library;
  /** A lease that has ended may be claimed here again, by another slot: not before the one that had it has noticed. */
  const inWork = new Set<string>();
  const carryOutAlone = async (act: Act, claim: Claim): Promise<Ending> => {
    if (inWork.has(act.run)) return { kind: "later" };
    inWork.add(act.run);
    return carryOut(act, claim, host).finally(() => inWork.delete(act.run));
  };
  const workflow = defineWorkflow<Act, unknown>(
    { name: WORKFLOW, retryPolicy: { initialInterval: "1s", maximumInterval: "30s", maximumAttempts: 0 } },
    async ({ input, run }) => {
      const claim = { work: run.id, workerId: claims.get(run.id) ?? "" };
      const ended = await carryOutAlone(input, claim).catch((fault: unknown) => {
        say(`${input.run} cannot be carried out yet (${String(Object(fault).message ?? fault)}): it is tried again`);
        throw fault;
      });
      if (ended.kind === "done") return ended.output;
      if (ended.kind === "later")
        await engine.sleepWorkflowRun({
          workflowRunId: claim.work,
          workerId: claim.workerId,
          availableAt: new Date(Date.now() + (given.stop.aborted ? 0 : TURN_MS)),
        });
      throw new Parked();
    },
  );
  const worker = new Worker({ backend: engine, workflows: [workflow as never], concurrency: slots });
  await worker.start();
  say(`takes jobs of ${database.shown}, ${counted(slots, "slot")}; Ctrl-C ends it, and others go on with what it has`);
  if (namedKeyFile(given.env) === null)
    say("its key is this machine's own: for a team, name one file on every machine with LLMCH_KEY_FILE");
  if (!given.stop.aborted) await once(given.stop, "abort");
  await worker.stop();
  return accepted(EXIT.ok);
};

/** The engine's rows, for an engine that knows no weather: it would print every fault, and give up what is done. */
const lastingEngine = (engine: BackendPostgres, weather: Weather, stop: AbortSignal) => {
  const claims = new Map<string, string>();
  const lasting = new Proxy(engine, {
    get(target, name: keyof BackendPostgres) {
      const method = target[name];
      if (typeof method !== "function") return method;
      const call = async (params: never): Promise<unknown> => Reflect.apply(method as never, target, [params]);
      if (name === "claimWorkflowRun")
        return async (params: { readonly workerId: string }) => {
          const claimed = (await weather.once(() => target.claimWorkflowRun(params as never))) ?? null;
          if (claimed !== null) claims.set(claimed.id, params.workerId);
          return claimed;
        };
      // What holds it looks whether it is still held.
      if (name === "extendWorkflowRunLease")
        return (params: never) => weather.once(() => call(params)).catch(() => null);
      return (params: never) => weather.lasting(() => call(params), stop);
    },
  });
  return { engine: lasting, claims };
};
