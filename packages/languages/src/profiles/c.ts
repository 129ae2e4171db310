import { OWN_BUILD_FOLDER } from "@llmch/contract";
import { namePattern } from "@llmch/text";
import type { ProjectFolder } from "../place.ts";
import { command, profile, type VerifyCommand } from "../profile.ts";

const isSource = (path: string): boolean => /\.(?:c|cc|cpp|cxx|h|hpp|hh)$/.test(path);
const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
const MAKE_TARGETS = ["test", "check"];

const makefileOf = (place: ProjectFolder): string => MAKEFILES.map(place.text).find((text) => text !== null) ?? "";
const makeTarget = (place: ProjectFolder): string | undefined =>
  MAKE_TARGETS.find((name) => new RegExp(`^${name}[ \\t]*:(?!=)`, "m").test(makefileOf(place)));

const CMAKE = "CMakeLists.txt";
const DECLARES_TESTS = /^[ \t]*(?:enable_testing[ \t]*\(|add_test[ \t]*\(|include[ \t]*\([ \t]*CTest\b)/im;

/** False if CTest finds none: only the root's file can declare them. */
const hasCTests = (place: ProjectFolder): boolean => {
  const text = place.text(CMAKE);
  return text === null || DECLARES_TESTS.test(text);
};

/** True if CMake verifies a place: a test target leaves out the tests that CTest runs, unless its Makefile starts CMake itself. */
const isCmake = (place: ProjectFolder): boolean =>
  place.has(CMAKE) &&
  (makeTarget(place) === undefined ||
    (DECLARES_TESTS.test(place.text(CMAKE) ?? "") && !/^\t.*\bc(?:make|test)\b/im.test(makefileOf(place))));

/** CMake's build folder: the first that the repo ignores, so that the build causes no drift. */
const BUILD_FOLDERS = ["build", "out", "_build", OWN_BUILD_FOLDER];

const buildFolder = (place: ProjectFolder): string => {
  const ignored = (place.text(".gitignore") ?? "").split("\n").map(ignoredName);
  const isFree = (name: string) => !place.files.some((path) => path.startsWith(`${name}/`));
  return (
    BUILD_FOLDERS.find((name) => isFree(name) && ignored.some((isIgnored) => isIgnored?.(name))) ?? OWN_BUILD_FOLDER
  );
};

/** Matches the root folder that a line of .gitignore names; null for any other line. */
const ignoredName = (line: string): ((name: string) => boolean) | null => {
  const [, name] = /^\/?([\w.*-]+)\/?\s*$/.exec(line) ?? [];
  return name === undefined || /^\*+$/.test(name) ? null : namePattern(name);
};

const configure = (place: ProjectFolder): VerifyCommand => command(place, "cmake", "-S", ".", "-B", buildFolder(place));

const cmake = (place: ProjectFolder): readonly VerifyCommand[] => {
  const folder = buildFolder(place);
  return [
    configure(place),
    command(place, "cmake", "--build", folder),
    command(place, "ctest", "--test-dir", folder, "--output-on-failure"),
  ];
};

/** A build system that llmch does not start by itself: each repo has its own options for the first step. */
interface OtherBuild {
  readonly name: string;
  /** Commands that usually build and test with it. */
  readonly commands: readonly string[];
}

const otherBuild = (place: ProjectFolder): OtherBuild | null => {
  if (place.has("configure.ac") || place.has("configure.in")) {
    const configure = place.has("configure") ? ["./configure"] : ["autoreconf -fi", "sh configure"];
    return { name: "Autotools", commands: [...configure, "make check"] };
  }
  return place.has("meson.build") ? { name: "Meson", commands: ["meson setup build", "meson test -C build"] } : null;
};

/** How the tests are run, for people. */
const runBy = (place: ProjectFolder): string => {
  const target = makeTarget(place);
  if (target === undefined && isCmake(place))
    return hasCTests(place) ? "CMake, with tests that CTest runs" : "CMake, which declares no tests";
  if (target === undefined) return runByOther(otherBuild(place));
  const byMake = `make; tests are run by \`make ${target}\``;
  return isCmake(place) ? `${byMake}, and those of CMake by CTest` : byMake;
};

const runByOther = (other: OtherBuild | null): string =>
  other === null
    ? "make"
    : `${other.name}; tests are run by ${other.commands.map((each) => `\`${each}\``).join(", then ")}`;

/** C and C++. If nothing else shows how to verify a place, a Makefile's test target does, whatever it builds. */
export const c = profile({
  name: "c",
  manifests: [CMAKE, ...MAKEFILES],
  telling: [CMAKE, ...MAKEFILES, ".gitignore"],
  possibleTexts: { Makefile: "test:", makefile: "test:", GNUmakefile: "test:" },
  recognise: (place) => {
    const target = makeTarget(place);
    if (target !== undefined) {
      const by = place.files.some(isSource) ? "manifest" : "makefile";
      const reason = `the Makefile has a ${target} target`;
      return isCmake(place) ? { by: "manifest", reason: `${reason}, and CMake has tests` } : { by, reason };
    }
    if (place.has(CMAKE)) return { by: "manifest", reason: "a CMake project" };
    const other = otherBuild(place);
    return other === null ? null : { by: "files", reason: `a project that ${other.name} builds` };
  },
  verify: (place) => {
    const target = makeTarget(place);
    const make = target === undefined ? [] : [command(place, "make", target)];
    return isCmake(place) ? [...make, ...cmake(place)] : make;
  },
  whyUnverified: (place) => {
    const other = otherBuild(place);
    if (other === null) return "";
    return `${other.name} builds it, which llmch starts only if verify.commands says how, such as ${JSON.stringify(other.commands)}`;
  },
  light: (place) => (isCmake(place) ? [configure(place)] : []),
  isTest: (path) => /_test\.(?:c|cc|cpp|cxx)$|(?:^|\/)tests?\/.*\.(?:c|cc|cpp|cxx)$/.test(path),
  outputFolders: ["build", "out", "cmake-build-debug", "cmake-build-release", OWN_BUILD_FOLDER],
  ecosystem: (place) =>
    `C or C++, built by ${runBy(place)}. A new source file must be named where the build lists them. A check of one order is a test among its files, built and run by a target of its own.${isCmake(place) && hasCTests(place) ? " `ctest -R NAME` passes where no test has that name: add `--no-tests=error`." : ""}`,
  hints: () => ({
    make: "install make and a compiler: `apt install build-essential`, or Xcode's command line tools",
    cmake: "install CMake: https://cmake.org/download or `apt install cmake`",
    ctest: "install CMake: https://cmake.org/download or `apt install cmake`",
    gcc: "install a C compiler: `apt install build-essential`",
    cc: "install a C compiler: `apt install build-essential`",
    "g++": "install a C++ compiler: `apt install build-essential`",
  }),
});
