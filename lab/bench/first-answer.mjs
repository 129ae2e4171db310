import { spawn } from "node:child_process";
import { once } from "node:events";
import { median, timeOf } from "./measure.mjs";

/** What a client says first. */
const HELLO = {
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** How long a server of `llmch mcp` takes from its start to its first answer, beside an empty Node: medians in milliseconds. */
export const firstAnswer = async (llmch, empty, runs) => {
  const once = async () => ({ a: await timeToAnswer([...llmch, "mcp"]), b: timeOf(empty) });
  await once();
  const pairs = [];
  for (let run = 0; run < runs; run++) pairs.push(await once());
  return {
    a: median(pairs.map(({ a }) => a)),
    b: median(pairs.map(({ b }) => b)),
    ratio: median(pairs.map(({ a, b }) => a / b)),
  };
};

const timeToAnswer = async ([program, ...args]) => {
  const started = performance.now();
  const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.write(`${JSON.stringify(HELLO)}\n`);
  await once(server.stdout, "data");
  const took = performance.now() - started;
  server.stdin.end();
  await once(server, "exit");
  return took;
};
