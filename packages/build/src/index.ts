export {
  type AssessmentCheck,
  type AssessmentFacts,
  judgeAssessment,
  rescoped,
} from "./assessment/judge-assessment.ts";
export { type AssessmentInputs, type AssessmentOutcome, makeAssessment } from "./assessment/make-assessment.ts";
export { failingNames } from "./assessment/prompt.ts";
export * from "./machine/index.ts";
export { memoryOf } from "./memory.ts";
export type { ScopeFacts } from "./rules/rule.ts";
export { type Held, judgeScope, type ScopeCheck, type TriedScope, tryScope } from "./scope/judge-scope.ts";
export { type BuildPorts, makeScope, needsScope, type ScopeInputs, type ScopeOutcome } from "./scope/make-scope.ts";
export { scopeChanges } from "./scope/scope-changes.ts";
export { lintSpec, type SpecCheck } from "./spec/lint-spec.ts";
