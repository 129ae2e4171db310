import { join } from "node:path";
import { openServerFolder } from "@llmch/app/detached";
import {
  createQueue,
  type FolderQueue,
  type Job,
  noJob,
  overFault,
  requestToKeep,
  type SharedQueue,
  type Submitted,
} from "@llmch/app/queue";
import { keptBytes, namesIn, removeTree } from "@llmch/files";
import { type StoredRunName, storedSummaries } from "@llmch/records";
import { newRunId, recordedRun, writeRequest } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected, textMember } from "@llmch/text";
import { type Act, addAct, addJob, type Files, type JobRow, marked } from "../database/jobs.ts";
import type { Database } from "../database/open-database.ts";
import { faultInWords, isPassing, type Weather } from "../database/weather.ts";
import { type CopiesPlace, createCopies } from "./copies.ts";
import { addressOf } from "./repo-address.ts";

/** What it is used with. */
export interface QueueUser extends CopiesPlace {
  readonly starter: Parameters<typeof createQueue>[1];
  readonly weather: Weather;
}

/** A change of the page reaches a list after that time at the latest. */
const FRESH_MS = 1000;

/**
 * The queue of a database: its rows say what there is and who works on it, and each run's folder is looked at in a copy, as it was last
 * published. Whatever a person says is written there first, as in any folder, and then put into a row.
 */
export const openDatabaseQueue = (
  database: Database,
  { starter, weather, ...place }: QueueUser,
): Result<SharedQueue, Refusal> => {
  const { data } = place;
  const opened = openServerFolder(data);
  if (!opened.ok) return opened;
  const copies = createCopies(database, place);
  const { root } = copies;
  const local: FolderQueue = createQueue(data, starter);
  let rows: ReadonlyMap<string, JobRow> = new Map();
  let updating: Promise<void> | null = null;
  let updatedAt = Number.NEGATIVE_INFINITY;
  const update = async (): Promise<void> => {
    updating ??= weather
      .once(copies.update)
      .then((found) => {
        if (found !== undefined) rows = new Map(found.map((row) => [row.run, row]));
      })
      .finally(() => {
        updatedAt = performance.now();
        updating = null;
      });
    await updating;
  };
  const recent = async (): Promise<void> => {
    if (performance.now() - updatedAt > FRESH_MS) await update();
  };
  const shown = (job: Job): Job => {
    const row = rows.get(job.id);
    return row === undefined ? job : { ...job, repo: row.repo, asOf: row.publishedAt?.toISOString() ?? null };
  };
  const job = async (id: string): Promise<Job | null> => {
    const found = await local.job(id);
    return found === null ? null : shown(found);
  };
  const reached = async <Value>(work: () => Promise<Value>): Promise<Result<Value, Refusal>> => {
    try {
      return accepted(await work());
    } catch (fault) {
      if (!isPassing(fault)) throw fault;
      return rejected(
        refusal("no-database", `the database is away (${faultInWords(fault)})`, "try again; nothing was done"),
      );
    }
  };
  const act = async (id: string, said: Act): Promise<Result<Job, Refusal>> => {
    const added = await reached(() => addAct(database, marked(said, starter.env)));
    if (!added.ok) return added;
    await update();
    const now = await job(id);
    return now === null ? rejected(noJob(id)) : accepted(now);
  };
  const forward = async (id: string): Promise<Result<true, Refusal>> => {
    const summaries = storedSummaries(root);
    const run = summaries.runs.find(({ runId }) => runId === id);
    if (run === undefined) return rejected(noJob(id));
    const files = Object.assign({}, ...[run, ...summaries.partsOf(run)].map((each) => decisionsOf(root, each)));
    const added = await reached(() => addAct(database, { act: "decide", run: id, files }));
    if (!added.ok) return added;
    await update();
    return accepted(true);
  };
  return accepted({
    root,
    update,
    forward,
    job: async (id) => {
      await recent();
      return job(id);
    },
    jobs: async () => {
      await recent();
      return (await local.jobs()).filter(({ id }) => rows.has(id)).map(shown);
    },
    submit: async (submitted: Submitted) => {
      await update();
      const { env, cwd } = starter;
      const at = await addressOf(submitted, { env, cwd });
      if (!at.ok) return at;
      const kept = await requestToKeep(
        { ...at.value.submitted, remote: at.value.url },
        { ...starter, artifactsDir: root },
      );
      if (!kept.ok) return kept;
      const { kind, asked, push } = kept.value;
      if (LANDS.has(kind) && push === "never") return rejected(UNPUSHED);
      const given = LANDS.has(kind) ? { ...asked.given, "factory.push": push } : asked.given;
      const run = newRunId(root);
      await writeRequest(env, { root, kind, runId: run, isElsewhere: true }, { ...asked, given });
      const files = filesOf(root, { kind, runId: run });
      const branch = textMember(asked.request, "branch");
      const dedupKey = submitted.dedupKey ?? null;
      const added = await reached(() =>
        addJob(database, { run, kind, repo: at.value.url, branch, dedupKey }, { act: "begin", run, files }),
      );
      if (!added.ok || added.value !== run) removeTree(join(root, kind, run));
      if (!added.ok) return added;
      await update();
      const state = (await job(added.value))?.state ?? "queued";
      return accepted({ id: added.value, state, isNew: added.value === run });
    },
    decide: async (id, decision, of) => {
      await update();
      const decided = await local.decide(id, decision, of);
      const sent = decided.ok ? await forward(id) : decided;
      if (!sent.ok) return sent;
      const now = await job(id);
      return now === null ? rejected(noJob(id)) : accepted(now);
    },
    goOn: async (id, how = {}) => {
      await update();
      // It says whether that may be.
      const judged = await local.goOn(id, how);
      return judged.ok ? act(id, { act: "go-on", run: id, skip: how.skip ?? null, brief: how.brief ?? null }) : judged;
    },
    cancel: async (id) => {
      await update();
      const now = await job(id);
      const over = now === null ? noJob(id) : overFault(now);
      return over === null ? act(id, { act: "cancel", run: id }) : rejected(over);
    },
  });
};

/** Kinds of runs that make commits. */
const LANDS: ReadonlySet<string> = new Set(["factory", "run-all", "build"]);

const UNPUSHED = refusal(
  "usage",
  "over a database, commits are on another machine until they are pushed",
  "say when: --push each, or --push end",
);

const filesOf = (root: string, { kind, runId }: StoredRunName): Files =>
  Object.fromEntries(
    recordedRun(root, kind, runId).files.map((name) => [
      `${kind}/${runId}/${name}`,
      keptBytes(join(root, kind, runId, name))?.toString("base64") ?? "",
    ]),
  );

const decisionsOf = (root: string, { kind, runId }: StoredRunName): Files =>
  Object.fromEntries(
    namesIn(join(root, kind, runId, "decisions"))
      .filter((name) => name.endsWith(".json"))
      .map((name) => {
        const path = `${kind}/${runId}/decisions/${name}`;
        return [path, keptBytes(join(root, path))?.toString("base64") ?? ""];
      }),
  );
