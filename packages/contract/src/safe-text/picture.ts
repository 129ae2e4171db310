import { printable } from "./terminal.ts";

/** A foreign text on one line of a picture or of a picture's source: an XML file must hold no half of a character. */
export const onOneLine = (text: string): string => printable(text.replace(/\p{Surrogate}/gu, "\ufffd"));
