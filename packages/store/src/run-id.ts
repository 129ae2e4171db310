import { ulidTime } from "@llmch/files";
import { monotonicFactory } from "ulid";

const next = monotonicFactory();

/** A new run's ULID. Those of one process sort in the order in which they were made. */
export const newRunId = (): string => next(ulidTime());
