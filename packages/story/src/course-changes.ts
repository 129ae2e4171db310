import type { BuildState } from "@llmch/build/machine";
import type { EventBody, RunEvent } from "@llmch/contract";
import { lastOf } from "./journal.ts";
import type { CourseChange } from "./story.ts";

type EventOf<Type extends EventBody["type"]> = Extract<EventBody, { readonly type: Type }>;

/** How a build went: where it left the way that it had planned, and how it was judged, and why. */
export const courseChanges = (events: readonly RunEvent[], state: BuildState): readonly CourseChange[] =>
  events.flatMap((event, index) => {
    const before = events.slice(0, index);
    const window = lastOf(before, "window_planned")?.window ?? 0;
    switch (event.type) {
      case "window_planned":
        return planned(event);
      case "window_ended":
        return event.failed.map(({ order, stage, why }) => ({
          window: event.window,
          what: `${order} failed${stage === null ? "" : ` (${stage})`}${instead(event.window, state)}`,
          why: [why],
        }));
      case "assessed":
        return [
          { window, what: `assessment ${event.assessment}: ${event.verdict}`, why: event.reasons.map(reasonInWords) },
        ];
      case "scope_taken":
        return rescoped(event, lastOf(before, "scope_taken"), window);
      default:
        return [];
    }
  });

/** `Adding works. (WO-03, WO-04)` */
export const reasonInWords = ({ text, cites }: EventOf<"assessed">["reasons"][number]): string =>
  `${text}${cites.length === 0 ? "" : ` (${cites.join(", ")})`}`;

const planned = ({
  window,
  verdict,
  exit_code,
  changes,
  abort,
}: EventOf<"window_planned">): readonly CourseChange[] => [
  ...(verdict === "PASS" ? [] : [{ window, what: `window ${window} has no plan (exit ${exit_code})`, why: [] }]),
  ...changes.flatMap(({ before, now, why }) => {
    if (before === null || before === now) return [];
    return [
      { window, what: now === null ? `note dropped: ${before}` : `note changed: ${before} → ${now}`, why: [why] },
    ];
  }),
  ...(abort === null
    ? []
    : [
        {
          window,
          what: `${abort.order} is given up`,
          why: [reasonInWords({ text: abort.reason, cites: abort.cites })],
        },
      ]),
];

/** What was planned after a window that failed. */
const instead = (window: number, { windows }: BuildState): string => {
  const next = windows.find((each) => each.window === window + 1);
  const ids = (next?.orders ?? []).map(({ id }) => id);
  return ids.length === 0 ? "" : `; then planned: ${ids.join(", ")}`;
};

/** How the milestones differ from those before, a line each. */
const rescoped = (
  { by, milestones }: EventOf<"scope_taken">,
  before: EventOf<"scope_taken"> | null,
  window: number,
): readonly CourseChange[] => {
  if (before === null) return [];
  const lineOf = ({ id, outcome }: (typeof milestones)[number]) => `${id}  ${outcome}`;
  const [old, now] = [before.milestones.map(lineOf), milestones.map(lineOf)];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  const come = now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`);
  return [
    { window, what: `milestones changed by ${by === "user" ? "you" : "the assessment"}`, why: [...gone, ...come] },
  ];
};
