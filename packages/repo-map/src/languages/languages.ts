import { c } from "./c.ts";
import { cpp } from "./cpp.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import type { Language } from "./language.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { shell } from "./shell.ts";
import { tsx, typescript } from "./typescript.ts";

export const LANGUAGES: readonly Language[] = [python, javascript, typescript, tsx, go, rust, java, c, cpp, shell];

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

/** The language of a file, by its extension; null if there is none. */
export const languageOf = (path: string): Language | null => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? null : (BY_ENDING.get(name.slice(dot + 1).toLowerCase()) ?? null);
};
