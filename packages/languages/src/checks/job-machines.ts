import { isJsonObject, type JsonObject, type JsonValue, member } from "@llmch/text";

const OTHER_SYSTEM = /windows|macos/i;
const namesOthersAlone = (text: string): boolean => OTHER_SYSTEM.test(text) && !/linux|ubuntu/i.test(text);

/** True if a job of a workflow only runs on Windows or macOS, by its own word or by all machines of its matrix. */
export const runsElsewhere = (job: JsonObject): boolean => {
  const runner = JSON.stringify(member(job, "runs-on") ?? "");
  if (namesOthersAlone(runner)) return true;
  const [, name] = /\$\{\{\s*matrix\.([\w.-]+)\s*\}\}/.exec(runner) ?? [];
  const machines = name === undefined ? [] : matrixValues(job, name.split("."));
  return machines.length > 0 && machines.every((machine) => OTHER_SYSTEM.test(JSON.stringify(machine)));
};

/** True if each alternative of a condition picks such a machine, as `runner.os == 'Windows'`. */
export const picksElsewhere = (condition: string): boolean =>
  // Alternatives in parentheses are not told apart.
  /\([^()]*\|\|/.test(condition)
    ? isElsewhere(condition)
    : condition.split("||").every((each) => each.split("&&").some((term) => isElsewhere(term) || isNotLinux(term)));

const isElsewhere = (term: string): boolean => namesOthersAlone(term) && !term.includes("!");
const isNotLinux = (term: string): boolean => /^\s*runner\.os\s*!=\s*'Linux'\s*$/i.test(term);

/** The values that a job's matrix gives a variable; none if they are computed. */
const matrixValues = (job: JsonObject, [first = "", ...rest]: readonly string[]): readonly JsonValue[] => {
  const strategy = member(job, "strategy");
  const matrix = isJsonObject(strategy) ? member(strategy, "matrix") : undefined;
  if (!isJsonObject(matrix)) return [];
  const added = listIn(matrix, "include").flatMap((each) => (isJsonObject(each) ? valueAt(each, [first]) : []));
  return [...listIn(matrix, first), ...added].flatMap((value) => valueAt(value, rest));
};

const listIn = (object: JsonObject, name: string): readonly JsonValue[] => {
  const list = member(object, name);
  return Array.isArray(list) ? list : [];
};

const valueAt = (value: JsonValue, path: readonly string[]): readonly JsonValue[] => {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  const inner = isJsonObject(value) ? member(value, name) : undefined;
  return inner === undefined ? [] : valueAt(inner, rest);
};
