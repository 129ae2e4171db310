import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { choice, repo, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import type { Outcome } from "../outcome.ts";
import { changeSetting } from "../settings/change-setting.ts";
import type { ConfigDrawing } from "../settings/setting-rows.ts";
import { settingsSchema } from "../settings/settings-document.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "config set",
  topic: "Set up",
  sentence: "write one setting into a settings file, whose comments and order stay",
  may: "write",
  tellsOfSettings: true,
  argument: { member: "setting", shown: "<setting>" },
  request: z.strictObject({
    setting: text().describe("its full name, such as budget.usd"),
    value: z
      .string()
      .describe(
        "as its flag or variable takes it: `none` for null, a comma between the parts of a list, JSON for a list of commands",
      )
      .meta({ flag: null, argument: "<value>" }),
    user: choice("in your own settings file instead of the repo's llmch.config.json"),
    repo: repo(),
  }),
  result: settingsSchema(),
  examples: ["config set budget.usd 5", "config set factory.model gpt-5.2,anthropic:claude-opus-5-5 --user"],
}));

/** Writes one setting into a settings file, and tells the value in effect. */
export const operate = async (
  { setting, value, user, repo: target }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, ConfigDrawing>> =>
  changeSetting({ name: setting, value, user, repo: target }, context);
