// A process that races for locks. On `take FOLDER BRANCH AT`, it asks for the lock at that time (milliseconds of the wall clock,
// which all racers share) and prints `won`, `took over` or why not. On `give`, it releases the lock.
import { createInterface } from "node:readline";
import { acquireLock, type Lock } from "@llmch/workspace";

let held: Lock | null = null;
const say = (word: string) => process.stdout.write(`${word}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const [order, commonDir = "", branch = "", at = ""] = line.split("\t");
  if (order === "give") {
    held?.release();
    held = null;
    say("given");
    continue;
  }
  while (Date.now() < Number(at)) {
    // No racer may be late.
  }
  const taken = acquireLock({ commonDir }, branch, { run: String(process.pid) });
  held = taken.ok ? taken.value : null;
  say(held === null ? (taken.ok ? "" : taken.issues[0].code) : held.takenOverFrom === null ? "won" : "took over");
}
