#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { computeBalances } from "./balances.js";
import { LedgerError, parseLedger } from "./ledger.js";
import { formatReport } from "./report.js";
import { settle } from "./settlement.js";

process.exitCode = await main(process.argv.slice(2));

/** Prints the report of one ledger file; returns the exit code. */
async function main(args) {
  const [path] = args;
  if (path === undefined || args.length > 1) return fail(2, "usage: evenly LEDGER-FILE");
  let text;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return fail(1, `evenly: cannot read ${path}`);
  }
  try {
    const ledger = parseLedger(text);
    const balances = computeBalances(ledger);
    process.stdout.write(formatReport(ledger, balances, settle(balances)));
    return 0;
  } catch (error) {
    if (error instanceof LedgerError) return fail(1, `evenly: ${error.message}`);
    throw error;
  }
}

function fail(code, message) {
  process.stderr.write(`${message}\n`);
  return code;
}
