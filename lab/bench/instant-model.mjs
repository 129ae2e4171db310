import { createServer } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/**
 * A model server on loopback that always gives the same answer at once, as OpenAI's Chat Completions and as Anthropic's Messages. It runs
 * in its own thread, because the measuring code blocks while it waits.
 * @param {string} text what the model says
 * @returns {Promise<{ url: string, close: () => Promise<unknown> }>}
 */
export const startInstantModel = (text) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: text });
    worker.once("error", reject);
    worker.once("message", (url) => resolve({ url, close: () => worker.terminate() }));
  });

const chat = (text) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  model: "instant",
  choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1000, completion_tokens: 100 },
});

const message = (text) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "instant",
  content: [{ type: "text", text }],
  stop_reason: "end_turn",
  usage: { input_tokens: 1000, output_tokens: 100 },
});

/** A completion as it is streamed: each piece a line with its data. */
const streamedChat = (text) => {
  const { choices: _, usage, ...head } = chat(text);
  const piece = (members) => ({ ...head, object: "chat.completion.chunk", ...members });
  return [
    piece({ choices: [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }] }),
    piece({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }),
    piece({ choices: [], usage }),
  ]
    .map((each) => `data: ${JSON.stringify(each)}\n\n`)
    .concat("data: [DONE]\n\n")
    .join("");
};

/** A message as it is streamed: each event a line with its name and one with its data. */
const streamedMessage = (text) => {
  const { content, stop_reason, ...head } = message(text);
  return [
    { type: "message_start", message: { ...head, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 100 } },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
};

if (!isMainThread) {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const isStreamed = JSON.parse(body).stream === true;
    const isMessages = request.url?.endsWith("/messages") === true;
    response.setHeader("content-type", isStreamed ? "text/event-stream" : "application/json");
    const [whole, streamed] = isMessages ? [message, streamedMessage] : [chat, streamedChat];
    response.end(isStreamed ? streamed(workerData) : JSON.stringify(whole(workerData)));
  });
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage(`http://127.0.0.1:${server.address().port}`));
}
