import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { foldersIn, readUtf8 } from "@llmch/files";

const MOST_BYTES = 1 << 20;
/** Files that define what is installed from their folder, and the part of their text that shows it. */
const DEFINING: readonly (readonly [name: string, shown: RegExp])[] = [
  ["pyproject.toml", /^\[(?:project|build-system|tool\.(?:poetry|flit|pdm|hatch|setuptools))\b/m],
  ["setup.cfg", /^\[(?:metadata|options)\b/m],
  ["setup.py", /\bsetup\s*\(/],
];
/** What a setup says of compiled modules, which are in the installed copy alone. */
const MODULES = /\b(?:ext[-_]modules|cffi_modules|rust_extensions|cythonize|mypycify)\b/;
/** The same of what builds: only `requires` of this table tells, as the rest of the file names such packages for other purposes. */
const BUILD_SYSTEM = /^\[build-system\]\s*$[\s\S]*?(?=^\[|(?![\s\S]))/m;
const BUILDERS =
  /\b(?:maturin|mesonpy|meson-python|scikit[-_]build(?:[-_]core)?|setuptools[-_]rust|cython|mypy|cffi)\b/i;
const NATIVE_BUILDS = ["Cargo.toml", "meson.build", "CMakeLists.txt"];
const NATIVE_SOURCE = /\.(?:pyx|pxd|c|cc|cpp|cxx|rs|f|f90)$/;
/** The file that an installation writes the version into, such as that of setuptools-scm. */
const VERSION_FILE = /\b(?:write[-_]to|version[-_]file)["']?\s*[=:]\s*["']([^"'\n]+)["']/g;

/**
 * The `src` folder of a Python project, if its packages are to be imported from there: an installed copy of the same packages would otherwise
 * be tested in their place. None if only an installation makes the packages whole, with compiled modules or a file that says the version,
 * because the sources would then hide what works. The folder of a project without `src` is never among them: its scripts would hide modules
 * of the standard library.
 * @param folder the folder with the project's manifest
 */
export const pythonSources = (folder: string): readonly string[] => {
  const texts = DEFINING.map(([name, shown]) => ({ text: textOf(join(folder, name)), shown }));
  if (!texts.some(({ text, shown }) => shown.test(text))) return [];
  const sources = join(folder, "src");
  if (!foldersIn(folder).includes("src") || isPackage(sources) || !holdsPackage(sources)) return [];
  const isWhole =
    texts.every(
      ({ text }) =>
        !MODULES.test(text) &&
        !BUILDERS.test(BUILD_SYSTEM.exec(text)?.[0] ?? "") &&
        versionFiles(text).every((path) => existsSync(join(folder, path))),
    ) &&
    !NATIVE_BUILDS.some((name) => existsSync(join(folder, name))) &&
    !holdsNative(sources);
  return isWhole ? [sources] : [];
};

const isPackage = (folder: string): boolean => existsSync(join(folder, "__init__.py"));

/** True for a package directly in the folder, or one level down, in a package without an `__init__.py`. */
const holdsPackage = (folder: string): boolean =>
  foldersIn(folder).some((name) => {
    const place = join(folder, name);
    return isPackage(place) || foldersIn(place).some((inner) => isPackage(join(place, inner)));
  });

const versionFiles = (text: string): readonly string[] =>
  [...text.matchAll(VERSION_FILE)].flatMap(([, path]) => path ?? []);

const holdsNative = (folder: string): boolean => {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).some((path) => NATIVE_SOURCE.test(path));
  } catch {
    return true;
  }
};

const textOf = (file: string): string => {
  const read = readUtf8(file, { maxBytes: MOST_BYTES, links: "none" });
  return (read.ok ? read.value : null) ?? "";
};
