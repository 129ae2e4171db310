const TEST_NAMES: readonly RegExp[] = [
  /^test_.*\.py$/,
  /_test\.(?:py|go|rb|exs|dart|cc|cpp|c|rs)$/,
  /[._-](?:test|spec)\.[cm]?[jt]sx?$/,
  /^test\.[cm]?[jt]sx?$/,
  /_spec\.rb$/,
  /(?:Test|Tests|IT|Spec)\.(?:java|kt|scala|groovy|cs|swift|php)$/,
];
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec)\//;
/** Languages whose tests are told by their folder; what else lies there may be data and help for them. */
const SOURCE = /\.(?:[cm]?[jt]sx?|rs|exs|php|sh|bats|lua|pl|t)$/;

const HELP = /helper|fixture|util|support|setup|mock|common|data/i;

/** True for a file of tests, as far as its name and folder tell: what test runners find by themselves. */
export const isTestFile = (path: string): boolean => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (TEST_NAMES.some((pattern) => pattern.test(name))) return true;
  return TEST_FOLDER.test(path) && SOURCE.test(name) && !HELP.test(path);
};
