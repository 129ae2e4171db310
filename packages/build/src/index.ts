export * from "./machine/index.ts";
