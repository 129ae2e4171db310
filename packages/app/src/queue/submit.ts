import { faultInWords, probeDirectory } from "@llmch/files";
import { newRunId, writeRequest } from "@llmch/store";
import { OPEN, type RunState } from "@llmch/story";
import { accepted, type Result, refusal, rejected } from "@llmch/text";
import type { OutcomeError } from "../outcome.ts";
import { requestToKeep, type Submitted } from "./request-to-keep.ts";
import type { QueueHost } from "./start.ts";
import { whileAlone } from "./while-alone.ts";

/** What became of it. */
export interface Acknowledged {
  readonly id: string;
  readonly state: RunState;
  /** False if a job with the same key is open: that one's id. */
  readonly isNew: boolean;
}

const LONGEST_KEY = 200;

/** Puts a request into the queue of a folder, unless a job with its key is open. */
export const submit = async (
  submitted: Submitted,
  { open: openFolder, locks, root, listing, starter }: QueueHost,
): Promise<Result<Acknowledged, OutcomeError>> => {
  const { dedupKey } = submitted;
  const kept = await requestToKeep(submitted, { ...starter, artifactsDir: root });
  if (!kept.ok) return kept;
  const { kind, asked } = kept.value;
  if (dedupKey !== undefined && dedupKey.length > LONGEST_KEY)
    return rejected(refusal("usage", `the key has over ${LONGEST_KEY} characters`, "give a shorter one"));
  const opened = openFolder();
  if (!opened.ok) return opened;
  const keepable = probeDirectory(root);
  if (!keepable.ok) return keepable;
  const write = async (): Promise<Result<Acknowledged, OutcomeError>> => {
    const runId = newRunId(root);
    try {
      await writeRequest(starter.env, { root, kind, runId }, asked);
    } catch (fault) {
      const message = `${root} cannot be written (${faultInWords(fault)})`;
      return rejected(refusal("not-writable", message, "make room, or mend its permissions; nothing was queued"));
    }
    return accepted({ id: runId, state: "queued", isNew: true });
  };
  if (dedupKey === undefined) return write();
  return whileAlone(locks, `key ${dedupKey}`, async () => {
    const open = (await listing.all()).find(
      ({ job: { dedupKey, state } }) => dedupKey === asked.dedupKey && OPEN.has(state),
    );
    return open === undefined ? write() : accepted({ id: open.job.id, state: open.job.state, isNew: false });
  });
};
