import { parseAmount } from "./money.js";

/** A ledger that cannot be understood. The message starts with the line's number. */
export class LedgerError extends Error {
  constructor(line, problem) {
    super(`line ${line}: ${problem}`);
    this.name = "LedgerError";
    this.line = line;
  }
}

const TRIP = /^trip:\s*(.+)$/;
const PEOPLE = /^people:\s*(.+)$/;
const NAME = /^\p{L}[\p{L}\p{N}-]*$/u;
const EXPENSE = /^(\S+) paid (\S+) for (.+?)(?: \(only (.+)\))?$/;

/**
 * Reads the text of a ledger.
 *
 * @returns {{ title: string, people: string[], expenses: { payer: string, cents: number, what: string, sharers: string[] }[] }}
 * @throws {LedgerError} at the first line that breaks a rule
 */
export function parseLedger(text) {
  const [trip = { line: 1, text: "" }, group = { line: trip.line + 1, text: "" }, ...rest] = entriesOf(text);
  const title = TRIP.exec(trip.text)?.[1];
  if (title === undefined) throw new LedgerError(trip.line, 'expected "trip: TITLE"');
  const people = parsePeople(group);
  return { title, people, expenses: rest.map((entry) => parseExpense(entry, people)) };
}

function entriesOf(text) {
  return text
    .split("\n")
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((entry) => entry.text !== "" && !entry.text.startsWith("#"));
}

function parsePeople({ line, text }) {
  const list = PEOPLE.exec(text)?.[1];
  if (list === undefined) throw new LedgerError(line, 'expected "people: NAME, NAME, ..."');
  const people = parseNames(line, list);
  const invalid = people.find((name) => !NAME.test(name));
  if (invalid !== undefined) throw new LedgerError(line, `invalid name "${invalid}"`);
  if (people.length < 2) throw new LedgerError(line, "at least two people are needed");
  return people;
}

function parseExpense({ line, text }, people) {
  const match = EXPENSE.exec(text);
  if (match === null) throw new LedgerError(line, `cannot understand "${text}"`);
  const [, payer, amount, what, only] = match;
  const named = only === undefined ? people : parseNames(line, only);
  const stranger = [payer, ...named].find((name) => !people.includes(name));
  if (stranger !== undefined) throw new LedgerError(line, `unknown person "${stranger}"`);
  const cents = parseAmount(amount);
  if (cents === null || cents === 0) throw new LedgerError(line, `invalid amount "${amount}"`);
  return { payer, cents, what, sharers: people.filter((name) => named.includes(name)) };
}

function parseNames(line, list) {
  const names = list.split(",").map((name) => name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new LedgerError(line, `"${repeated}" stands twice`);
  return names;
}
