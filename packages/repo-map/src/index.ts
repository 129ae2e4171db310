export { type CodePorts, type RepoCode, type RepoFile, readCode } from "./code.ts";
export { outlineOf } from "./definitions.ts";
export { type KnownText, type KnownTexts, readKnown, writeKnown } from "./known.ts";
export type { MappedRepo } from "./mapped-repo.ts";
export { drawMap, type MapLimits, SHOWN_FILES } from "./repo-map.ts";
export type { ParseText, SyntaxNode } from "./syntax.ts";
export { tellingFiles } from "./telling-files.ts";
