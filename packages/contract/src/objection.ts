import { accepted, type Result, rejected } from "@llmch/text";
import type { z } from "zod";
import type { objectionSchema, saidObjectionSchema } from "./schemas/objection.ts";

/** Why a model cannot carry out an order as it stands (contract §5.1). */
export type Objection = z.infer<typeof saidObjectionSchema>;

/** True if the objection only asks to see more: the attempt continues with its next turn. */
export const asksOnly = ({ contradiction, blocked_by }: Objection): boolean =>
  contradiction === null && blocked_by.length === 0;

/** Reads an objection document. Strict structured output sends every field, so an empty one means nothing. */
export const readObjection = (document: z.infer<typeof objectionSchema>): Result<Objection, string> => {
  const { contradiction } = document;
  const [needs, blocked_by] = [trimmed(document.needs), trimmed(document.blocked_by)];
  const reason = document.reason.trim();
  if (reason === "") return rejected("the objection gives no `reason`");
  if (needs.length === 0 && blocked_by.length === 0 && contradiction == null)
    return rejected("the objection names nothing: one of `needs`, `contradiction` and `blocked_by` is wanted at least");
  if (contradiction == null) return accepted({ reason, needs, contradiction: null, blocked_by });
  const { command = null, condition = null } = contradiction;
  const sentence = contradiction.sentence.trim();
  if (command !== null && condition === null)
    return accepted({ reason, needs, contradiction: { command: command.trim(), sentence }, blocked_by });
  if (command === null && condition !== null)
    return accepted({ reason, needs, contradiction: { condition: condition.trim(), sentence }, blocked_by });
  return rejected("the `contradiction` names one of `command` and `condition`");
};

/** The command or condition that a contradiction is about. */
export const contradicted = (contradiction: NonNullable<Objection["contradiction"]>): string =>
  "command" in contradiction ? contradiction.command : contradiction.condition;

const trimmed = (texts: readonly string[] | null | undefined): readonly string[] => [
  ...new Set((texts ?? []).map((text) => text.trim()).filter((text) => text !== "")),
];

/** An objection for people and prompts: its reason, then a line for each item that it names. */
export const objectionInWords = ({ reason, needs, contradiction, blocked_by }: Objection): string =>
  [
    reason,
    ...(contradiction === null
      ? []
      : [`contradiction: ${contradicted(contradiction)}`, `against: ${contradiction.sentence}`]),
    ...(blocked_by.length === 0 ? [] : [`blocked by: ${blocked_by.join(", ")}`]),
    ...(needs.length === 0 ? [] : [`needs: ${needs.join(", ")}`]),
  ].join("\n");
