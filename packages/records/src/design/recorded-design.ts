import { join } from "node:path";
import { type Design, designDocument, designSha256, type RunEvent } from "@llmch/contract";
import { DESIGN_FOLDER } from "@llmch/planner";
import type { StoredRun } from "@llmch/store";
import { accepted, REDACTED, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { recordedDesign } from "./design-file.ts";

/** What a run's record says about its design: the design, that there is none, or nothing yet. */
export type RecordedDesign = { readonly isSettled: boolean; readonly design: Design | null };

/** The hash of the design named in a journal; null if it names none. */
export const designSaid = (events: readonly RunEvent[]): string | null => {
  const [beginning] = events;
  const made = events.findLast((event) => event.type === "designed");
  const given =
    beginning?.type === "schedule_started" || beginning?.type === "order_started" ? beginning.design_sha256 : undefined;
  return made?.sha256 ?? given ?? null;
};

/** The design of a resumed run. It must be the one named in the journal. */
export const designOfRun = async ({
  directory,
  kind,
  runId,
  journal,
}: StoredRun): Promise<Result<RecordedDesign, Refusal>> => {
  const said = designSaid(journal.events);
  if (said === null) {
    return accepted({ isSettled: journal.events.some(({ type }) => type === "undesigned"), design: null });
  }
  const design = await designKept(directory, said);
  if (design !== null) return accepted({ isSettled: true, design });
  const message = `${kind}/${runId}/${DESIGN_FOLDER}/design.json is not the design that the journal speaks of`;
  return rejected(refusal("not-resumable", message, "start anew on the same --branch"));
};

/** The design that a run keeps, if it is the one named in the journal; else null. */
export const designKept = async (directory: string, said: string): Promise<Design | null> => {
  const design = await recordedDesign(join(directory, DESIGN_FOLDER));
  return design !== null && isSaid(design, said) ? design : null;
};

/** A record contains no secrets, so a redacted design cannot be checked against its hash and is accepted. */
export const isSaid = (design: Design, sha256: string): boolean =>
  designSha256(design) === sha256 || JSON.stringify(designDocument(design)).includes(REDACTED);
