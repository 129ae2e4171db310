// Loaded before a program, sends it a signal in one of the turns of its event loop in which it works with files or starts a program.
// INTERRUPT holds the turn's number, counted from 1, the signal, and a file: there it writes the turn's first call at once, and at its
// exit how many turns there were and how many milliseconds the signal came before.
import { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";

const [turn, signal, file] = process.env.INTERRUPT.split(" ");
// Nothing that it starts is interrupted by itself.
for (const name of ["INTERRUPT", "NODE_OPTIONS"]) delete process.env[name];

const files = process.binding("fs");
let turns = 0;
let isCounted = true;
let struck = null;

const count = (call, target) => {
  if (isCounted) return;
  isCounted = true;
  setImmediate(() => {
    isCounted = false;
  }).unref();
  turns += 1;
  if (turns !== Number(turn)) return;
  struck = { call: `${call} ${typeof target === "string" ? target : ""}`, at: performance.now() };
  writeFileSync(file, JSON.stringify({ call: struck.call }));
  // Ctrl-C reaches every process of the terminal.
  process.kill(signal === "SIGINT" ? -process.pid : process.pid, signal);
};

for (const [name, call] of Object.entries(files)) {
  if (typeof call !== "function" || /^[A-Z]|^internal|^legacy|^getFormat/.test(name)) continue;
  files[name] = (...args) => {
    count(name, args[0]);
    return call(...args);
  };
}
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  count("spawn", options.args?.join(" "));
  return spawn.call(this, options);
};
process.once("exit", () => {
  isCounted = true;
  const ms = struck === null ? null : performance.now() - struck.at;
  writeFileSync(file, JSON.stringify({ call: struck?.call ?? null, turns, ms }));
});
setImmediate(() => {
  isCounted = false;
}).unref();
