export { type JsonText, jsonText } from "./json-text.ts";
export type { Place, PlanSource, SourceText } from "./place.ts";
