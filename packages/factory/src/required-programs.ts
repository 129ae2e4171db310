import { commandWords, normalizePath, type Refusal, refusal, type WorkOrder } from "@llmch/contract";
import { verificationOf } from "./verification.ts";

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
  for (const order of orders) {
    for (const path of order.allowed_files) files.add(normalizePath(path));
    for (const { where, argv } of commandsOf(order, [...files], facts)) {
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
  { packageJson, makefile }: MachineFacts,
): readonly NeededCommand[] => {
  const needed: NeededCommand[] = [];
  for (const command of order.acceptance_commands) {
    const words = commandWords(command);
    if (words.ok) needed.push({ where: `${order.id}'s command ${JSON.stringify(command)}`, argv: words.value });
  }
  if (order.verify_exempt) return needed;
  // A package.json or Makefile that an order is yet to write decides only once it is there.
  const { commands } = verificationOf({ files, packageJson, makefile });
  return [...needed, ...commands.map(({ argv }) => ({ where: `the verification of ${order.id}`, argv }))];
};

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
