/** One function for each destination of a foreign text. Anything that shows such a text uses the one for its destination. */
export { annotation } from "./annotation.ts";
export { ciLogText, createCiLogStream } from "./ci-log.ts";
export { columnText } from "./columns.ts";
export { htmlText } from "./html.ts";
export { harmlessJson } from "./json.ts";
export { onOneLine } from "./picture.ts";
export { recordText } from "./record.ts";
export { sarifText } from "./sarif.ts";
export { visible } from "./signs.ts";
export { printable, printableText } from "./terminal.ts";
