import type { Abort, NoteChange, PlanConfig } from "@llmch/contract";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  objectsMember,
  printable,
  textMember,
  textsMember,
} from "@llmch/text";

type Part = NonNullable<PlanConfig["part"]>;

/** The next few orders of a build that has a scope, as they are asked for. */
export interface PlanWindow extends Pick<Part, "first_order" | "most_orders" | "notes" | "citable"> {
  readonly standing: string;
}

/** Null if no window is asked for, or that of a build without a scope, which is planned as any other spec. */
export const planWindow = (part: PlanConfig["part"]): PlanWindow | null =>
  part === undefined || part.standing === null ? null : { ...part, standing: part.standing };

/** What a window's answer says besides its orders. */
export interface PlannedWindow {
  /** Whether the milestone is reached once they have landed. */
  readonly completes: boolean;
  /** What the next window is told. */
  readonly notes: readonly string[];
  /** What became of each note. */
  readonly changes: readonly NoteChange[];
  /** The order that is given up; null for none. */
  readonly abort: Abort | null;
}

/** Reads the form of a window tolerantly from an answer; its rules report what is wrong. */
export const plannedWindow = (answer: JsonValue): PlannedWindow => {
  const manifest = isJsonObject(answer) ? answer : {};
  const abort = member(manifest, "abort");
  const changes = objectsMember(manifest, "notes").map(noteChange);
  return {
    completes: member(manifest, "completes") === true,
    notes: changes.flatMap(({ now }) => now ?? []),
    changes,
    abort: isJsonObject(abort) ? abortIn(abort) : null,
  };
};

/** A note is one line. */
const noteChange = (entry: JsonObject): NoteChange => ({
  before: textMember(entry, "before"),
  now: printable(textMember(entry, "now") ?? "").replace(/\s+/g, " ") || null,
  why: textMember(entry, "why") ?? "",
});

const abortIn = (given: JsonObject): Abort => ({
  order: textMember(given, "order") ?? "",
  reason: textMember(given, "reason") ?? "",
  cites: textsMember(given, "cites"),
});
