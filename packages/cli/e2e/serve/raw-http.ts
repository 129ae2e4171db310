import { connect } from "node:net";

/** What came back over a connection. */
export interface Heard {
  /** Of the first answer; null if the connection ended without one. */
  readonly status: number | null;
  readonly head: string;
  readonly body: string;
}

export interface Talk {
  /** Ends the conversation once the head of an answer and this much of its body is there: for answers without an end. */
  readonly until?: RegExp;
  /** Sends no more than this, and keeps the connection open. */
  readonly staysOpen?: boolean;
}

/** Sends bytes as they are, and listens until the server closes. */
export const talk = (port: number, bytes: string | Buffer, { until, staysOpen = false }: Talk = {}): Promise<Heard> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    const text = () => Buffer.concat(parts).toString("latin1");
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    });
    socket.on("error", () => {});
    socket.on("data", (part) => {
      parts.push(part);
      if (until?.test(text()) === true) socket.destroy();
    });
    // A server that waits for the rest of a message hears that there is none.
    socket.on("end", () => socket.end());
    socket.on("close", () => resolve(answerIn(text())));
    if (!staysOpen) socket.setTimeout(20_000, () => socket.destroy());
  });

const answerIn = (text: string): Heard => {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  return { status: status === undefined ? null : Number(status), head, body: rest.join("\r\n\r\n") };
};

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A request line, headers and a body, as bytes; a header with several values is there several times. */
export const message = (line: string, headers: Headers, body = ""): string => {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((each) => `${name}: ${each}`),
  );
  return `${[line, ...lines].join("\r\n")}\r\n\r\n${body}`;
};
