import { firstCharacters } from "@llmch/text";
import type { Failure } from "./failure.ts";

/** With less room, a failure's detail is left out. */
const LEAST_DETAIL = 80;

const HEAD = /^\d+ failing:(?:\n|$)/;

/** True for a text that `failureText` made: it begins with what matters. */
export const isFailureText = (text: string): boolean => HEAD.test(text);

/**
 * Failures as a text with a maximum length: the count, then each failure with its name, place and detail. If there is too little room,
 * details are shortened equally, then left out; names are cut last.
 */
export const failureText = (failures: readonly Failure[], most: number): string => {
  const head = `${failures.length} failing:`;
  const titles = failures.map(({ name, place }) => (place === null ? name : `${name}  (${place})`));
  const titleRoom = titles.reduce((sum, title) => sum + title.length + 2, 0);
  const room = Math.floor((most - head.length - titleRoom) / Math.max(1, failures.length));
  const blocks = failures.map(({ detail }, index) =>
    [titles[index] ?? "", ...(room < LEAST_DETAIL ? [] : cut(detail, room))].join("\n"),
  );
  const text = [head, ...blocks].join("\n");
  return text.length <= most ? text : `${firstCharacters(text, most - 1)}…`;
};

/** The first lines, indented. They matter most: a difference starts with what was expected. */
const cut = (detail: readonly string[], room: number): readonly string[] => {
  const kept: string[] = [];
  let used = 0;
  for (const line of detail) {
    const shown = `  ${line}`.trimEnd();
    used += shown.length + 1;
    if (used > room - 4) return [...kept, "  …"];
    kept.push(shown);
  }
  return kept;
};
