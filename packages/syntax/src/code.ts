export { createSyntaxParser, grammarsVersion } from "./parse-text.ts";
