import { CONTROLS, UNSEEN } from "./characters.ts";

const STEERING = new RegExp(`[${CONTROLS}${UNSEEN}]|(?<=#)#(?=\\w{0,20}\\[)`, "gu");

/**
 * A JSON text with the same meaning, without anything that a terminal or a CI runner obeys, or that a reader cannot see: JSON allows some
 * raw control characters, and `##[` is a command anywhere in a line.
 */
export const harmlessJson = (json: string): string => json.replace(STEERING, escaped);

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => unitEscape(character.charCodeAt(index))).join("");

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
