export type { Conversed, EndCall, Limits, Question, Taken } from "./conversation.ts";
export { NOTHING_TAKEN } from "./conversation.ts";
export { deniedPaths } from "./denied-paths.ts";
export { createDraft, type Draft, type DraftOptions } from "./draft/draft.ts";
export { converse } from "./loop/converse.ts";
export type * from "./ports.ts";
export type { Scene } from "./scene.ts";
export { type Toolset, toolset } from "./toolset.ts";
