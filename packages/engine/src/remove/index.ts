export { carryOutDiscard, type Discard, findDiscard } from "./discard.ts";
export { carryOutPrune, findPrunable, type Prunable, type Prune } from "./prune.ts";
