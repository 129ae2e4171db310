export { type JsonText, jsonText } from "./json-text.ts";
export type { Located, Place, PlanSource, SourceText } from "./place.ts";
export { type RelativePath, relativePath } from "./relative-path.ts";
