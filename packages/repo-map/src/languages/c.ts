import { cpp } from "./cpp.ts";
import type { Language } from "./language.ts";

/** C++'s grammar also reads C well enough for a map. A header may be in either language. */
export const c: Language = {
  ...cpp,
  name: "c",
  endings: ["c", "h"],
  definitions: { keywords: ["struct", "union", "enum", "define"], indented: true, calls: true },
};
