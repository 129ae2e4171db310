import { profile } from "../profile.ts";

const TEST_NAMES = /_test\.(?:rb|dart)$|_spec\.rb$|(?:Test|Tests|IT|Spec)\.(?:cs|php)$/;
const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec)\//;
/** Languages whose tests are told by their folder; what else lies there may be data and help for them. */
const SOURCE = /\.(?:exs|php|lua|pl|t)$/;
const HELP = /helper|fixture|util|support|setup|mock|common|data/i;

/** What is known of a repo of any other kind: nothing verifies it by itself. Recognised only where a setting names it. */
export const generic = profile({
  name: "generic",
  recognise: () => null,
  isTest: (path) => TEST_NAMES.test(path) || (TEST_FOLDER.test(path) && SOURCE.test(path) && !HELP.test(path)),
});
