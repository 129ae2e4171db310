export { isolationInWords } from "./isolation.ts";
export type { PreflightRequest, Prepared } from "./preflight.ts";
export { whilePrepared } from "./while-prepared.ts";
