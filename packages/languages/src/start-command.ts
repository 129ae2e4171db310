import { commandWords, isJsonObject, member } from "@llmch/text";
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
  const packages = root.files.flatMap((path) => /^([a-z_]\w*)\/__main__\.py$/i.exec(path)?.[1] ?? []);
  const told = toldByReadme(root);
  const named = nodeProgram(root) ?? (told.length === 1 ? (told[0]?.split(" ") ?? null) : null);
  if (named !== null) return named;
  if (packages.length === 1) return ["python3", "-m", packages[0] ?? ""];
  if (root.has("__main__.py")) return ["python3", "__main__.py"];
  if (
    root.files.some((path) => /^src\/(?:main|bin\/[^/]+)\.rs$/.test(path)) ||
    /^\[\[bin\]\]/m.test(root.text("Cargo.toml") ?? "")
  )
    return ["cargo", "run", "--quiet", "--"];
  const mains = root.files.filter((path) => /^(?:cmd\/[^/]+\/)?main\.go$/.test(path));
  return mains.length === 1 ? ["go", "run", `./${(mains[0] ?? "").replace(/\/?main\.go$/, "")}`] : null;
};

const nodeProgram = (root: ProjectFolder): readonly string[] | null => {
  const manifest = root.json("package.json");
  const [bin, name] = [member(manifest, "bin"), member(manifest, "name")];
  const file = isJsonObject(bin) ? (member(bin, String(name)) ?? Object.values(bin)[0]) : bin;
  if (typeof file === "string") return ["node", file.replace(/^\.\//, "")];
  const start = member(scriptsOf(manifest), "start");
  if (typeof start !== "string") return null;
  const words = commandWords(start);
  return words.ok && /^node [^&|;]+$/.test(start) ? words.value : ["npm", "run", "--silent", "start", "--"];
};

const CALL = /^\s*(?:\$ )?(python3?|node) (-m )?([\w./-]+)(?=\s|$)/gm;

/** The programs of the repo that README's fenced blocks call, each once. */
const toldByReadme = (root: ProjectFolder): readonly string[] => {
  const texts = root.files.filter((path) => README.test(path)).map((path) => root.text(path) ?? "");
  const blocks = [...texts.join("\n").matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const calls = blocks.flatMap((block) => [...block.matchAll(CALL)]);
  const own = calls.flatMap(([, program = "", module = "", word = ""]) => {
    const path = module === "" ? word.replace(/^\.\//, "") : word.replaceAll(".", "/");
    const files = module === "" ? [path] : [`${path}.py`, `${path}/__main__.py`];
    const name = module === "" ? path : `-m ${word}`;
    return files.some((file) => root.files.includes(file)) ? [`${program.replace(/n$/, "n3")} ${name}`] : [];
  });
  return [...new Set(own)];
};
