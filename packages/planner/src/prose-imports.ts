import { type ImportedName, PROFILES } from "@llmch/languages";

/** A name that a text takes from a module, with the files that may be meant. */
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
/** `From src/slug.js: slug(title) returns …`: the form in which notes name what an order uses. */
const FROM_FILE = /\bfrom `?((?:[\w.-]+\/)*[\w-]+\.\w+)`?: `?([A-Za-z_$][\w$]*)\(/gi;

/** Most texts have none of these, and need no closer look. */
const MAY_IMPORT = /from|require/i;

/**
 * The import statements in an order's texts, and names that they attribute to a file.
 * @param own the files of the order
 */
export const proseImports = (text: string, own: ReadonlySet<string>): readonly ProseImport[] => {
  if (!MAY_IMPORT.test(text)) return [];
  const statements = STATEMENTS.flatMap(([syntax, pattern, at]) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [module = "", names = ""] = at === 1 ? [match[1], match[2]] : [match[2], match[1]];
      const files = filesOf(syntax, module, own);
      return names.split(",").map((name) => ({ module, name: name.trim().split(/\s/)[0] ?? "", files }));
    }),
  );
  const told = [...text.matchAll(FROM_FILE)].map(([, module = "", name = ""]) => ({ module, name, files: [module] }));
  return [...statements, ...told];
};

/** A relative module may be meant from the root or from the folders of the order's files. */
const filesOf = (syntax: string, module: string, own: ReadonlySet<string>): readonly string[] => {
  const program = PROFILES.flatMap(({ inline }) => inline).find((each) => each.syntax === syntax);
  const folders = new Set(["", ...[...own].map((path) => path.slice(0, path.lastIndexOf("/") + 1))]);
  const modules = module.startsWith(".") ? [...folders].map((folder) => `./${folder}${module}`) : [module];
  return modules.flatMap((each) => program?.filesOfModule?.(each) ?? []);
};
