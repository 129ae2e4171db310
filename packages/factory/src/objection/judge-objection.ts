import {
  acceptanceOf,
  conditionInWords,
  contradicted,
  type Objection,
  pathFault,
  repoPath,
  type WorkOrder,
} from "@llmch/contract";
import { hiddenNamed } from "../prompt/hidden-checks.ts";
import { readNeed } from "./need.ts";

/**
 * The faults of an objection, each as a sentence for the model; none if everything that it names exists (contract §5.1). A
 * requested file may be missing: the next turn says so.
 */
export const objectionFaults = (
  order: WorkOrder,
  { needs, contradiction, blocked_by }: Objection,
  tracked: ReadonlySet<string>,
): readonly string[] => [
  ...needs.flatMap((need) => {
    const { path } = readNeed(need, tracked);
    return repoPath(path) === null
      ? [`needs: ${JSON.stringify(need)}: the path ${pathFault(path) ?? "is not valid"}`]
      : [];
  }),
  ...(contradiction === null || demandNamed(order, contradicted(contradiction)) !== null
    ? []
    : [
        `contradiction: ${JSON.stringify(contradicted(contradiction))} is none of the order's acceptance commands and conditions; copy one`,
      ]),
  ...blocked_by.flatMap((raw) => obstacleFault(order, raw, tracked) ?? []),
];

const obstacleFault = (order: WorkOrder, raw: string, tracked: ReadonlySet<string>): string | null => {
  const path = repoPath(raw);
  const name = `blocked_by: ${JSON.stringify(raw)}`;
  if (path === null) return `${name}: the path ${pathFault(raw) ?? "is not valid"}`;
  if (order.allowed_files.includes(path)) return `${name} may be written: it blocks nothing`;
  return tracked.has(path) ? null : `${name}: there is no such file`;
};

/** The acceptance command or condition that a text names, in the order's spelling; null if it names none. */
export const demandNamed = (order: WorkOrder, text: string): string | null => {
  const wanted = plain(text);
  const hidden = hiddenNamed(order, wanted);
  if (hidden !== null) return hidden;
  const conditions = [...order.postconditions, ...order.preconditions].map(conditionInWords);
  return (
    [
      ...acceptanceOf(order).flatMap(({ command, hidden: isHidden }) => (isHidden ? [] : [command])),
      ...conditions,
    ].find((demand) => spellings(demand).some((each) => each === wanted)) ?? null
  );
};

/** A prompt shows commands as JSON strings. */
const spellings = (demand: string): readonly string[] => [plain(demand), plain(JSON.stringify(demand).slice(1, -1))];

/** Strips quotes and normalizes white space. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/^`(.*)`$/s, "$1")
    .replace(/^"(.*)"$/s, "$1")
    .replace(/\s+/g, " ")
    .trim();
