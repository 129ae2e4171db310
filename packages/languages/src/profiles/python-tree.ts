import type { ProjectFolder } from "../place.ts";
import { isProgramFile } from "../program-file.ts";

const isPython = (path: string): boolean => path.endsWith(".py");
/** Folders of scripts that help to build, document or publish something, in whatever language it is written. */
const isHelper = (path: string): boolean => /^(?:\.[^/]+|docs?|scripts?|tools?|contrib|ci|build-aux)\//.test(path);
const isOther = (path: string): boolean => !isHelper(path) && isProgramFile(path) && !/\.pyx?$/.test(path);
const isShell = (path: string): boolean => !isHelper(path) && /\.(?:sh|bash|bats)$/.test(path);

/** True for the names of files in which pytest looks for tests. */
export const isPytestFile = (path: string): boolean => /(?:^|\/)test_[^/]*\.py$|_test\.py$/.test(path);
/** What pytest or Django tests, or configures for tests. */
const isTested = (path: string): boolean =>
  !isHelper(path) && (isPytestFile(path) || /(?:^|\/)(?:conftest|tests|manage)\.py$/.test(path));

/** Files at the root by which another language is built. */
const OTHER_BUILDS =
  /^(?:configure(?:\.ac|\.in)?|[Mm]akefile(?:\.am|\.in)?|GNUmakefile|CMakeLists\.txt|meson\.build|SConstruct|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|package\.json|mix\.exs|Package\.swift|build\.zig|dune-project)$/;

/** True if Python files are more than scripts that help. */
export const hasPythonSources = (place: ProjectFolder): boolean =>
  place.files.some((path) => isPython(path) && !isHelper(path));

/**
 * True if a place without a Python manifest is a Python tree: its Python files are more than scripts that help, or there is nothing that they
 * could help. Beside another language's build, there must also be tests in Python, or Python must be the main language. Tests suffice, since
 * the files of one order may change which language is the main one.
 */
export const isPythonTree = (place: ProjectFolder): boolean => {
  if (!place.files.some(isPython)) return false;
  if (place.files.some(isTested)) return true;
  if (place.files.some((path) => OTHER_BUILDS.test(path))) {
    const own = place.files.filter((path) => isPython(path) && !isHelper(path)).length;
    return hasPythonSources(place) && own >= place.files.filter(isOther).length;
  }
  return hasPythonSources(place) || !place.files.some((path) => isOther(path) || isShell(path));
};
