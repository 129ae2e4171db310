import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";

/**
 * A model on loopback that answers each attempt at an order as `answer` says, after a delay: with a text, or with calls of tools.
 * @param {(order: string, attempt: number, prompt: string, request: object) => string | readonly [name: string, given: object][]} answer
 * @param {() => number} delay in milliseconds
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export const startModel = (answer, delay) =>
  new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      const asked = JSON.parse(body);
      const prompt = asked.messages.map(wordsOf).join("\n");
      const order = /"id": "(WO-\d+)"/.exec(prompt)?.[1] ?? "";
      const attempt = 1 + (prompt.match(/^Attempt \d+ failed\.$/gm)?.length ?? 0);
      await new Promise((done) => setTimeout(done, delay()));
      if (response.destroyed) return;
      const said = reply(answer(order, attempt, prompt, asked), prompt);
      response.setHeader("content-type", asked.stream === true ? "text/event-stream" : "application/json");
      response.end(asked.stream === true ? streamed(said) : JSON.stringify(said));
    });
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        close: () => server.closeAllConnections() ?? server.close(),
      }),
    );
  });

const wordsOf = ({ content }) =>
  Array.isArray(content) ? content.map(({ text, ...other }) => text ?? JSON.stringify(other)).join("\n") : `${content}`;

const reply = (said, prompt) => {
  const isText = typeof said === "string";
  const message = { role: "assistant", ...(isText ? { content: said } : { tool_calls: said.map(toolCall) }) };
  return {
    ...{ id: "chatcmpl-1", object: "chat.completion", model: "scripted" },
    choices: [{ index: 0, message, finish_reason: isText ? "stop" : "tool_calls" }],
    usage: { prompt_tokens: tokensOf(prompt), completion_tokens: tokensOf(isText ? said : JSON.stringify(said)) },
  };
};

const toolCall = ([name, given], index) => ({
  ...{ index, id: `call_${randomUUID()}`, type: "function" },
  function: { name, arguments: JSON.stringify(given) },
});

const tokensOf = (text) => Math.ceil(text.length / 4);

const streamed = ({ choices: [{ message, finish_reason }], usage, ...head }) =>
  [
    { ...head, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .concat("data: [DONE]\n\n")
    .join("");

/** A write proposal for files that may exist already. */
export const proposal = (writes, prompt) =>
  JSON.stringify({
    summary: "Written.",
    writes: writes.map(([path, content]) => ({ path, base_sha256: baseIn(prompt, path), content })),
  });

/** The hash that the prompt's table gives for a path; that of nothing for a missing file. */
const baseIn = (prompt, path) => {
  const row = prompt.split("\n").find((line) => line.startsWith(`| ${path} |`));
  return /[0-9a-f]{64}/.exec(row ?? "")?.[0] ?? createHash("sha256").digest("hex");
};
