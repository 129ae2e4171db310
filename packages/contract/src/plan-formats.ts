/** The tools whose plans can be a spec. */
export const PLAN_FORMATS = ["spec-kit", "openspec", "kiro", "gsd", "bmad"] as const;

export type PlanFormat = (typeof PLAN_FORMATS)[number];

/** The box of an item that is not done. */
export const OPEN_BOX = "[ ]";
