/** Where a scratch repo lies in its temporary folder. */
export const SCRATCH = "scratch";
