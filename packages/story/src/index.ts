export * from "./story.ts";
