import { profile } from "../profile.ts";

const TEST_NAMES = /_test\.(?:rb|dart)$|_spec\.rb$|(?:Test|Tests|IT|Spec)\.(?:cs|php)$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec)\//;
/** Languages whose tests are recognised only by their folder. Other files there may be data or support for the tests. */
const SOURCE = /\.(?:exs|php|lua|pl|t)$/;
const HELP = /helper|fixture|util|support|setup|mock|common|data/i;

/** A repo of any other kind, without a default verification. Only a setting selects it. */
export const generic = profile({
  name: "generic",
  recognise: () => null,
  isTest: (path) => TEST_NAMES.test(path) || (TEST_FOLDER.test(path) && SOURCE.test(path) && !HELP.test(path)),
});
