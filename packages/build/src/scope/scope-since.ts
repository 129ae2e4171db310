import { MOST_MILESTONES, type Scope } from "@llmch/contract";
import { demandedSince, numberedDemands } from "@llmch/planner";
import { shortened } from "@llmch/text";

/**
 * A scope that also brings what its user asked for since. A new milestone is accepted as the last one is, by its planner's claim, and by an
 * examination.
 * @param into the milestone that brings it; null for a new one at the end, as long as there is room for one
 */
export const scopeSince = (scope: Scope, texts: readonly string[], into: string | null): Scope => {
  const { milestones } = scope;
  const fulfils = texts.flatMap((text) => numberedDemands(demandedSince("", [text]))).map(({ text }) => text);
  const last = milestones.at(-1);
  const place = into ?? (milestones.length < MOST_MILESTONES ? null : last?.id);
  const added = { id: `M${milestones.length + 1}`, outcome: outcomeOf(texts), area: "" };
  return place === null
    ? { ...scope, milestones: [...milestones, { ...added, fulfils, acceptance: last?.acceptance ?? [] }] }
    : {
        ...scope,
        milestones: milestones.map((each) =>
          each.id === place ? { ...each, fulfils: [...each.fulfils, ...fulfils] } : each,
        ),
      };
};

const outcomeOf = (texts: readonly string[]): string => `A user can rely on this: ${shortened(texts.join(" "))}`;
