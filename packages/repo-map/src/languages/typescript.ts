import { javascript } from "./javascript.ts";
import type { Language } from "./language.ts";

/** TypeScript exports like JavaScript, plus types. */
export const typescript: Language = {
  ...javascript,
  name: "typescript",
  endings: ["ts", "mts", "cts"],
  grammar: "typescript",
  definitions: {
    ...javascript.definitions,
    keywords: [...javascript.definitions.keywords, "interface", "type", "enum", "namespace"],
  },
};

/** The same with JSX elements, which need a separate grammar. */
export const tsx: Language = { ...typescript, name: "tsx", endings: ["tsx"], grammar: "tsx" };
