import { randomBytes } from "node:crypto";

const NAME = /^llmch-[0-9a-f]{12}$/;

/**
 * A name for a folder that commands keep temporary files in. It is short, unlike an owned one: tools put sockets there, whose paths may
 * have about a hundred bytes.
 */
export const newOwnTemporaryName = (): string => `llmch-${randomBytes(6).toString("hex")}`;

/** True for a name that `newOwnTemporaryName` makes. */
export const isOwnTemporaryName = (name: string): boolean => NAME.test(name);
