import { cpp } from "./cpp.ts";
import type { Language } from "./language.ts";

/** The grammar of C++ reads C too, as far as it matters to other files. A header may be of either. */
export const c: Language = {
  ...cpp,
  name: "c",
  endings: ["c", "h"],
  definitions: { keywords: ["struct", "union", "enum", "define"], indented: true, calls: true },
};
