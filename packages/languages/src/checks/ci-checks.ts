import { isJsonObject, type JsonObject, type JsonValue, member } from "@llmch/text";
import { checkCommands } from "./check-command.ts";
import { picksElsewhere, runsElsewhere } from "./job-machines.ts";

/** True for a GitHub workflow that checks changes, going by its path. */
export const isWorkflow = (path: string): boolean =>
  /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) && !OF_RELEASES.test(path);

const OF_RELEASES = /release|publish|deploy|pages|nightly|cron|stale|labeler|codeql|scorecard/i;

/**
 * The commands with which a CI's workflows check each change, in order, each once: those that need no secret, no matrix variable and no
 * folder other than the root. Returns only commands that appear in a workflow.
 */
export const ciChecks = (workflows: readonly JsonValue[]): readonly string[] => [
  ...new Set(workflows.filter(isJsonObject).filter(isOfChanges).flatMap(jobsOf).flatMap(stepsOf).flatMap(commandsOf)),
];

/** True for the text of what runs tests in the browsers of a service, with an account there. */
export const runsInCloud = (text: string): boolean =>
  /browser-?stack|\bsauce(?:-?(?:labs|connect|ctl))?\b|lambda-?test|testing-?bot|applitools|\bpercy\b|chromatic|cloud[\w.-]*\.(?:config|conf)\.[cm]?[jt]s/i.test(
    text,
  );

/** True if it runs for pushes or pull requests, not only on a schedule or by hand. */
const isOfChanges = (workflow: JsonObject): boolean => {
  const on = member(workflow, "on");
  const events = isJsonObject(on) ? Object.keys(on) : [on].flat();
  return events.some((event) => event === "push" || event === "pull_request" || event === "merge_group");
};

interface Level {
  readonly of: JsonObject;
  /** The enclosing levels, the workflow first. */
  readonly within: readonly JsonObject[];
}

const jobsOf = (workflow: JsonObject): readonly Level[] => {
  const jobs = member(workflow, "jobs");
  return Object.entries(isJsonObject(jobs) ? jobs : {}).flatMap(([name, job]): readonly Level[] => {
    if (!isJsonObject(job) || OF_RELEASES.test(name) || member(job, "environment") !== undefined) return [];
    const isElsewhere = runsElsewhere(job) || runsInCloud(JSON.stringify(job));
    return isElsewhere || !isUnconditional(job) ? [] : [{ of: job, within: [workflow] }];
  });
};

const stepsOf = ({ of, within }: Level): readonly Level[] => {
  const steps = member(of, "steps");
  return (Array.isArray(steps) ? steps : []).flatMap((step: JsonValue): readonly Level[] =>
    isJsonObject(step) && isUnconditional(step) ? [{ of: step, within: [...within, of] }] : [],
  );
};

/** A condition that only picks a machine of the matrix, of a known system, does not restrict the command. */
const isUnconditional = (level: JsonObject): boolean => {
  const condition = member(level, "if");
  if (member(level, "continue-on-error") === true) return false;
  return (
    condition === undefined || (typeof condition === "string" && /^[^$]*$/.test(condition) && isOfMatrix(condition))
  );
};

const isOfMatrix = (condition: string): boolean =>
  /\b(?:matrix|runner)\./.test(condition) &&
  !picksElsewhere(condition) &&
  !/\b(?:github|secrets|inputs|needs|vars|env)\b/.test(condition);

const commandsOf = ({ of: step, within }: Level): readonly string[] => {
  const run = member(step, "run");
  const levels = [...within, step];
  const folder = levels.flatMap((level) => [member(step, "working-directory"), defaultOf(level, "working-directory")]);
  const shell = [member(step, "shell"), ...levels.map((level) => defaultOf(level, "shell"))];
  const isElsewhere = folder.some((each) => each !== undefined && each !== "." && each !== "./");
  const isOtherShell = shell.some((each) => each !== undefined && !/^(?:ba)?sh\b/.test(String(each)));
  if (typeof run !== "string" || isElsewhere || isOtherShell || levels.some(hasSecrets)) return [];
  const lines = run.split(/\r?\n/).map((line) => line.trim());
  // A continued line, or one within a block, means nothing by itself.
  const isScript = lines.some((line) => /\\$|^(?:if|for|while|case|function)\b|\bthen$|<</.test(line));
  return isScript ? [] : lines.flatMap(checkCommands);
};

const defaultOf = (level: JsonObject, name: string): JsonValue | undefined => {
  const defaults = member(level, "defaults");
  const run = isJsonObject(defaults) ? member(defaults, "run") : undefined;
  return isJsonObject(run) ? member(run, name) : undefined;
};

const hasSecrets = (level: JsonObject): boolean => /\bsecrets\b/.test(JSON.stringify(member(level, "env") ?? ""));
