import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { namesIn, readBoundedText } from "@llmch/files";

/** What a virtual environment's files show, without starting it. */
export interface Installed {
  /** The modules that it lacks. */
  readonly lacking: readonly string[];
  /** Whether to ask the machine's Python for these: the environment includes its modules, or is not one. */
  readonly seesMachine: boolean;
}

const MOST_BYTES = 1 << 20;

/** Looks for modules in the files of a virtual environment, including editable installs. Starts and imports nothing. */
export const installedIn = async (home: string, modules: readonly string[]): Promise<Installed> => {
  const lib = join(home, "lib");
  const folders = namesIn(lib)
    .filter((name) => /^(?:python|pypy)3/.test(name))
    .map((name) => join(lib, name, "site-packages"))
    .filter((folder) => existsSync(folder));
  const settings = await textOf(join(home, "pyvenv.cfg"));
  const seesMachine = folders.length === 0 || /^include-system-site-packages\s*=\s*true\s*$/im.test(settings);
  const more: string[] = [];
  const finders: string[] = [];
  for (const folder of folders) {
    for (const name of namesIn(folder)) {
      if (name.startsWith("__editable__") && name.endsWith(".py")) finders.push(await textOf(join(folder, name)));
      if (!name.endsWith(".pth")) continue;
      const lines = (await textOf(join(folder, name))).split(/\r?\n/);
      more.push(...lines.filter((line) => isAbsolute(line) && !line.includes("\0")));
    }
  }
  const places = [...folders, ...more].map((folder) => new Set(namesIn(folder)));
  const isThere = (module: string): boolean =>
    places.some((names) => isAmong(names, module)) || finders.some((text) => text.includes(`'${module}'`));
  return { lacking: modules.filter((module) => !isThere(module)), seesMachine };
};

/** A package, a Python module, or a native one such as `x.cpython-312-x86_64-linux-gnu.so`. */
const isAmong = (names: ReadonlySet<string>, module: string): boolean =>
  names.has(module) ||
  names.has(`${module}.py`) ||
  [...names].some((name) => name.startsWith(`${module}.`) && name.endsWith(".so"));

const textOf = async (file: string): Promise<string> => {
  const read = await readBoundedText(file, { maxBytes: MOST_BYTES, links: "any" });
  return (read.ok ? read.value : null) ?? "";
};
