export * from "./check.ts";
export * from "./normalize.ts";
export * from "./ports.ts";
