import { acceptBy, node, orderOf, python } from "./edits.mjs";

const accepted = (kind, codes, run) => (name, plan, order, command) => ({
  name,
  kind,
  plan,
  order,
  codes,
  run,
  change: (m) => acceptBy(orderOf(m, order), command),
});

const trueBefore = accepted("acceptance true before", ["W221"], true);
const prints = accepted("acceptance only prints", ["W204", "W224"], false);
const ownTests = accepted("acceptance runs only the order's own tests", ["W224"], false);
const greps = accepted("acceptance only greps", ["W224"], false);

/** Acceptance that passes for a stub, or for nothing at all. */
export const WEAK_ACCEPTANCE = [
  trueBefore("what stands in the README", "wordlist", "WO-02", 'grep -q "node src/cli.js" README.md'),
  trueBefore(
    "rows that were right all along",
    "csvtidy",
    "WO-01",
    python('from csvtidy.tidy import tidy\nassert tidy([["a", "b"], ["1"]]) == [["a", "b"], ["1", ""]]'),
  ),
  trueBefore("a README that is there", "evenly", "WO-01", "test -f README.md"),
  trueBefore(
    "the module that the order builds on",
    "wordlist",
    "WO-01",
    node('import { countWords } from "./src/count.js"; if (countWords("a a")[0].count !== 2) process.exit(1)'),
  ),
  prints(
    "shares on the console",
    "evenly",
    "WO-04",
    node('import { splitEvenly } from "./src/balances.js"; console.log(splitEvenly(1000, 3))'),
  ),
  prints("the program's output", "freeslots", "WO-05", "python -m freeslots examples/monday.txt"),
  prints("a receipt", "parkfee", "WO-05", "node src/cli.js 2026-03-06T08:10 2026-03-06T10:05 --card resident"),
  prints(
    "anchors on the console",
    "linkcheck",
    "WO-03",
    python('from linkcheck.headings import anchors\nprint(sorted(anchors("# On Windows")))'),
  ),
  ownTests("node --test", "evenly", "WO-05", "node --test test/settlement.test.js"),
  ownTests("unittest by module", "linkcheck", "WO-02", "python -m unittest tests.test_links"),
  ownTests("go test", "roman", "WO-02", "go test ./numeral"),
  ownTests("cargo test", "spans", "WO-03", "cargo test --quiet --test total"),
  greps("a message in the source", "roman", "WO-03", 'grep -q "must be a whole number" cmd/roman/main.go'),
];
