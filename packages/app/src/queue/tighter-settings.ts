import type { Context, GivenSettings } from "@llmch/config";
import { readSettings } from "@llmch/config/read-settings";
import type { ApprovableKind } from "@llmch/contract";
import { accepted, dollarsInWords, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** What a request may change of the user's settings. */
export interface Tighter {
  /** The most dollars; refused if the user allows less. */
  readonly usd?: number | undefined;
  /** Steps that wait for a person, besides those that the user named. */
  readonly approve?: readonly ApprovableKind[] | undefined;
}

/** Settings to give with a request, which bound it no less than the user's own. */
export const tighterSettings = async (
  { usd, approve }: Tighter,
  repo: string,
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<Result<GivenSettings, Refusal>> => {
  const { values, faults } = await readSettings({ given: {}, repo, env, cwd, asksUser: true });
  const [fault, ...more] = faults;
  if (fault !== undefined) return rejected(fault, ...more);
  const most = values.budget.usd;
  if (usd !== undefined && most !== null && usd > most) {
    const message = `the user allows ${dollarsInWords(most)} a run, which is less than ${dollarsInWords(usd)}`;
    return rejected(refusal("usage", message, "leave the budget out, or give a smaller one"));
  }
  return accepted({
    ...(usd === undefined ? {} : { "budget.usd": usd }),
    ...(approve === undefined ? {} : { approve: [...new Set([...values.approve, ...approve])] }),
  });
};
