import type { BuildState, EventOf } from "@llmch/build/machine";
import type { EventBody, RunEvent } from "@llmch/contract";
import { examinedInWords } from "@llmch/text";
import { lastOf } from "./journal.ts";
import type { CourseChange } from "./stories/build.ts";

/** How a build went: where it left the way that it had planned, and how it was judged, and why. */
export const courseChanges = (events: readonly RunEvent[], { windows }: BuildState): readonly CourseChange[] =>
  events.flatMap((event, index): readonly CourseChange[] => {
    const before = () => lastOf(events.slice(0, index), "window_planned")?.window ?? 0;
    const told = changesToldBy(event).map((each) => (each.window === 0 ? { ...each, window: before() } : each));
    if (event.type !== "window_ended") return told;
    const instead = windows.find(({ window }) => window === event.window + 1)?.orders ?? [];
    const then = instead.length === 0 ? "" : `; then planned: ${instead.map(({ id }) => id).join(", ")}`;
    return told.map((change) => ({ ...change, what: `${change.what}${then}` }));
  });

/** What one event says of that; of window 0 what is of none. The texts are as recorded. */
export const changesToldBy = (event: EventBody): readonly CourseChange[] => {
  switch (event.type) {
    case "window_planned":
      return planned(event);
    case "window_ended":
      return event.failed.map(({ order, stage, why }) => ({
        window: event.window,
        what: `${order} failed${stage === null ? "" : ` (${stage})`}`,
        why: [why],
      }));
    case "assessed": {
      const { assessment, window, verdict, reasons } = event;
      return [{ window, what: `assessment ${assessment}: ${verdict}`, why: reasons.map(reasonInWords) }];
    }
    case "scope_taken": {
      const { by, changes = [] } = event;
      const what = `scope changed by ${by === "user" ? "you" : "the assessment"}`;
      return changes.length === 0 ? [] : [{ window: 0, what, why: changes }];
    }
    case "settings_given":
      return [{ window: 0, what: "settings changed by you", why: event.changes }];
    case "noted":
      return [{ window: 0, what: event.of === "note" ? "you noted" : "you asked for more", why: [event.text] }];
    case "examined":
      return [
        {
          window: 0,
          what: examinedInWords(event.examined),
          why: event.findings.map(
            ({ id, sentence, why, flaky }) => `${id}${flaky ? " (flaky)" : ""}: ${sentence} (${why})`,
          ),
        },
      ];
    default:
      return [];
  }
};

/** `Adding works. (WO-03, WO-04)` */
const reasonInWords = ({ text, cites }: EventOf<"assessed">["reasons"][number]): string =>
  `${text}${cites.length === 0 ? "" : ` (${cites.join(", ")})`}`;

const planned = ({
  window,
  verdict,
  exit_code,
  changes,
  abort,
  faults = [],
}: EventOf<"window_planned">): readonly CourseChange[] => [
  ...(verdict === "PASS" ? [] : [{ window, what: `no valid plan (exit ${exit_code})`, why: faults }]),
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
