import { counted, isJsonObject, type JsonValue, member, type Round, type RunEvent } from "@llmch/contract";
import { type Finding, fault, warning } from "./finding.ts";

/** A run with reviews must record how the committed work was reviewed. Resuming a run may have turned the review off. */
export const reviewFindings = (events: readonly RunEvent[], at: Round, where: string): readonly Finding[] => {
  const settings = events.findLast((event) => event.type === "order_started")?.config?.settings;
  const said = events.findLast((event) => event.type === "triaged");
  const isLeftOut = said?.type === "triaged" && isOff(settings?.triage?.[said.complexity]);
  const what = isLeftOut || (settings?.review?.model ?? null) === null ? null : whatIsWrong(events, at);
  if (what === null) return [];
  const isGoneOnWith = events.some(({ type }) => type === "resumed");
  return [(isGoneOnWith ? warning : fault)("verification", where, what)];
};

/** Whether a recorded way of triage leaves out the review. */
const isOff = (way: JsonValue | undefined): boolean => isJsonObject(way) && member(way, "review") === "off";

const whatIsWrong = (events: readonly RunEvent[], at: Round): string | null => {
  const { attempt, round } = at;
  const last = events.findLast((event) => event.type === "reviewed" && event.attempt === attempt);
  if (last?.type !== "reviewed" || last.round !== round)
    return `its journal does not say that attempt ${attempt} was reviewed`;
  return last.blocks === 0 ? null : `the review of attempt ${attempt} holds ${counted(last.blocks, "note")} against it`;
};
