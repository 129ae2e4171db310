export { type Answer, type AskEnding, answerQuestion } from "./ask/answer-question.ts";
export type { Limits, LoopUsage, ToolTask } from "./conversation.ts";
export { NOTHING_TAKEN, unanswered } from "./conversation.ts";
export { deniedPaths } from "./denied-paths.ts";
export { createDraft, type Draft } from "./draft/draft.ts";
export { converse } from "./loop/converse.ts";
export type * from "./ports.ts";
export type { Scene } from "./scene.ts";
export { toolset } from "./toolset.ts";
