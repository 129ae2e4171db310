// What a face imports: the operations and their catalogue. A face writes requests, and draws outcomes and events.
export { CATALOGUE, type Entry, type Member, type OperationName } from "./catalogue.ts";
export type { Agreement, Face, Progress, Scene } from "./context.ts";
export type { Outcome, OutcomeError, OutcomeWarning } from "./outcome.ts";
export { done, INTERRUPTED, refused } from "./outcome.ts";
export { type Asked, entryOf, type Keys, perform, type World } from "./perform.ts";
export { resultDocument, resultMembers } from "./result-document.ts";
