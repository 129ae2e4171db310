import type { Finished } from "@llmch/testkit";
import { committedOrders, leftoversOf, repoFault } from "./aftermath.ts";
import type { Setting } from "./scenario.ts";

/** The broken promises after a run that the machine failed once. */
export const failedRunFault = (setting: Setting, before: string, finished: Finished): string | null => {
  const { code, stdout, stderr } = finished;
  const said = stdout + stderr;
  if (code === null || ![0, 1, 2, 5].includes(code)) return "no exit code of the contract";
  if (/^\s+at .*[:(]/m.test(said)) return "a stack trace was printed";
  const committed = committedOrders(setting);
  if (typeof committed === "string") return committed;
  const passed = stdout.match(/^PASS {2}WO-/gm)?.length ?? 0;
  if (passed !== committed) return `${committed} orders are committed, ${passed} were said to be`;
  if (code === 0 && committed !== setting.scenario.orders) return "exit 0 without all commits";
  if (code !== 0 && !/^(?:error|warning|refused|ERROR|FAIL)\b.{10,}/m.test(said)) return "nothing says what happened";
  const repo = repoFault(setting, before, committed, said.includes("stayed behind"));
  if (repo !== null) return repo;
  const left = leftoversOf(setting).filter((path) => !said.includes(path));
  return left.length === 0 ? null : `left and not said: ${left.join(", ")}`;
};

/** How it ended and what it printed, indented. */
export const told = ({ code, signal, stdout, stderr }: Finished): string =>
  `ended with ${code ?? signal}\n${stdout}${stderr}`.replace(/^/gm, "    ");
