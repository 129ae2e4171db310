import type { Diagnostic } from "@llmch/contract";
import { checkAcceptance } from "@llmch/planner";
import { ofMilestone, type ScopeRule } from "./rule.ts";

/** Acceptance keeps the rules of an order's commands, and one command of each milestone fails before its work. */
export const idleAcceptance: ScopeRule = ({ milestones }, { held, syntaxes, done = 0 }) =>
  milestones.flatMap((milestone, index): readonly Diagnostic[] => {
    const commands = milestone.acceptance;
    const found = checkAcceptance(commands, syntaxes);
    const idle = new Set(found.flatMap(({ code, index: at }) => (code === "W204" ? [at] : [])));
    const isReached = index >= done && commands.every(({ command }, at) => idle.has(at) || held.includes(command));
    const message = "every acceptance command passes before the work";
    return [
      ...found.map(({ index: at, code, message: said }) =>
        ofMilestone(milestone, index, { code, field: "acceptance", message: said }, `/acceptance/${at}`),
      ),
      ...(isReached ? [ofMilestone(milestone, index, { code: "E303", field: "acceptance", message })] : []),
    ];
  });
