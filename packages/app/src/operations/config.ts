import { resolve } from "node:path";
import { misspeltVariables } from "@llmch/config";
import { commandInWords, uncoveredInWords, uncoveredProjects } from "@llmch/languages";
import { formatRefusal, printable, refusal } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { repo, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { failedIf, type Outcome, refused } from "../outcome.ts";
import { repoFault } from "../request/named-repo.ts";
import { type ConfigDrawing, settingRows } from "../settings/setting-rows.ts";
import { distrustIn, settingsDocument, settingsNamed, settingsSchema } from "../settings/settings-document.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "config",
  topic: "Set up",
  sentence:
    "print settings, their values and where those came from; `config verify` also shows what would run after each order",
  may: "read",
  tellsOfSettings: true,
  argument: { member: "setting", shown: "[setting...]" },
  request: z.strictObject({
    setting: text().optional().describe("a setting or a section, such as budget.usd or budget (default: all)"),
    repo: repo(),
  }),
  result: settingsSchema(),
  examples: ["config verify", "config get budget"],
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
  const verification = setting === "verify" ? await verificationHere(resolve(cwd, target), settings, env) : undefined;
  const result = { ...settingsDocument(settings, { env }, setting), ...(verification && { verification }) };
  return failedIf(settings.faults, result, {
    warnings: warnings.map((message) => ({ code: "settings", message })),
    drawing: settingRows(settings, setting, { env, cwd }),
  });
};

/** What would run after each order, from the tree at HEAD. */
const verificationHere = async (
  target: string,
  { values, origins }: OperationContext["settings"],
  env: OperationContext["env"],
): Promise<NonNullable<ResultOf<typeof description>["verification"]>> => {
  const [{ openRepository }, { verificationAtHead }] = await Promise.all([
    import("@llmch/workspace"),
    import("../doctor/verification-at-head.ts"),
  ]);
  const none = (note: string) => ({ commands: [], notes: [note] });
  const opened = await openRepository(target, env);
  if (!opened.ok) return none(formatRefusal(opened.issues[0]));
  const found = await verificationAtHead(opened.value, values, env);
  if (found === null) return none("the repo has no commit yet");
  if (!found.ok) return none(formatRefusal(found.issues[0]));
  const { commands, reason, reasons = [], tree, choices } = found.value;
  if (commands.length === 0) return none(`nothing verifies the repo: ${reason}`);
  const left = uncoveredInWords(uncoveredProjects(tree, choices));
  const setting = origins["verify.commands"];
  return {
    commands: commands.map((each, at) => ({
      command: commandInWords(each),
      from: setting === undefined ? (reasons[at] ?? reason) : `verify.commands, ${setting}`,
    })),
    notes: left === null ? [] : [left],
  };
};
