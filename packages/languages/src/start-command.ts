import { isJsonObject, member } from "@llmch/text";
import { type ProjectFolder, placeIn, type Tree } from "./place.ts";
import { scriptsOf } from "./profiles/node.ts";

const README = /^readme(?:\.\w+)?$/i;

/** True for a file that `startCommandOf` reads. */
export const tellsStart = (path: string): boolean => README.test(path) || /^(?:package\.json|Cargo\.toml)$/.test(path);

/**
 * The command by which users start a program, without arguments: what its manifest names, a package that Python can run, the only
 * program that README's code names, or a main file. Null if nothing shows it.
 * @param tree with the texts of the files that `tellsStart` picks
 */
export const startCommandOf = (tree: Pick<Tree, "files" | "texts">): readonly string[] | null => {
  const root = placeIn({ ...tree, present: [] }, null);
  const only = <Found>([first, ...others]: readonly Found[]) => (others.length === 0 ? (first ?? null) : null);
  const python = only(root.files.flatMap((path) => /^(\w+)\/__main__\.py$/.exec(path)?.[1] ?? []));
  const go = only(root.files.filter((path) => /^(?:cmd\/[^/]+\/)?main\.go$/.test(path)));
  const hasRust =
    root.files.some((path) => /^src\/(?:main|bin\/[^/]+)\.rs$/.test(path)) ||
    /^\[\[bin\]\]/m.test(root.text("Cargo.toml") ?? "");
  const command =
    nodeProgram(root) ??
    only(toldByReadme(root)) ??
    (python === null ? null : `python3 -m ${python}`) ??
    (root.has("__main__.py") ? "python3 __main__.py" : null) ??
    (hasRust ? "cargo run --quiet --" : null) ??
    (go === null ? null : `go run ./${go.replace(/\/?main\.go$/, "")}`);
  return command?.split(" ") ?? null;
};

const nodeProgram = (root: ProjectFolder): string | null => {
  const manifest = root.json("package.json");
  const bin = member(manifest, "bin");
  const file = isJsonObject(bin) ? (member(bin, String(member(manifest, "name"))) ?? Object.values(bin)[0]) : bin;
  if (typeof file === "string") return `node ${file.replace(/^\.\//, "")}`;
  const start = member(scriptsOf(manifest), "start");
  if (typeof start !== "string") return null;
  return /^node [\w./ =-]+$/.test(start) ? start : "npm run --silent start --";
};

const CALL = /^\s*(?:\$ )?(python3?|node) (-m )?([\w./-]+)(?=\s|$)/gm;

/** The programs of the repo that README's code blocks call, each once. */
const toldByReadme = (root: ProjectFolder): readonly string[] => {
  const texts = root.files.filter((path) => README.test(path)).map((path) => root.text(path) ?? "");
  const blocks = [...texts.join("\n").matchAll(/^```[^\n]*\n(.*?)^```|^(?: {4}|\t)[^\n]*$/gms)].map(
    ([line, block = line]) => block,
  );
  const calls = blocks.flatMap((block) => [...block.matchAll(CALL)]);
  const own = calls.flatMap(([, program = "", module = "", word = ""]) => {
    const path = module === "" ? word.replace(/^\.\//, "") : word.replaceAll(".", "/");
    const files = module === "" ? [path] : [`${path}.py`, `${path}/__main__.py`];
    const name = module === "" ? path : `-m ${word}`;
    return files.some((file) => root.files.includes(file)) ? [`${program.replace(/n$/, "n3")} ${name}`] : [];
  });
  return [...new Set(own)];
};
