// Which of a demo's artifacts are worth reading: why a plan was refused, why an attempt failed, where a build changed its course.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The runs that commits came from, by their trailers: `planner/<run>`, then `factory/<run>` for each order. */
export const runsOf = (messages) => {
  const idsOf = (trailer) => [...messages.matchAll(new RegExp(`^${trailer}: (\\S+)$`, "gm"))].map(([, id]) => id);
  return [
    ...new Set(idsOf("Llmch-Plan").map((id) => `planner/${id}`)),
    ...idsOf("Llmch-Run").map((id) => `factory/${id}`),
  ];
};

/** Pairs of a path and what it shows, for the given runs below an artifacts root. */
export const whereToLook = (root, runs) =>
  runs.flatMap((run) => (run.startsWith("planner/") ? refusedPlans(root, run) : failedAttempts(root, run)));

/** Pairs of a path and what it shows, for the newest build below an artifacts root. */
export const whereToLookInBuild = (root) => {
  const builds = join(root, "build");
  const build = join(builds, readdirSync(builds).sort().at(-1));
  const documents = (folder) =>
    namesIn(join(build, folder), /^\d+\.json$/).map((name) => [
      join(build, folder, name),
      readJson(join(build, folder, name)),
    ]);
  const windows = documents("windows").flatMap(([path, { window, changes, abort }]) => [
    ...changes
      .filter(({ now }) => now === null)
      .slice(0, 1)
      .map(({ why }) => [path, `window ${window} drops a note: ${why}`]),
    ...(abort === null ? [] : [[path, `window ${window} gives ${abort.order} up: ${abort.reason}`]]),
  ]);
  const assessments = documents("assessments").map(([path, { verdict, reasons }]) => [
    path,
    `${verdict}: ${reasons[0].text}`,
  ]);
  return [
    [build, "the build: its journal, its documents, and the names of the runs that it made"],
    [join(build, "scope.json"), "what it was to achieve, and its milestones as they are now"],
    ...windows,
    ...assessments.filter(([, what]) => !what.startsWith("complete")),
  ];
};

const refusedPlans = (root, run) => {
  const compile = join(root, run, "compile");
  return namesIn(compile, /^validation_errors_attempt_\d+\.json$/).flatMap((name) => {
    const codes = [...new Set(readJson(join(compile, name)).map((error) => error.code))];
    return codes.length === 0 ? [] : [[join(compile, name), `plan ${numberIn(name)} was refused: ${codes.join(", ")}`]];
  });
};

const failedAttempts = (root, run) =>
  namesIn(join(root, run), /^attempt_\d+$/).flatMap((name) => {
    const path = join(root, run, name, "failure_brief.json");
    if (!existsSync(path)) return [];
    const order = readJson(join(root, run, "work_order.json")).id;
    return [[path, `${order}, attempt ${numberIn(name)} failed: ${readJson(path).stage}`]];
  });

const namesIn = (directory, pattern) =>
  existsSync(directory)
    ? readdirSync(directory)
        .filter((name) => pattern.test(name))
        .sort((a, b) => numberIn(a) - numberIn(b))
    : [];

const numberIn = (name) => Number(/\d+/.exec(name));
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
