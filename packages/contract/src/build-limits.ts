/** The most milestones of a scope. */
export const MOST_MILESTONES = 12;
/** The most notes that a window hands on, and the most characters of each. */
export const MOST_NOTES = 10;
export const NOTE_CHARACTERS = 120;

/** How a build may stand. */
export const ASSESSMENTS = ["on_course", "adjust", "complete", "rescope", "stop"] as const;
