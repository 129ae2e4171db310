import { VERIFY_SCRIPT } from "@llmch/languages";
import type { OrderReading } from "./order-reading.ts";

/** The order that makes the verify script and nothing else. A repo that has the script does not need it (contract §4). */
export const isVerifyScriptOrder = ({ allowedFiles }: OrderReading): boolean =>
  allowedFiles.length === 1 && allowedFiles[0]?.path === VERIFY_SCRIPT;
