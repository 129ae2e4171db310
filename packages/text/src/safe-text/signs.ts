import { CONTROLS, UNSEEN } from "./characters.ts";

const HIDDEN = new RegExp(`[${CONTROLS}${UNSEEN}]|\\p{Cs}`, "gu");

/**
 * A foreign text that a person can judge: signs replace control characters, direction changes, invisible characters and unpaired
 * surrogates, so nothing stays hidden.
 */
export const visible = (text: string): string => text.replace(HIDDEN, signOf);

const signOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
};
