export { rescoped } from "./assessment/judge-assessment.ts";
export { makeAssessment } from "./assessment/make-assessment.ts";
export { failingNames } from "./assessment/prompt.ts";
export * from "./machine/index.ts";
export { memoryOf } from "./memory.ts";
export { tryScope } from "./scope/judge-scope.ts";
export { type BuildPorts, makeScope, needsScope, type ScopeOutcome } from "./scope/make-scope.ts";
export { scopeChanges } from "./scope/scope-changes.ts";
export { lintSpec } from "./spec/lint-spec.ts";
