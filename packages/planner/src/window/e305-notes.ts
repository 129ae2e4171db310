import { type Diagnostic, MOST_NOTES, NOTE_CHARACTERS } from "@llmch/contract";
import { counted } from "@llmch/text";
import { quote } from "../quote.ts";
import type { PlannedWindow, PlanWindow } from "./window.ts";

/** Each note of the window before is kept, changed or dropped once, and what is handed on stays short. */
export const noteFaults = ({ notes, changes }: PlannedWindow, before: PlanWindow["notes"]): readonly Diagnostic[] => {
  const entries = changes.map((change, index) => ({ ...change, pointer: `/notes/${index}` }));
  return [
    ...before.flatMap((note) => {
      const times = entries.filter((entry) => entry.before === note).length;
      if (times === 1) return [];
      const told = times === 0 ? "by no entry" : `${times} times`;
      return [finding(`the note ${quote(note)} of the window before is named ${told}`)];
    }),
    ...entries.flatMap(({ before: named, now, pointer }) => {
      if (named !== null && !before.includes(named))
        return [finding(`the window before has no note ${quote(named)}`, pointer)];
      return named === null && now === null ? [finding("an entry names no note, old or new", pointer)] : [];
    }),
    ...entries.flatMap(({ now, pointer }, index) => {
      if (now === null) return [];
      const long = now.length > NOTE_CHARACTERS ? [`has ${now.length} characters, of ${NOTE_CHARACTERS}`] : [];
      const twice = entries.slice(0, index).some((other) => other.now === now) ? ["is there twice"] : [];
      return [...long, ...twice].map((fault) => finding(`the note ${quote(now)} ${fault}`, pointer));
    }),
    ...(notes.length > MOST_NOTES ? [finding(`${counted(notes.length, "note")}, of ${MOST_NOTES}`)] : []),
  ];
};

const finding = (message: string, pointer = "/notes"): Diagnostic => ({
  ...{ code: "E305", wo_id: null, field: "notes", message, pointer },
});
