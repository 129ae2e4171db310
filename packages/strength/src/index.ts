export { chosenMutants } from "./chosen-mutants.ts";
export * from "./figures.ts";
export * from "./judge-mutants.ts";
export * from "./mutant.ts";
export { mutantsOf } from "./mutants-of.ts";
export type { Parse } from "./syntax.ts";
