import { randomBytes } from "node:crypto";

const NAME = /^llmch-[0-9a-f]{12}$/;

/**
 * A name for a folder with commands' temporary files. It is shorter than an owned name: tools put sockets there, whose paths are limited to
 * about a hundred bytes.
 */
export const newOwnTemporaryName = (): string => `llmch-${randomBytes(6).toString("hex")}`;

/** True for a name from `newOwnTemporaryName`. */
export const isOwnTemporaryName = (name: string): boolean => NAME.test(name);
