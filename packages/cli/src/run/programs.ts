import { isAbsolute } from "node:path";
import { type Refusal, refusal } from "@llmch/contract";
import { requiredPrograms } from "@llmch/factory";
import {
  checkoutEnvironment,
  commandEnvironment,
  missingPythonModules,
  type Repository,
  resolveProgram,
  textAtCommit,
} from "@llmch/host";
import type { LoadedOrder } from "../orders/load-orders.ts";

/** The programs and Python modules that the orders need and the machine lacks (contract §6). */
export const missingPrograms = async (
  orders: readonly LoadedOrder[],
  repo: Repository,
  baseline: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly Refusal[]> => {
  const environment = checkoutEnvironment(commandEnvironment(env), repo.root);
  const there = (program: string) => resolveProgram(program, { path: environment.PATH ?? "", cwd: repo.root }) !== null;
  const baselineFiles = await repo.trackedFiles(baseline);
  const tracked = new Set(baselineFiles);
  const textOf = async (path: string) => (tracked.has(path) ? textAtCommit(repo, baseline, path) : null);
  const { missing, pythonModules } = requiredPrograms(
    orders.map(({ order }) => order),
    {
      baselineFiles,
      onPath: there,
      untrackedProgram: (program) => (isAbsolute(program) || inDependencyFolder(program)) && there(program),
      packageJson: await textOf("package.json"),
      makefile: (await textOf("Makefile")) ?? (await textOf("makefile")),
    },
  );
  const modules = await missingPythonModules(pythonModules, environment);
  return [...missing, ...modules.map(moduleMissing)];
};

const moduleMissing = (module: string): Refusal => {
  const message = `the orders run \`python -m ${module}\`, and the python on the PATH does not have it`;
  const install = module === "pip" ? "python -m ensurepip" : `python -m pip install ${module}`;
  return refusal("module-missing", message, `install it: \`${install}\``);
};

/** Dependency folders are made visible to commands though the repo ignores them (contract §6). */
const inDependencyFolder = (program: string): boolean => /(^|\/)(node_modules|\.venv|venv)\//.test(program);
