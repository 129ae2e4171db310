import { cpp } from "./cpp.ts";
import type { Language } from "./language.ts";

/** C is read by the grammar of C++, which knows all that a file says to others. A header may be of either. */
export const c: Language = {
  ...cpp,
  name: "c",
  endings: ["c", "h"],
  definitions: { keywords: ["struct", "union", "enum", "define"], indented: true, calls: true },
};
