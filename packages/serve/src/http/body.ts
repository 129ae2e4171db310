import type { IncomingMessage, ServerResponse } from "node:http";

/** Whether a client has announced a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Whether it sends that only once it is told to go on. */
export const waitsToSend = ({ headers }: IncomingMessage): boolean => headers.expect !== undefined;

/** The whole body; null if it is larger than that. Rejects if the client goes away. */
export const readBody = async (
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): Promise<Buffer | null> => {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return null;
  if (waitsToSend(request)) response.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      // What is too much is let go of as it comes.
      if (size > maxBytes) {
        chunks.length = 0;
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
    request.on("close", () => reject(new Error("the client went away")));
  });
};
