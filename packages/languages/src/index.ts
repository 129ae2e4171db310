export { ciChecks, isWorkflow } from "./checks/ci-checks.ts";
export { distinctChecks, localChecks } from "./checks/distinct-checks.ts";
export { FORMATTER_TEXTS, formattersOf, type OfferedFix } from "./checks/formatters-of.ts";
export { callsScripts, decidesVerification } from "./deciding-files.ts";
export { ecosystemHints } from "./ecosystem-hints.ts";
export { type EndedCommand, environmentFault } from "./environment/environment-fault.ts";
export { PYTHON_PATH_FILES, pythonOrigin, pythonOriginQuestion, setsPythonPath } from "./environment/python-origin.ts";
export { readOnlyFolder } from "./environment/read-only-folder.ts";
export { unreachedRegistry } from "./environment/unreached-registry.ts";
export * from "./failures/failure-mark.ts";
export { failureText, isFailureText } from "./failures/failure-text.ts";
export { failuresIn } from "./failures/failures-in.ts";
export { withoutPasses } from "./failures/fault-lines.ts";
export { tellingLines, withoutFrames } from "./failures/telling-lines.ts";
export { type TestsRun, testsRun } from "./failures/tests-run.ts";
export { toldLines } from "./failures/told-lines.ts";
export { MAX_ARGUMENT_LENGTH } from "./inline/argument-length.ts";
export { isPython, isShell, programName } from "./inline/program-name.ts";
export { pythonProgram } from "./inline/python-program.ts";
export { pythonRoots } from "./inline/python-roots.ts";
export * from "./knowledge.ts";
export { isManifest, nearestManifest } from "./nearest-manifest.ts";
export type * from "./outline.ts";
export { type Place, placeIn, type Tree } from "./place.ts";
export {
  command,
  type ImportedFiles,
  type InlineProgram,
  type LanguageProfile,
  profile,
  type Setup,
  type VerifyCommand,
} from "./profile.ts";
export { PROFILES, profileNamed } from "./profiles.ts";
export { isProgramFile } from "./program-file.ts";
export { makesFiles, someTests, type WantedTests } from "./some-tests.ts";
export type { ImportedName, SyntaxFault, SyntaxReader, SyntaxReaders } from "./syntax-reader.ts";
export { type TestCases, testCases } from "./test-cases.ts";
export * from "./verification.ts";
