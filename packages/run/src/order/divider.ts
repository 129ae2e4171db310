import { join } from "node:path";
import { orderSha256, schemaUri } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import type { Divided, DivisionQuestion, Ledger } from "@llmch/factory";
import { readTextFile } from "@llmch/files";
import type { Gateway, Recorder } from "@llmch/models";
import { type DivisionOutcome, divideOrder } from "@llmch/planner";
import { plannerLimits } from "@llmch/records";
import { SYNTAX_READERS } from "@llmch/syntax";
import { type JsonObject, textsThatFit } from "@llmch/text";

/** Asks the planner to divide orders while they are carried out. */
export interface Divider {
  /**
   * @param ledger records what was asked and answered
   * @param recorder records the calls
   */
  divide(question: DivisionQuestion, ledger: Ledger, recorder: Recorder): Promise<Divided>;
}

export interface DividerPlan {
  readonly templates: string;
  readonly settings: Pick<Settings, "planner" | "models">;
  readonly gateway: Pick<Gateway, "for">;
}

export const createDivider = ({ templates, settings, gateway }: DividerPlan): Divider => ({
  divide: async ({ order, failed, trackedFiles, texts, held }, ledger, recorder) => {
    const template = await readTextFile(join(templates, "DIVISION_PROMPT.md"));
    if (!template.ok) throw new Error(template.issues[0].message);
    const document: JsonObject = JSON.parse(JSON.stringify(order));
    const limits = plannerLimits(settings);
    const inputs = {
      ...{ template: template.value, order: document, failed, repoFiles: trackedFiles },
      texts: textsThatFit(texts, limits.sideFileBytes),
      held: held.map(({ kind, path, text = null }) => ({ kind, path, text })),
      limits,
      settings: settings.planner,
    };
    return dividedBy(await divideOrder(inputs, { model: gateway.for(recorder), ledger, syntaxes: SYNTAX_READERS }));
  },
});

const dividedBy = (outcome: DivisionOutcome): Divided => {
  switch (outcome.kind) {
    case "divided": {
      const children = outcome.children.map(({ order, document }) => ({
        ...{ order, sha256: orderSha256(document) },
        document: { $schema: schemaUri("work-order"), ...document },
      }));
      return { kind: "divided", children };
    }
    case "invalid": {
      const codes = [...new Set(outcome.errors.map(({ code }) => code))];
      return { kind: "refused", why: `the planner's last answer has ${codes.join(", ")}` };
    }
    case "stuck":
    case "model-failed":
      return { kind: "refused", why: outcome.message };
    default:
      return outcome;
  }
};
