import { CONTROLS, UNSEEN } from "./characters.ts";

const ESCAPE = String.raw`\u001b\[[0-9;?]*[ -/]*[@-~]`;
const STEERING_OR_BREAK = new RegExp(`${ESCAPE}|[\\n\\t\\u2028\\u2029${CONTROLS}]+`, "g");
const STEERING = new RegExp(`${ESCAPE}|[${CONTROLS}]`, "g");
const HIDDEN = new RegExp(`[${UNSEEN}]`, "gu");

/** A foreign text as one line for a terminal: no escapes, no control characters, no line breaks, nothing invisible. */
export const printable = (text: string): string => text.replace(STEERING_OR_BREAK, " ").replace(HIDDEN, "").trim();

/** The same for a text of several lines: keeps line breaks and white space. */
export const printableText = (text: string): string => text.replace(STEERING, "").replace(HIDDEN, "");
