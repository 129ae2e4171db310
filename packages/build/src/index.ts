export * from "./machine/index.ts";
export { memoryOf } from "./memory.ts";
