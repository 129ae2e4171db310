import pc from "picocolors";

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours where they were asked for or a terminal reads (NO_COLOR and --no-color win; contract §1). */
export const colorsFor = (
  options: { readonly color: boolean },
  env: NodeJS.ProcessEnv,
  isTerminal: boolean,
): Colors => {
  const forbidden = !options.color || (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  const forced = (env.FORCE_COLOR ?? "") !== "" && env.FORCE_COLOR !== "0";
  return pc.createColors(!forbidden && (forced || isTerminal));
};

/** A foreign text as one may print it: no terminal escapes, no control characters, no line breaks, nothing unseen. */
export const printable = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(UNSEEN, "")
    .trim();

/** The same for a text of several lines, whose breaks and white space stay. */
export const printableText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
    .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|(?![\n\t])[\u0000-\u001f\u007f-\u009f]/g, "")
    .replace(UNSEEN, "");

/**
 * What turns the direction of a text, or takes no room, so that it reads otherwise than it is. Joiners stay: scripts and
 * emoji need them.
 */
const UNSEEN = /[\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The lines of a foreign text, each printable. */
export const printableLines = (text: string): string[] => text.split(/\r?\n/).map((line) => printable(line));

/** A duration for people: `0.4 s`, `12 s`, `3 min 20 s`. */
export const seconds = (ms: number): string => {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};
