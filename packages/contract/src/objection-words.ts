/** What a model is told of an objection's members, by the schema of an answer as by the tool that objects. */
export const OBJECTION_WORDS = {
  needs: "Files to be shown: a path, or path:symbol.",
  command: "The acceptance command, copied; or null.",
  condition: "Or the condition, copied; or null.",
  sentence: "The sentence of the order that it contradicts.",
  blockedBy: "Files outside those that may be written that would have to change.",
} as const;
