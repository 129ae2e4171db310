import {
  type AcceptedChange,
  type Placeholders,
  type Review,
  type Round,
  reviewFolder,
  type ToldNote,
} from "@llmch/contract";
import { formatRefusal, type JsonObject } from "@llmch/text";
import { tidying } from "../commands/judge-command.ts";
import { briefOf } from "../job/brief.ts";
import { failedTurn } from "../job/failed-turn.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { OrderJob, ReviewJob } from "../job/order-job.ts";
import type { Verified } from "../job/outcome.ts";
import type { Ports, Reviewer, ReviewScene } from "../job/ports.ts";
import { hiddenChecks, withholding } from "../prompt/hidden-checks.ts";
import { hidingSource } from "../prompt/hidden-files.ts";
import { notesFor } from "../prompt/notes-for.ts";
import { type AskedReview, askReview } from "./ask-review.ts";
import { quotedChanges, type ShownChanges } from "./changed-files.ts";
import { judgeNotes } from "./judge-notes.ts";
import { notesAsText } from "./notes-in-words.ts";
import { READER_SECTION, renderReview } from "./review-prompt.ts";
import { type TriedNote, tryClaims } from "./try-claims.ts";

/** The work under review: an attempt's proposal that passed every gate, as it is in the workspace. */
export interface ReviewedWork {
  readonly changes: readonly AcceptedChange[];
  readonly derived: readonly string[];
  readonly summary: string;
  readonly verified: Verified;
  readonly before: ShownChanges["before"];
  /** The placeholders that the author saw instead of secrets. */
  readonly placeholders: Placeholders;
  /** The blocking notes of the attempt's earlier rounds. */
  readonly earlier: readonly string[];
}

/** The result of a review. */
export interface Reviewed {
  /** The blocking notes as text; null if there are none. */
  readonly blocking: string | null;
}

/** Has a candidate reviewed. Notes that still block after the last round close the gate. */
export const reviewCandidate = async (
  job: OrderJob,
  review: ReviewJob,
  at: Round,
  work: ReviewedWork,
  ports: Ports & { readonly reviewer: Reviewer },
): Promise<GateOutcome<Reviewed>> => {
  const { order } = job;
  const { ledger, workspace, reviewer } = ports;
  const { changes, derived, before, placeholders } = work;
  const quoted = quotedChanges(changes, { before, derived, hide: placeholders.hide, most: review.limits.fileBytes });
  const rendered = renderReview({ ...work, template: review.template, order, changes: quoted });
  const scene = sceneOf(job, work, ports);
  const notes = await notesFor(order, await scene.files.trackedFiles(), { ...ports, workspace: scene.files });
  const further = [notes, reviewer.hasTools === true ? READER_SECTION : ""].filter((section) => section !== "");
  const prompt = further.length === 0 ? rendered : `${[rendered.trimEnd(), ...further].join("\n\n")}\n`;
  await ledger.recordText(`${reviewFolder(at)}/prompt.txt`, prompt);
  const asked = await askReview(at, prompt, reviewer, scene);
  if (asked.kind !== "reviewed") return unreviewed(job, review, at, asked, ports);

  const changed = new Set<string>(changes.map(({ path }) => path));
  const judged = await judgeNotes(asked.review.notes, order, changed, workspace);
  const judging = tidying(workspace);
  const tried = await tryClaims(judged, at, { ...ports, job, ...judging });
  if (tried === "interrupted") return { kind: "interrupted" };
  const blocking = tried.filter(({ standing }) => standing === "blocks");
  await tell(at, { summary: asked.review.summary, notes: tried, fault: null }, ports);
  if (blocking.length === 0) return open({ blocking: null }, null);
  const text = notesAsText(blocking);
  if (at.round > review.rounds)
    return shut({ ...briefOf("acceptance_failed", job, `${STANDS}\n${text}`), reviewed: true });
  return open({ blocking: text }, "back to the author");
};

/** The files in the workspace, with the change applied. */
const sceneOf = ({ order }: OrderJob, { placeholders }: ReviewedWork, { workspace, outlines }: Ports): ReviewScene => {
  const checks = hiddenChecks(order);
  const source = withholding(hidingSource({ workspace, outlines }, placeholders), checks);
  return {
    order,
    files: {
      trackedFiles: () => workspace.presentFiles(),
      inspect: source.workspace.inspect,
    },
    outlines,
    redact: placeholders.hide,
  };
};

const STANDS = "what a reviewer holds against it still stands:";

/** Handles a missing review. If a replayed record lacks it, the gate closes whatever the settings say. */
const unreviewed = async (
  job: OrderJob,
  { onFailure }: ReviewJob,
  at: Round,
  asked: Exclude<AskedReview, { readonly kind: "reviewed" }>,
  ports: Ports,
): Promise<GateOutcome<Reviewed>> => {
  if (asked.kind === "failed" && (OF_THE_RECORD.has(asked.reason) || asked.reason === "interrupted"))
    return failedTurn(job, asked);
  const why = asked.kind === "failed" ? formatRefusal(asked) : `the reviewer gave no review: ${asked.fault}`;
  await tell(at, { summary: null, notes: [], fault: why }, ports);
  const come = onFailure === "pass" ? "it passes all the same" : "it does not pass";
  await ports.ledger.emit({
    type: "warning",
    message: `the work on ${job.order.id} is not reviewed, and ${come}: ${why}`,
  });
  if (onFailure === "pass") return open({ blocking: null }, "not reviewed");
  if (asked.kind === "failed") return failedTurn(job, asked);
  return shut(briefOf("acceptance_failed", job, `the work could not be reviewed: ${asked.fault}`));
};

const OF_THE_RECORD: ReadonlySet<string> = new Set(["missing-exchange", "request-changed"]);

interface Told {
  readonly summary: Review["summary"] | null;
  readonly notes: readonly TriedNote[];
  readonly fault: string | null;
}

/** Records a review, the document before the event that names it. */
const tell = async (at: Round, { summary, notes, fault }: Told, { ledger }: Pick<Ports, "ledger">): Promise<void> => {
  const blocks = notes.filter(({ standing }) => standing === "blocks").length;
  const document = { summary, fault, blocks, notes: notes.map(noteDocument) };
  await ledger.record(`${reviewFolder(at)}/review.json`, document);
  await ledger.emit({
    type: "reviewed",
    ...at,
    notes: notes.map(toldNote),
    blocks,
    ...(fault === null ? {} : { fault }),
  });
};

const toldNote = ({ note: { severity, path, line, claim }, standing }: TriedNote): ToldNote => ({
  severity,
  path,
  line,
  claim,
  standing,
});

const noteDocument = ({ note, lowered, standing, shown, record }: TriedNote): JsonObject => ({
  ...note,
  standing,
  lowered,
  shown,
  result: record,
});
