import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { Ajv } = createRequire(new URL("../../../contract/package.json", import.meta.url))("ajv");
const schemaFile = new URL(
  "../../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
  import.meta.url,
);

/** The published schema of SARIF 2.1.0. Its `$schema` and `id` belong to a draft that ajv does not know. */
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile, "utf8"));

const validate = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false, validateFormats: false }).compile(
  schema,
);

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number }[];
}

/** The faults of a log by SARIF's own schema; and beyond it, results whose rule is not the one at their index. */
export const sarifFaults = (log: { readonly runs: readonly Run[] }): readonly unknown[] => {
  if (!validate(log)) return validate.errors;
  const [run] = log.runs;
  return run?.results.filter(({ ruleId, ruleIndex }) => run.tool.driver.rules[ruleIndex]?.id !== ruleId) ?? ["no run"];
};
