import type { Diagnostic } from "@llmch/contract";
import type { ConditionReading } from "../order-reading.ts";
import type { PlanFiles } from "../plan-files.ts";
import { quote } from "../quote.ts";

/** At the end of the plan, every file that the verify contract requires exists. */
export const unmetContract = (requirements: readonly ConditionReading[], files: PlanFiles): readonly Diagnostic[] =>
  requirements
    .filter(({ kind, path }) => kind === "file_exists" && !files.has(path))
    .map(({ path, pointer }) => ({
      code: "E106",
      wo_id: null,
      field: "verify_contract",
      message: `\`verify_contract\` requires ${quote(path)}, and neither the repo nor an order gives it`,
      pointer: `${pointer}/path`,
    }));
