import { shellWord } from "@llmch/text";
import { GIVEN_MODULES } from "../inline/python-modules.ts";
import { pythonProgram } from "../inline/python-program.ts";
import { hasAny, type ProjectFolder } from "../place.ts";
import { command, profile, type Setup, type VerifyCommand } from "../profile.ts";
import { hasPythonSources, isPytestFile, isPythonTree } from "./python-tree.ts";

const MANIFESTS = ["pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "Pipfile"];
/** What a manifest of a project says. The same files may also only configure a tool, such as a formatter. */
const DECLARES: Readonly<Record<string, RegExp>> = {
  "pyproject.toml":
    /^\[(?:project|build-system|dependency-groups|tool\.(?:poetry|pdm|hatch|flit|setuptools|uv|pytest|maturin|rye|pixi|tox)\b)/m,
  "setup.cfg": /^\[(?:metadata|options|tool:pytest)\b/m,
  "tox.ini": /^\[(?:tox|testenv|pytest)\b/m,
};
const isDeclared = (place: ProjectFolder, name: string): boolean => {
  const text = place.text(name);
  return place.has(name) && (text === null || !/^\[/m.test(text) || DECLARES[name]?.test(text) !== false);
};

/** The place without projects of Python below it. */
const withoutProjects = (place: ProjectFolder): ProjectFolder => {
  const below = place.files.flatMap((path) => /^(.+\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/.exec(path)?.[1] ?? []);
  return { ...place, files: place.files.filter((path) => !below.some((folder) => path.startsWith(folder))) };
};

const compileAll = (place: ProjectFolder): VerifyCommand => command(place, "python", "-m", "compileall", "-q", ".");

/** The dependency manager: determined by the lockfile, otherwise by the tools in pyproject.toml. */
const managerOf = (place: ProjectFolder): "uv" | "poetry" | "pip" => {
  if (place.has("uv.lock")) return "uv";
  if (place.has("poetry.lock")) return "poetry";
  const project = place.text("pyproject.toml") ?? "";
  return /^\[tool\.uv\b/m.test(project) ? "uv" : /^\[tool\.poetry\b/m.test(project) ? "poetry" : "pip";
};

/** A worktree's commands cannot see what is installed elsewhere, in the machine's Python or in a cache. */
const POETRY_IN_PROJECT = ["env", "POETRY_VIRTUALENVS_IN_PROJECT=true", "poetry", "install"];
const PIP_IN_PROJECT = "python -m venv .venv && .venv/bin/python -m pip install -r requirements.txt";

const setup = (place: ProjectFolder): Setup | null => {
  const { folder } = place;
  switch (managerOf(place)) {
    case "uv":
      return place.has("uv.lock")
        ? { argv: ["uv", "sync", "--frozen"], folder, isOutside: false }
        : { argv: ["uv", "sync"], folder, isOutside: false };
    case "poetry":
      return { argv: POETRY_IN_PROJECT, folder, isOutside: false };
    case "pip":
      return place.has("requirements.txt") ? { argv: ["bash", "-c", PIP_IN_PROJECT], folder, isOutside: false } : null;
  }
};

const INSTALLS = { uv: "uv sync", poetry: "poetry install", pip: "" } as const;

const CONFIGURATIONS = [
  ...["pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py", "Pipfile", "requirements.txt"],
  ...["requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt", "test-requirements.txt"],
];
/** So many test files show how a repo writes its tests. */
const MOST_SAMPLES = 20;

/** True if the tests need nothing but Python's own unittest, and nothing names pytest. */
const isUnittest = (place: ProjectFolder): boolean => {
  const textsOf = (names: readonly string[]) => names.flatMap((name) => place.text(name) ?? []);
  const tests = textsOf(place.files.filter(isPytestFile));
  const isNamed = [...tests, ...textsOf(CONFIGURATIONS)].some((text) => /\bpytest\b/.test(text));
  return (
    tests.length > 0 &&
    tests.every((text) => /^\s*(?:import|from) unittest\b/m.test(text)) &&
    !isNamed &&
    !place.files.some((path) => /(?:^|\/)(?:conftest\.py|pytest\.ini)$/.test(path))
  );
};

/** Discovery enters no folder that is not a package, so it begins in the one that holds the tests. */
const unittest = (place: ProjectFolder): VerifyCommand => {
  const tests = place.files.filter(isPytestFile);
  const [folder = ""] = (tests[0] ?? "").split("/", 1);
  const isInside = tests.every((path) => path.startsWith(`${folder}/`));
  const start = isInside ? ["-s", folder, ...(place.files.includes(`${folder}/__init__.py`) ? ["-t", "."] : [])] : [];
  const pattern = tests.every((path) => path.endsWith("_test.py")) ? ["-p", "*_test.py"] : [];
  return command(place, "python", "-m", "unittest", "discover", ...start, ...pattern);
};

const tests = (place: ProjectFolder): VerifyCommand =>
  isUnittest(place) ? unittest(place) : command(place, "python", "-m", "pytest", "-q");

export const python = profile({
  name: "python",
  manifests: [...MANIFESTS, "requirements.txt"],
  telling: CONFIGURATIONS,
  samples: (files) => files.filter(isPytestFile).slice(0, MOST_SAMPLES),
  probes: [".venv/bin/python", "venv/bin/python"],
  recognise: (place) => {
    if (MANIFESTS.some((name) => isDeclared(place, name))) return { by: "manifest", reason: "a Python tree" };
    const isTree = isPythonTree(place);
    const isNamed = place.has("requirements.txt")
      ? isTree || hasPythonSources(place)
      : hasAny(place, MANIFESTS) && isPythonTree(withoutProjects(place));
    return isNamed || isTree ? { by: isNamed ? "manifest" : "files", reason: "a Python tree" } : null;
  },
  // Exactly as in contract §5.
  verify: (place) => [compileAll(place), tests(place)],
  asWritten: (root) =>
    managerOf(root) === "uv"
      ? {
          instead: "python -m pytest -q",
          command: "uv run pytest",
          does: "tests it in the environment that uv keeps",
          reaches: () => false,
        }
      : null,
  light: (place) => [compileAll(place)],
  inline: [
    {
      syntax: "python",
      called: "Python",
      find: (argv) => {
        const found = pythonProgram(argv);
        return found === null ? null : { ...found, option: "-c" };
      },
      strayImport: (module, files) => !GIVEN_MODULES.has(module.split(".")[0] ?? module) && !files.hasModule(module),
      filesOfModule: (module) => {
        const path = module.replaceAll(".", "/");
        return [`${path}.py`, `${path}/__init__.py`, `src/${path}.py`, `src/${path}/__init__.py`];
      },
    },
  ],
  isTest: isPytestFile,
  dependencyFolders: [".venv", "venv"],
  outputFolders: ["__pycache__", ".pytest_cache", ".mypy_cache", ".tox", ".eggs", "build", "dist"],
  ecosystem: (place) => {
    const manager = managerOf(place);
    const kept =
      manager === "pip"
        ? "Python."
        : `Python, with dependencies kept by ${manager}${place.isPresent(".venv/bin/python") ? "; what it installed in .venv comes first on the PATH" : ""}.`;
    return `${kept} Tests run by \`${tests(place).argv.map(shellWord).join(" ")}\`; an acceptance command is best a \`python -c "..."\` that imports the repository's own modules and asserts.`;
  },
  setup,
  hints: (place) => {
    const install = INSTALLS[managerOf(place)];
    const lacksOwn = !place.isPresent(".venv/bin/python") && !place.isPresent("venv/bin/python");
    const instead = install !== "" && lacksOwn ? { pytest: `run \`${install}\`: there is no .venv` } : {};
    return {
      python: "install Python 3: https://www.python.org/downloads or `apt install python3`",
      python3: "install Python 3: https://www.python.org/downloads or `apt install python3`",
      uv: "install uv: https://docs.astral.sh/uv/getting-started/installation",
      poetry: "install Poetry: https://python-poetry.org/docs/#installation",
      pytest: "install it: `python -m pip install pytest`",
      pip: "install it: `python -m ensurepip`",
      ...instead,
    };
  },
});
