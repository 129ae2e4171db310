import { dirname, join, normalize, sep } from "node:path";
import ts from "@typescript/typescript6";

const MIDDLE = [
  "acp",
  "planner",
  "factory",
  "agent",
  "models",
  "repo-map",
  "files",
  "process",
  "workspace",
  "store",
  "syntax",
  "story",
  "strength",
  "import",
  "build",
  "examiner",
];

/** What touches the machine. */
const BELOW = ["models", "files", "process", "workspace", "store"];

/** What carries plans out, each above the one before. */
const ROOMS = ["config", "records", "run", "plan"];

/** Which workspace packages each may import, besides text; docs/architecture.md reads the list as a sentence. */
export const MAY_IMPORT = {
  text: [],
  contract: [],
  languages: ["contract"],
  "repo-map": ["contract", "languages"],
  strength: ["contract", "languages", "repo-map"],
  import: ["contract"],
  planner: ["contract", "languages"],
  factory: ["contract", "languages"],
  agent: ["contract", "languages"],
  acp: ["contract"],
  models: ["contract"],
  files: ["contract"],
  process: ["contract", "files"],
  workspace: ["contract", "files", "process"],
  store: ["contract", "files"],
  syntax: ["languages"],
  build: ["contract", "languages", "planner"],
  examiner: ["contract", "languages", "planner"],
  story: ["contract", "build"],
  report: ["contract", "build", "story"],
  config: ["contract", ...BELOW],
  records: ["contract", "languages", ...MIDDLE, "config"],
  run: ["contract", "languages", ...MIDDLE, "config", "records"],
  plan: ["contract", "languages", ...MIDDLE, "config", "records", "run"],
  app: ["contract", "languages", ...MIDDLE, "report", ...ROOMS],
  mcp: ["app", "story", "report"],
  editor: ["acp", "app", "story", "report"],
  serve: ["app", "story", "report"],
  workers: ["app", "story", "contract", "files", "workspace", "store", "records"],
  cli: ["contract", "languages", ...MIDDLE, "report", ...ROOMS, "app", "mcp", "editor", "serve", "workers"],
  testkit: ["contract"],
  faults: [
    "contract",
    "languages",
    ...MIDDLE,
    "report",
    ...ROOMS,
    "app",
    "mcp",
    "editor",
    "serve",
    "workers",
    "cli",
    "testkit",
  ],
};

/** What faces may import: the operations, and what draws them. Only their tests may reach below. */
const FACES = { cli: ["app", "story", "report", "mcp", "editor", "serve", "workers"] };

/** What faces are handed by app must be its own: through it they would import every package below. The library's declarations name documents. */
const HANDS_ON = new Set(["packages/app/src/library/public.ts"]);

/** Packages that touch no platform at all. */
const PURE = new Set([
  "text",
  "contract",
  "languages",
  "planner",
  "factory",
  "agent",
  "acp",
  "story",
  "report",
  "repo-map",
  "strength",
  "import",
  "build",
  "examiner",
]);

/** Process-wide state: only a command line may use it, since a program may hold several engines. */
const PROCESS_WIDE = {
  process: new Set(["env", "on", "once", "addListener", "exit", "exitCode", "stdout", "stderr", "stdin", "chdir"]),
  console: new Set(["log", "error", "warn", "info", "debug"]),
};

/** Packages that may use process-wide state. */
const OWNS_PROCESS = new Set(["cli", "testkit", "faults"]);

/** Libraries that only one file each may import: what starts a process, and what calls git. */
const DOORS = new Map([
  ["execa", "packages/process/src/program/start-program.ts"],
  ["simple-git", "packages/workspace/src/git/git.ts"],
]);

/** Starts programs too, without llmch's end of their groups. */
const CHILD_PROCESS = /^(?:node:)?child_process$/;

/** The only file that looks for git, so that nothing else starts it. */
const GIT_DOOR = "packages/workspace/src/git/git.ts";

/**
 * Functions that open files to read them: only for the function that checks them first (regular-file.ts of files), and for files that give
 * a reason.
 */
const READERS = new Set(["readFile", "readFileSync", "createReadStream", "open", "openSync", "openAsBlob"]);
const FILE_READERS = new Set([
  // The one that checks, those that open or remove folders, and those that write or sync.
  ...["regular-file", "kept-text", "anchored-directory", "remove-tree", "atomic-write", "write-fully", "sync"].map(
    (name) => `packages/files/src/${name}.ts`,
  ),
  // Writes to files of their own.
  "packages/process/src/program/start-detached.ts",
  "packages/store/src/line-log.ts",
  "packages/process/src/commands/output-sink.ts",
  // Sees whether descriptors are free.
  "packages/process/src/program/start-program.ts",
  // Pipes of its own, without waiting.
  "packages/process/src/commands/output-pipes.ts",
  // The process's own memory.
  "packages/process/src/environment/own-environment.ts",
  // Files of the installed package.
  "packages/cli/src/installed-version.ts",
  "packages/syntax/src/parse-text.ts",
]);

/** Node's own recursive mkdir never returns if one of the folders takes no entries. */
const ENDLESS = /\bmkdir(?:Sync)?\([^;]*\brecursive: true/;

/** Git, a module that reads files, and names of process-wide state: most files have none, and the rest of the checks nothing to find. */
const WORTH_PARSING = /"git"|\bfs["/]|\b(?:process|console)\b(?!")/;

/** Packages only for tests, which may start anything. */
const FOR_TESTS = new Set(["testkit", "faults"]);

/**
 * What a file imports, or uses of the process, against the rules. Tests may import testkit and Node.
 * @param {string} path relative to the workspace's root: `packages/<name>/src/…`
 * @param {string} source the file's text
 * @returns {string[]} a sentence for each fault
 */
export const forbiddenImports = (path, source) => {
  const name = path.split("/")[1] ?? "";
  const isTest = isTestFile(path);
  const may = isTest ? [...(MAY_IMPORT[name] ?? []), "testkit"] : (FACES[name] ?? MAY_IMPORT[name] ?? []);
  const allowed = new Set([name, "text", ...may]);
  const faults = [];
  const imported = importsOf(source);
  for (const specifier of imported) {
    const target = packageOf(path, specifier);
    if (target !== null && !allowed.has(target))
      faults.push(`${path}: ${name} must not import ${target} (${specifier})`);
    if (specifier.startsWith("node:") && PURE.has(name) && !isTest) {
      faults.push(`${path}: ${name} is pure and must not import ${specifier}`);
    }
  }
  if (isTest || FOR_TESTS.has(name)) return faults;
  if (name === "app" && !HANDS_ON.has(path)) {
    for (const handed of passedOn(source)) faults.push(`${path}: app must not hand on ${handed}`);
  }
  for (const specifier of imported) {
    const door = DOORS.get(specifier) ?? path;
    if (door !== path) faults.push(`${path}: ${specifier} is for ${door} alone`);
    if (CHILD_PROCESS.test(specifier)) faults.push(`${path}: programs are started by startProgram of packages/process`);
  }
  if (ENDLESS.test(source)) faults.push(`${path}: folders are made by makeDirectory of packages/files alone`);
  if (!WORTH_PARSING.test(source)) return faults;
  const syntax = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
  if (!FILE_READERS.has(path) && !PURE.has(name)) {
    for (const reader of importedReaders(syntax)) {
      faults.push(`${path}: files are opened by packages/files/src/regular-file.ts alone (${reader})`);
    }
  }
  if (path !== GIT_DOOR && namesGit(syntax)) faults.push(`${path}: git is started by ${GIT_DOOR} alone`);
  if (OWNS_PROCESS.has(name)) return faults;
  for (const used of processWide(syntax)) {
    faults.push(`${path}: ${name} must not use ${used}: it belongs to the command line`);
  }
  return faults;
};

/** @param {string} path of a package's file: all outside `src` are tests */
export const isTestFile = (path) => /\.(test|fixture)\.ts$/.test(path) || path.split("/")[2] !== "src";

/** What each text imports: several checks ask. */
const IMPORTED = new Map();

/**
 * @param {string} source
 * @returns {string[]} the specifiers
 */
export const importsOf = (source) => {
  const known = IMPORTED.get(source);
  if (known !== undefined) return known;
  const imported = ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
  IMPORTED.set(source, imported);
  return imported;
};

/** What a module exports of other packages: from them directly, or after importing it. */
const passedOn = (source) => {
  if (!/\bexport (?:type )?[{*]/.test(source)) return [];
  const { statements } = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
  const isForeign = ({ moduleSpecifier }) => moduleSpecifier?.text.startsWith("@llmch/") === true;
  const namesIn = (bindings) => (bindings?.elements ?? []).map(({ name }) => name.text);
  const imported = new Set(
    statements.flatMap((each) =>
      ts.isImportDeclaration(each) && isForeign(each) ? namesIn(each.importClause?.namedBindings) : [],
    ),
  );
  return statements.filter(ts.isExportDeclaration).flatMap((each) => {
    if (isForeign(each)) return [each.moduleSpecifier.text];
    if (each.moduleSpecifier !== undefined) return [];
    return (each.exportClause?.elements ?? []).flatMap(({ name, propertyName }) => {
      const own = (propertyName ?? name).text;
      return imported.has(own) ? [own] : [];
    });
  });
};

/** Whether a call's first argument is `"git"`: to look for the program, or to start it. */
const namesGit = (syntax) => {
  let isNamed = false;
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const [program] = node.arguments;
      const callee = node.expression.getText();
      if (program !== undefined && ts.isStringLiteral(program) && program.text === "git" && STARTS.test(callee))
        isNamed = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return isNamed;
};

/** The names of functions that look for a program or start one. */
const STARTS = /(?:^|\.)(?:\w*program\w*|spawn\w*|exec\w*)$/i;

/** What a file imports from `node:fs` that could read; a whole import counts too, since its use is unknown. */
const importedReaders = (syntax) =>
  syntax.statements
    .filter(
      (statement) =>
        ts.isImportDeclaration(statement) && /^(?:node:)?fs(?:\/promises)?$/.test(statement.moduleSpecifier.text),
    )
    .flatMap(({ importClause }) => {
      const bindings = importClause?.namedBindings;
      if (bindings === undefined || !ts.isNamedImports(bindings)) return ["*"];
      return bindings.elements.map((element) => (element.propertyName ?? element.name).text);
    })
    .filter((name) => name === "*" || READERS.has(name));

/** The members of the process and the console that a file's code uses. */
const processWide = (syntax) => {
  const found = [];
  const visit = (node) => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const { text } = node.expression;
      if (Object.hasOwn(PROCESS_WIDE, text) && PROCESS_WIDE[text].has(node.name.text))
        found.push(`${text}.${node.name.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
};

/** The workspace package that a specifier leads to, by name or by path, or null for anything else. */
export const packageOf = (path, specifier) => {
  const named = /^@llmch\/([^/]+)/.exec(specifier)?.[1];
  if (named !== undefined) return named;
  if (!specifier.startsWith(".")) return specifier === "llmch" ? "cli" : null;
  const parts = normalize(join(dirname(path), specifier)).split(sep);
  return parts[0] === "packages" ? (parts[1] ?? null) : null;
};
