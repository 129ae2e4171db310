import { killRunningPrograms } from "@llmch/process/running";

/** Ends every program that operations have started, with what it started itself: the last act of a process that exits. */
export const endPrograms = (): void => killRunningPrograms();
