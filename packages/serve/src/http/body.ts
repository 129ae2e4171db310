import type { IncomingMessage } from "node:http";

/** Whether a client has announced a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** The whole body; null if it is larger than that. Rejects if the client goes away. */
export const readBody = async (request: IncomingMessage, maxBytes: number): Promise<Buffer | null> => {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
