import { misspeltVariables } from "@llmch/config";
import { printable, refusal } from "@llmch/contract";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { repo, text } from "../members.ts";
import { repoFault } from "../named-repo.ts";
import { describe, type RequestOf, type ResultOf } from "../operation.ts";
import { failedIf, type Outcome, refused } from "../outcome.ts";
import {
  type ConfigDrawing,
  distrustIn,
  settingsDocument,
  settingsNamed,
  settingsSchema,
} from "../results/settings-document.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "config",
  topic: "Set up",
  sentence:
    "print settings, their values and where those came from; `config get budget` is the same as `config budget`",
  may: "read",
  tellsOfSettings: true,
  argument: { member: "setting", shown: "[setting...]" },
  request: z.strictObject({
    setting: text().optional().describe("a setting or a section, such as budget.usd or budget (default: all)"),
    repo: repo(),
  }),
  result: settingsSchema(),
  examples: ["config", "config get budget"],
}));

/** Every setting, its value and its origin, and any faults in files and variables. */
export const operate = async (
  { setting, repo: target }: RequestOf<typeof description>,
  { settings, env, cwd }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, ConfigDrawing>> => {
  const unfit = repoFault(target, cwd);
  if (unfit !== null) return refused([unfit]);
  if (settingsNamed(setting).length === 0) {
    const message = `there is no setting and no section ${printable(setting ?? "")}`;
    return refused([refusal("usage", message, "`llmch config` lists them all")]);
  }
  const warnings = [...misspeltVariables(env), ...distrustIn(settings)];
  return failedIf(settings.faults, settingsDocument(settings, { env }, setting), {
    warnings: warnings.map((message) => ({ code: "settings", message })),
    drawing: { settings, name: setting },
  });
};
