import { CONTROLS, UNSEEN } from "./characters.ts";

const STEERING = new RegExp(`[${CONTROLS}${UNSEEN}]|(?<=#)#(?=\\w{0,20}\\[)`, "gu");

/**
 * A JSON text with the same meaning, in which nothing stands that a terminal or a CI's runner obeys, or that hides from a reader:
 * JSON itself lets some control characters stand, and `##[` is a command wherever a line has it.
 */
export const harmlessJson = (json: string): string => json.replace(STEERING, escaped);

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => unitEscape(character.charCodeAt(index))).join("");

const unitEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
