import { VERIFY_SCRIPT } from "@llmch/languages";
import type { OrderReading } from "./order-reading.ts";

/** True for an order that only makes the verify script. A repo that has the script does not need it (contract §4). */
export const isVerifyScriptOrder = ({ allowedFiles }: OrderReading): boolean =>
  allowedFiles.length === 1 && allowedFiles[0]?.path === VERIFY_SCRIPT;
