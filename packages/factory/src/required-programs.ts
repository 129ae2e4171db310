import { commandWords, normalizePath, type Refusal, refusal, type WorkOrder } from "@llmch/contract";
import { exemptVerification, type TreeFacts, type VerifyCommand, verificationOf } from "./verification.ts";

/** What preflight asks of the machine and the baseline; answers are facts, so the rules stay pure. */
export interface MachineFacts {
  /** Files tracked at the baseline. */
  readonly baselineFiles: readonly string[];
  /** True where the name is an executable on the PATH that commands get. */
  readonly onPath: (program: string) => boolean;
  /** True where a path with a `/` is there for commands though it is not tracked: absolute, or in a dependency folder. */
  readonly untrackedProgram: (path: string) => boolean;
  readonly packageJson: string | null;
  readonly makefile: string | null;
}

export interface Requirements {
  /** Programs that are missing, one refusal each. */
  readonly missing: readonly Refusal[];
  /** Python modules that a command will run by `python -m`, to be looked for on the machine. */
  readonly pythonModules: readonly string[];
}

/** What the orders' commands and the verification need, order by order (contract §6, preflight). */
export const requiredPrograms = (orders: readonly WorkOrder[], facts: MachineFacts): Requirements => {
  const files = new Set(facts.baselineFiles);
  const missing = new Map<string, Refusal>();
  const pythonModules = new Set<string>();
  const rewritten = new Set<string>();
  for (const order of orders) {
    for (const path of order.allowed_files) {
      files.add(normalizePath(path));
      rewritten.add(normalizePath(path));
    }
    for (const { where, argv } of commandsOf(order, [...files], rewritten, facts)) {
      const program = argv[0] ?? "";
      if (!missing.has(program) && !isThere(program, files, facts))
        missing.set(program, programMissing(program, where));
      if (/^python3?$/.test(program) && argv[1] === "-m" && ["pytest", "pip"].includes(argv[2] ?? "")) {
        pythonModules.add(argv[2] ?? "");
      }
    }
  }
  return { missing: [...missing.values()], pythonModules: [...pythonModules] };
};

interface NeededCommand {
  readonly where: string;
  readonly argv: readonly string[];
}

const commandsOf = (
  order: WorkOrder,
  files: readonly string[],
  rewritten: ReadonlySet<string>,
  facts: MachineFacts,
): readonly NeededCommand[] => {
  const needed: NeededCommand[] = [];
  for (const command of order.acceptance_commands) {
    const words = commandWords(command);
    if (words.ok) needed.push({ where: `${order.id}'s command ${JSON.stringify(command)}`, argv: words.value });
  }
  const verification = certainVerification(order, possibleTrees(files, rewritten, facts));
  return [...needed, ...verification.map(({ argv }) => ({ where: `the verification of ${order.id}`, argv }))];
};

/** The commands that verify the order in every tree that may be there by then. */
const certainVerification = (order: WorkOrder, trees: readonly TreeFacts[]): readonly VerifyCommand[] => {
  const verify = order.verify_exempt ? exemptVerification : verificationOf;
  const [first = [], ...others] = trees.map((tree) => verify(tree).commands);
  const names = (commands: readonly VerifyCommand[]) => new Set(commands.map(({ argv }) => argv.join(" ")));
  return first.filter(({ argv }) => others.every((commands) => names(commands).has(argv.join(" "))));
};

/** What a package.json or Makefile says that the orders write is not known yet: it may name a test, or none. */
const possibleTrees = (
  files: readonly string[],
  rewritten: ReadonlySet<string>,
  { packageJson, makefile }: MachineFacts,
): readonly TreeFacts[] => {
  const packages = rewritten.has("package.json") ? [null, ANY_PACKAGE_TEST] : [packageJson];
  const makefiles = rewritten.has("Makefile") || rewritten.has("makefile") ? [null, ANY_MAKE_TEST] : [makefile];
  return packages.flatMap((json) => makefiles.map((make) => ({ files, packageJson: json, makefile: make })));
};
const ANY_PACKAGE_TEST = '{"scripts": {"test": "any"}}';
const ANY_MAKE_TEST = "test:";

const isThere = (program: string, files: ReadonlySet<string>, facts: MachineFacts): boolean => {
  if (program === "") return false;
  if (!program.includes("/")) return facts.onPath(program) || (program === "python" && facts.onPath("python3"));
  return files.has(normalizePath(program)) || facts.untrackedProgram(program);
};

const programMissing = (program: string, where: string): Refusal =>
  program === ""
    ? refusal("program-missing", `${where} is empty`, "give the command of one process")
    : program.includes("/")
      ? refusal(
          "program-missing",
          `${where} runs ${program}, which is neither in the baseline nor an allowed file by then`,
          "mend the path, or let an earlier order create it",
        )
      : refusal(
          "program-missing",
          `${where} runs ${program}, which is not on the PATH`,
          `install ${program}, or mend the order`,
        );
