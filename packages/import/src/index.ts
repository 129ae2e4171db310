export { importPlan } from "./import-plan.ts";
export type { ContextPart, ImportedPlan, PlanFile, PlanSource, Told, WishedCommand } from "./imported-plan.ts";
export { importInWords } from "./in-words.ts";
export { filesBeside, filesOf, formatOfFile, formatOfFolder, isOneFile } from "./recognize.ts";
export { type ImportedSpec, specText } from "./spec-text.ts";
