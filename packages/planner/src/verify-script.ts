import { VERIFY_SCRIPT } from "@llmch/languages";
import type { OrderReading } from "./order-reading.ts";

/** The order that makes the verify script and nothing else: needless in a repo that has it (contract §4). */
export const isVerifyScriptOrder = ({ allowedFiles }: OrderReading): boolean =>
  allowedFiles.length === 1 && allowedFiles[0]?.path === VERIFY_SCRIPT;
