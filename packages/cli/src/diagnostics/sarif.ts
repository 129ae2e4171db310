import type { Diagnostic } from "@llmch/app";
import type { Located } from "@llmch/app/locate";
import { meaningOf } from "@llmch/story";
import { harmlessJson, sarifText } from "@llmch/text";
import type { DrawnOutcome } from "../outcome.ts";
import { countsAsError, faultText } from "./fault-text.ts";
import { type RelativePath, relativePath } from "./relative-path.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/**
 * A command's outcome as a SARIF 2.1.0 log: one result per diagnostic, and a notification for each fault that kept the command from
 * judging. It holds no time and no absolute path: the same plan gives the same bytes everywhere.
 */
export const sarifLog = (
  outcome: DrawnOutcome,
  { version, cwd }: { readonly version: string; readonly cwd: string },
): string => {
  const located = outcome.located ?? [];
  const codes = [...new Set(located.map(({ diagnostic }) => diagnostic.code))].sort();
  const isError = countsAsError(outcome);
  const faults = (outcome.errors ?? []).filter((error) => !("wo_id" in error));
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "llmch", version, semanticVersion: version, rules: codes.map(rule) } },
        invocations: [
          {
            executionSuccessful: faults.length === 0,
            exitCode: outcome.exitCode,
            toolExecutionNotifications: faults.map((fault) => ({
              level: "error",
              descriptor: { id: fault.code },
              message: { text: sarifText(faultText(fault, cwd)) },
            })),
          },
        ],
        originalUriBaseIds: { [BASE]: { description: { text: "The directory that llmch was called in." } } },
        columnKind: "utf16CodeUnits",
        results: located.map((found) => result(found, isError(found.diagnostic) ? "error" : "warning", codes, cwd)),
      },
    ],
  };
  return `${harmlessJson(JSON.stringify(log, null, 2))}\n`;
};

const BASE = "%SRCROOT%";

const usualLevel = (code: Diagnostic["code"]) => (code.startsWith("E") ? "error" : "warning");

const rule = (code: Diagnostic["code"]) => {
  const { title, hint } = meaningOf(code);
  return {
    id: code,
    shortDescription: { text: title },
    help: { text: `${hint} (\`llmch explain ${code}\` explains it)` },
    defaultConfiguration: { level: usualLevel(code) },
  };
};

const result = (
  { diagnostic, place }: Located,
  level: "error" | "warning",
  codes: readonly Diagnostic["code"][],
  cwd: string,
) => {
  const { code, wo_id, field, message } = diagnostic;
  const logical = [wo_id, field].filter((name) => name !== null && name !== "").join("/");
  const location = {
    ...(place === null ? {} : { physicalLocation: physical(place, cwd) }),
    ...(logical === "" ? {} : { logicalLocations: [{ name: wo_id ?? field, fullyQualifiedName: logical }] }),
  };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level,
    message: { text: sarifText(message) },
    ...(Object.keys(location).length === 0 ? {} : { locations: [location] }),
  };
};

const physical = ({ path, region }: NonNullable<Located["place"]>, cwd: string) => ({
  artifactLocation: artifact(relativePath(path, cwd)),
  ...(region === null
    ? {}
    : {
        region: {
          startLine: region.line,
          startColumn: region.column,
          endLine: region.line,
          endColumn: region.endColumn,
        },
      }),
});

const artifact = ({ path, isBelow }: RelativePath) => ({
  uri: path.split("/").map(encoded).join("/"),
  ...(isBelow ? { uriBaseId: BASE } : {}),
});

/** Encodes a path segment; a lone surrogate cannot be part of a URI. */
const encoded = (segment: string): string => encodeURIComponent(segment.replace(/\p{Cs}/gu, "\ufffd"));
