export { outlineOf } from "./definitions.ts";
export { languageOf } from "./languages.ts";
export { namedFiles } from "./listing.ts";
export type { CodePorts } from "./named-definitions.ts";
export { routesIn } from "./published/routes.ts";
export { type SourceText, signaturesIn, sourcesToSign } from "./published/signatures.ts";
export { drawMap, type MapLimits, SHOWN_FILES } from "./repo-map.ts";
export { children, type SyntaxNode } from "./syntax.ts";
export { tellingFiles } from "./telling-files.ts";
