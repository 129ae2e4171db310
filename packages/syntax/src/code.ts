export { createSyntaxParser } from "./parse-text.ts";
