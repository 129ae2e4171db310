export { isolationInWords } from "./isolation.ts";
export type { Prepared } from "./preflight.ts";
