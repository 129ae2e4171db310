import { isPython, programName } from "../inline/program-name.ts";

/** Prints each package among its arguments that Python would not import from its folder, and where it would take it from. */
const QUESTION = `
import importlib.util, os, sys
here = os.path.realpath("") + os.sep
for name in sys.argv[1:]:
    spec = importlib.util.find_spec(name)
    place = os.path.realpath(spec.origin) if spec and spec.origin else here
    if not place.startswith(here) or "site-packages" in place or "dist-packages" in place:
        print("elsewhere:", name, place)
`;
const ANSWER = /^elsewhere: (\S+) (.+)$/m;

/**
 * The command that asks the Python of a command that tests where it imports the packages in `src` from; null if it runs no Python that can
 * be asked, or there are none.
 * @param files those of the folder that it runs in, by their paths from there
 */
export const pythonOriginQuestion = (
  [program = "", ...words]: readonly string[],
  files: readonly string[],
): readonly string[] | null => {
  const name = programName(program);
  const isRunner = /^(?:pytest|py\.test)$/.test(name);
  if (!isRunner && !(isPython(name) && words.some((word) => /^(?:pytest|unittest)$/.test(word)))) return null;
  const packages = files.flatMap((path) => /^src\/(\w+)\/__init__\.py$/.exec(path)?.[1] ?? []);
  const python = isRunner ? program.replace(/[^/]+$/, "python") : program;
  return packages.length === 0 ? null : [python, "-c", QUESTION, ...packages.slice(0, MOST_PACKAGES)];
};
const MOST_PACKAGES = 20;

/** A package that is tested as it is installed, and not as the repo has it; null if the answer names none. */
export const pythonOrigin = (answer: string): { readonly name: string; readonly place: string } | null => {
  const [, name, place] = ANSWER.exec(answer) ?? [];
  return name === undefined || place === undefined ? null : { name, place };
};

/** Files in which tests may put a folder before what is installed, and how. */
export const PYTHON_PATH_FILES =
  /^(?:tests?\/)?(?:conftest\.py|\.?pytest\.(?:ini|toml)|tox\.ini|setup\.cfg|pyproject\.toml)$/;
export const setsPythonPath = (text: string): boolean => /^\s*(?:python_?paths?\s*=|sys\.path\b)/m.test(text);
