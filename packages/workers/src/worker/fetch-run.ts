import { setTimeout } from "node:timers/promises";
import type { NewJob } from "../database/jobs.ts";
import { type Published, readPublished } from "../transport/published.ts";
import { BRANCHES, fetchFrom, openRemote, type Remote, refsOf, refspecsOf } from "../transport/remote.ts";
import type { WorkerHost } from "./host.ts";

/** A job's remote by now. */
export interface FetchedRun {
  readonly remote: Remote;
  /** The branch that the remote has checked out. */
  readonly head: string;
  /** The run's folder; null before the first time. */
  readonly published: Published | null;
}

const AGAIN_MS = 2000;

/** The repo's remote with its branches, and the run as it was published; null once the worker is told to end. */
export const fetchRun = async (
  { run, repo }: NewJob,
  { database, cache, env, say, stop }: WorkerHost,
): Promise<FetchedRun | { readonly refused: string } | null> => {
  const opened = await openRemote(repo, { cache, env, runRefs: database.runRefs });
  if (!opened.ok) throw new Error(opened.issues[0]);
  const remote = opened.value;
  for (let isTold = false; !stop.aborted; await setTimeout(AGAIN_MS, undefined, { signal: stop }).catch(() => {})) {
    const refs = await refsOf(remote, "HEAD", remote.refOf(run));
    const head = refs.ok ? refs.value.get("HEAD ->")?.replace("refs/heads/", "") : undefined;
    const ref = refs.ok ? refs.value.get(remote.refOf(run)) : undefined;
    if (refs.ok && head === undefined) return { refused: "the remote has no branch yet" };
    const wanted = [BRANCHES, ...refspecsOf(remote, ref === undefined ? [] : [run])];
    const fetched = refs.ok ? await fetchTold(remote, wanted, { signal: stop, say }) : refs;
    if (fetched.ok && head !== undefined) {
      if (ref === undefined) return { remote, head, published: null };
      const read = await readPublished(remote.mirror, ref, run, env);
      return read.ok ? { remote, head, published: read.value } : { refused: read.issues[0] };
    }
    if (!isTold && !fetched.ok) say(`the remote of ${run} is away (${fetched.issues[0]}): it is asked again`);
    isTold = true;
  }
  return null;
};

const PROGRESS_MS = 5000;

const fetchTold = (
  remote: Remote,
  refs: readonly string[],
  { signal, say }: { readonly signal: AbortSignal; readonly say: (line: string) => void },
) => {
  let last = performance.now();
  const progress = (line: string): void => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    say(`fetching: ${line}`);
  };
  return fetchFrom(remote, refs, { signal, progress });
};
