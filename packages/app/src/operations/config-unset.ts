import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { choice, repo, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import type { Outcome } from "../outcome.ts";
import { changeSetting } from "../settings/change-setting.ts";
import type { ConfigDrawing } from "../settings/setting-rows.ts";
import { settingsSchema } from "../settings/settings-document.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "config unset",
  topic: "Set up",
  sentence: "remove one setting from a settings file",
  may: "write",
  tellsOfSettings: true,
  argument: { member: "setting", shown: "<setting>" },
  request: z.strictObject({
    setting: text().describe("its full name, such as budget.usd"),
    user: choice("in your own settings file instead of the repo's llmch.config.json"),
    repo: repo(),
  }),
  result: settingsSchema(),
  examples: ["config unset budget.usd", "config unset factory.model --user"],
}));

/** Takes one setting out of a settings file, and tells the value in effect. */
export const operate = async (
  { setting, user, repo: target }: RequestOf<typeof description>,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>, ConfigDrawing>> =>
  changeSetting({ name: setting, value: null, user, repo: target }, context);
