import type { Context, GivenSettings } from "@llmch/config";
import { readSettings } from "@llmch/config/read-settings";
import { accepted, dollarsInWords, type Refusal, type Result, refusal, rejected } from "@llmch/contract";

/** A budget for one run, as a setting that is given with its request; refused if the user allows less. */
export const lowerBudget = async (
  usd: number | undefined,
  repo: string,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<GivenSettings, Refusal>> => {
  const { values, faults } = await readSettings({ given: {}, repo, env, cwd, asksUser: true });
  const [fault, ...more] = faults;
  if (fault !== undefined) return rejected(fault, ...more);
  const most = values.budget.usd;
  if (usd === undefined) return accepted({});
  if (most === null || usd <= most) return accepted({ "budget.usd": usd });
  const message = `the user allows ${dollarsInWords(most)} a run, which is less than ${dollarsInWords(usd)}`;
  return rejected(refusal("usage", message, "leave the budget out, or give a smaller one"));
};
