export { spentBefore } from "./command-budget.ts";
