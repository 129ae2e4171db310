export { createLlmch } from "./create-llmch.ts";
export type { Installation } from "./instance.ts";
export type * from "./public.ts";
