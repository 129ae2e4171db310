// A second face, made from the public package alone: a request a line on standard input, an event or an outcome a line on standard output.
//
//     {"id": 1, "operation": "runAll", "request": {"orders": "wo", "branch": "work"}}
import { createInterface } from "node:readline";
import { createLlmch } from "llmch";

const [options = "{}"] = process.argv.slice(2);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Carries one request out; a name that is no operation is a fault of the caller. */
const answer = async ({ id = null, operation, request = {} }) => {
  const llmch = createLlmch({
    ...JSON.parse(options),
    signal: stop.signal,
    onEvent: (event) => write({ id, event }),
  });
  const perform = llmch[operation];
  if (typeof perform !== "function") {
    const known = Object.keys(llmch).sort();
    return write({ id, fault: `there is no operation ${operation}`, known });
  }
  const { cause: _, ...outcome } = await perform(request);
  write({ id, outcome });
};

const read = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

// One after the other: a caller that wants two at once starts two of these.
for await (const line of createInterface({ input: process.stdin })) {
  const asked = read(line);
  if (asked === null) write({ id: null, fault: "a line is no JSON" });
  else await answer(asked);
}
