/** The members of a work order, in the order in which llmch writes them (contract §2 and §9). */
export const ORDER_MEMBERS: readonly string[] = [
  ...["id", "title", "intent", "preconditions", "postconditions", "allowed_files", "forbidden", "acceptance_commands"],
  ...["context_files", "notes", "fulfils", "depends_on", "already_true_because", "derive", "ticks"],
  ...["checks", "verify_exempt", "provenance"],
];
