import { createRequire } from "node:module";

const { Ajv2020 } = createRequire(new URL("../../../contract/package.json", import.meta.url))("ajv/dist/2020.js");

const text = { type: "string" };
const closed = (properties: object, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object) => ({ type: "array", items });
const message = closed({ text: { type: "string", minLength: 1 } }, ["text"]);
const level = { enum: ["none", "note", "warning", "error"] };
const counted = { type: "integer", minimum: 1 };

/**
 * What SARIF 2.1.0 (OASIS, sections 3.13 to 3.52) says of the parts of a log that we write. Everything else is refused,
 * so that whoever writes a new part looks it up.
 */
const LOG = closed(
  {
    $schema: { const: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json" },
    version: { const: "2.1.0" },
    runs: list(
      closed(
        {
          tool: closed(
            {
              driver: closed(
                {
                  name: text,
                  version: text,
                  semanticVersion: text,
                  rules: {
                    ...list(
                      closed(
                        {
                          id: text,
                          shortDescription: message,
                          help: message,
                          defaultConfiguration: closed({ level }),
                        },
                        ["id"],
                      ),
                    ),
                    uniqueItems: true,
                  },
                },
                ["name"],
              ),
            },
            ["driver"],
          ),
          invocations: list(
            closed(
              {
                executionSuccessful: { type: "boolean" },
                exitCode: { type: "integer" },
                toolExecutionNotifications: list(
                  closed({ level, descriptor: closed({ id: text }, ["id"]), message }, ["message"]),
                ),
              },
              ["executionSuccessful"],
            ),
          ),
          originalUriBaseIds: { type: "object", additionalProperties: closed({ description: message }) },
          columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
          results: list(
            closed(
              {
                ruleId: text,
                ruleIndex: { type: "integer", minimum: 0 },
                level,
                message,
                locations: list(
                  closed({
                    physicalLocation: closed({
                      artifactLocation: closed({
                        uri: { type: "string", pattern: "^(?:[\\w.~!*'()/-]|%[0-9A-F]{2})*$" },
                        uriBaseId: { const: "%SRCROOT%" },
                      }),
                      region: closed({
                        startLine: counted,
                        startColumn: counted,
                        endLine: counted,
                        endColumn: counted,
                      }),
                    }),
                    logicalLocations: list(closed({ name: text, fullyQualifiedName: text })),
                  }),
                ),
              },
              ["message"],
            ),
          ),
        },
        ["tool"],
      ),
    ),
  },
  ["version", "runs"],
);

const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(LOG);

/** What is wrong with a log by SARIF's schema, and beyond it: each result's rule is the one that its index names. */
export const sarifFaults = (log: unknown): readonly unknown[] => {
  if (!validate(log)) return validate.errors;
  const [run] = (
    log as {
      runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[];
    }
  ).runs;
  return run?.results.filter(({ ruleId, ruleIndex }) => run.tool.driver.rules[ruleIndex]?.id !== ruleId) ?? ["no run"];
};
