import type { Caught, ToldNote } from "@llmch/contract";
import { counted } from "@llmch/text";

/** `27 of 30 planted faults caught`. */
export const caughtInWords = ({ killed, survived }: Caught): string =>
  `${killed} of ${counted(killed + survived, "planted fault")} caught`;

const MANY: Readonly<Record<ToldNote["severity"], string>> = {
  blocker: "blockers",
  major: "majors",
  minor: "minor notes",
  nit: "nits",
};
const ONE: Readonly<Record<ToldNote["severity"], string>> = {
  blocker: "blocker",
  major: "major",
  minor: "minor note",
  nit: "nit",
};

/** The number of notes by severity: `1 blocker, 2 minor notes, 1 note struck`. */
export const notesInWords = (notes: readonly Pick<ToldNote, "severity" | "standing">[]): string => {
  const standing = notes.filter((note) => note.standing !== "struck");
  const struck = notes.length - standing.length;
  const counts = (Object.keys(ONE) as ToldNote["severity"][]).flatMap((severity) => {
    const count = standing.filter((note) => note.severity === severity).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? ONE[severity] : MANY[severity]}`];
  });
  const words = [...counts, ...(struck === 0 ? [] : [`${counted(struck, "note")} struck`])];
  return words.length === 0 ? "no notes" : words.join(", ");
};
