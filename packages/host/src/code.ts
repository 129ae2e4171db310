export { readMapCache, writeMapCache } from "./artifacts/map-cache.ts";
export { readBlobTexts } from "./git/blob-texts.ts";
export { createSyntaxParser, grammarsVersion } from "./syntax/parse-text.ts";
