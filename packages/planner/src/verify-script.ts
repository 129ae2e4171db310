import type { OrderReading } from "./order-reading.ts";

/** The script that verifies a whole repo where it is there (contract §5). */
export const VERIFY_SCRIPT = "scripts/verify.sh";

/** The order that makes the verify script and nothing else: needless in a repo that has it (contract §4). */
export const isVerifyScriptOrder = ({ allowedFiles }: OrderReading): boolean =>
  allowedFiles.length === 1 && allowedFiles[0] === VERIFY_SCRIPT;
