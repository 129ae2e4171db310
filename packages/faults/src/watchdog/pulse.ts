/**
 * Loaded before llmch's own code: measures how long its main thread works between two turns of the event loop, once it listens for Ctrl-C,
 * and how long a fixed piece of work takes. It counts the thread's own CPU time, which a busy machine changes little, for both. Writes both
 * when the process ends.
 */
import { openSync, readSync, writeFileSync } from "node:fs";

const file = process.env.LLMCH_PULSE;
if (file !== undefined) {
  const statistics = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const text = Buffer.alloc(100);
  const workedMs = (): number => {
    const length = readSync(statistics, text, 0, text.length, 0);
    return Number.parseInt(text.toString("latin1", 0, length), 10) / 1e6;
  };
  let last = workedMs();
  let longest = 0;
  let isListening = false;
  const look = () => {
    const now = workedMs();
    if (isListening) longest = Math.max(longest, now - last);
    isListening = process.listenerCount("SIGINT") > 0;
    last = now;
  };
  // Work may begin at once, and end with the process.
  process.on("newListener", (event) => {
    if (event !== "SIGINT" || isListening) return;
    isListening = true;
    last = workedMs();
  });
  const pieceMs = (): number => {
    const before = workedMs();
    const words = Array.from({ length: 12_000 }, (_, index) => `${(index * 7919) % 12_007} ${index}`).sort();
    JSON.parse(JSON.stringify([...new Map(words.map((word) => [word, { word }]))]));
    return workedMs() - before;
  };
  const pieces = [pieceMs(), pieceMs(), pieceMs()];
  last = workedMs();
  setInterval(look, 1).unref();
  process.on("exit", () => {
    look();
    writeFileSync(file, JSON.stringify({ longest, piece: Math.max(...pieces, pieceMs()) }));
  });
}
