import { type ImportedName, type LanguageProfile, PROFILES } from "@llmch/languages";

/** A name that a text takes from a module, with the files that this may be. */
export interface ProseImport extends ImportedName {
  readonly files: readonly string[];
}

const NAMES = String.raw`([A-Za-z_$][\w$]*(?:\s+as\s+\w+)?(?:\s*,\s*[A-Za-z_$][\w$]*(?:\s+as\s+\w+)?)*)`;
const STATEMENTS: readonly (readonly [syntax: string, pattern: RegExp, module: 1 | 2])[] = [
  ["python", new RegExp(String.raw`\bfrom ([A-Za-z_][\w.]*) import \(?${NAMES}`, "g"), 1],
  [
    "javascript",
    new RegExp(String.raw`\bimport \{\s*${NAMES}\s*,?\s*\} from ["'\`](\.{1,2}\/[^"'\`\s]+)["'\`]`, "g"),
    2,
  ],
  ["javascript", new RegExp(String.raw`\{\s*${NAMES}\s*\} = require\(["'](\.{1,2}\/[^"'\s]+)["']\)`, "g"), 2],
];
/** `From src/slug.js: slug(title) returns …`, as notes name what an order uses. */
const FROM_FILE = /\bfrom `?((?:[\w.-]+\/)*[\w-]+\.\w+)`?: `?([A-Za-z_$][\w$]*)\(/gi;

/** The import statements in an order's texts, and names that they say are from a file. */
export const proseImports = (
  text: string,
  folders: readonly string[],
  profiles: readonly LanguageProfile[] = PROFILES,
): readonly ProseImport[] => [
  ...STATEMENTS.flatMap(([syntax, pattern, at]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [module = "", names = ""] = at === 1 ? [match[1], match[2]] : [match[2], match[1]];
      const files = filesOf(syntax, module, folders, profiles);
      return names.split(",").map((name) => ({ module, name: name.trim().split(/\s/)[0] ?? "", files }));
    }),
  ),
  ...[...text.matchAll(FROM_FILE)].map(([, module = "", name = ""]) => ({ module, name, files: [module] })),
];

/** A relative module may be meant from the root or from where the order's own files are. */
const filesOf = (
  syntax: string,
  module: string,
  folders: readonly string[],
  profiles: readonly LanguageProfile[],
): readonly string[] => {
  const program = profiles.flatMap(({ inline }) => inline).find((each) => each.syntax === syntax);
  const modules = module.startsWith(".") ? ["", ...folders].map((folder) => `./${folder}${module}`) : [module];
  return modules.flatMap((each) => program?.filesOfModule?.(each) ?? []);
};
