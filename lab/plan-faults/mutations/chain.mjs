import { acceptBy, orderOf, python } from "./edits.mjs";

const exists = (path) => ({ kind: "file_exists", path });

/** Faults of a plan's form and order, as models make them. */
export const BROKEN_CHAINS = [
  {
    name: "the ledger comes before money",
    kind: "wrong dependency order",
    plan: "evenly",
    order: "WO-02",
    codes: ["E101"],
    change: (m) => {
      const [, money, ledger] = m.work_orders;
      m.work_orders.splice(1, 2, { ...ledger, id: "WO-02" }, { ...money, id: "WO-03" });
    },
  },
  {
    name: "two orders write the package's file",
    kind: "file written by two unordered orders",
    plan: "freeslots",
    order: "WO-04",
    codes: ["W206"],
    change: (m) => {
      const [third, fourth] = ["WO-03", "WO-04"].map((id) => orderOf(m, id));
      for (const order of [third, fourth]) {
        order.allowed_files.push("freeslots/shared.py");
        order.postconditions.push(exists("freeslots/shared.py"));
      }
      third.preconditions.push({ kind: "file_absent", path: "freeslots/shared.py" });
    },
  },
  {
    name: "a file that is to be there and away",
    kind: "contradictory conditions",
    plan: "whocan",
    order: "WO-03",
    codes: ["E102", "E203"],
    change: (m) => orderOf(m, "WO-03").preconditions.push(exists("src/decide.js")),
  },
  {
    name: "the test file is forgotten",
    kind: "postcondition missing",
    plan: "linkcheck",
    order: "WO-03",
    codes: ["E104"],
    change: (m) => orderOf(m, "WO-03").postconditions.pop(),
  },
  {
    name: "a path with a slip",
    kind: "wrong path",
    plan: "parkfee",
    order: "WO-04",
    codes: ["E101"],
    change: (m) => {
      orderOf(m, "WO-04").preconditions[1].path = "src/tarif.js";
    },
  },
  {
    name: "a module that nobody writes",
    kind: "import of what nothing gives",
    plan: "freeslots",
    order: "WO-04",
    codes: ["W101"],
    change: (m) =>
      acceptBy(orderOf(m, "WO-04"), python("from freeslots.conflicts import collisions\nassert collisions([]) == []")),
  },
  {
    name: "a pipe",
    kind: "shell operator",
    plan: "whocan",
    order: "WO-04",
    codes: ["E003"],
    change: (m) => acceptBy(orderOf(m, "WO-04"), 'node src/cli.js examples/team.txt dev write / | grep -q "no"'),
  },
  {
    name: "a loop behind a semicolon",
    kind: "program that does not parse",
    plan: "linkcheck",
    order: "WO-03",
    codes: ["E006"],
    change: (m) =>
      acceptBy(
        orderOf(m, "WO-03"),
        python('from linkcheck.headings import anchors; for text in ["# A"]: assert anchors(text) == {"a"}'),
      ),
  },
];
