import { printable } from "./terminal.ts";

/** A foreign text on one line of a picture or its source: an XML file must not contain unpaired surrogates. */
export const onOneLine = (text: string): string => printable(text.replace(/\p{Surrogate}/gu, "\ufffd"));
