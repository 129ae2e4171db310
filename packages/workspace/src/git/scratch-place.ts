/** The scratch repo's name in its temporary folder. */
export const SCRATCH = "scratch";
