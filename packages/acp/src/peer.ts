import { isJsonObject, type JsonObject, member, numberMember, objectMember, readJson, textMember } from "@llmch/text";

/** Who is on this side of the line. */
export interface Ours {
  /** Writes a line, with its end. */
  readonly say: (line: string) => void;
  /** Answers a request, now or later, also with `{ error }`; null if nothing here does. */
  readonly onRequest: (method: string, params: JsonObject) => Answer | Promise<Answer>;
  readonly onNotice: (method: string, params: JsonObject) => void;
  /** Called if a request of ours is refused. It resolves to what this gives, and never if that is null. */
  readonly onFault: (fault: Fault) => JsonObject | null;
  /** Called with a line that is no message. */
  readonly onStray: (line: string) => void;
}

type Answer = JsonObject | null;

export interface Fault {
  readonly method: string;
  readonly code: number;
  readonly message: string;
}

interface Waiting {
  readonly method: string;
  readonly resolve: (result: JsonObject) => void;
}

const NOT_FOUND = -32601;
const UNREADABLE = -32700;
/** Longer than any edit that an agent shows of a file which an order may write. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** The other side of a line on which both may ask: JSON-RPC 2.0, a message a line. */
export const createPeer = ({ say, onRequest, onNotice, onFault, onStray }: Ours) => {
  const waiting = new Map<number, Waiting>();
  let [asked, open] = [0, ""];
  const send = (message: JsonObject): void => say(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const settle = (message: JsonObject, { method, resolve }: Waiting): void => {
    const error = member(message, "error");
    const result = isJsonObject(error)
      ? onFault({ method, code: numberMember(error, "code") ?? 0, message: textMember(error, "message") ?? "" })
      : objectMember(message, "result");
    if (result !== null) resolve(result);
  };
  const take = (message: JsonObject): void => {
    const [id = null, method] = [member(message, "id"), textMember(message, "method")];
    const params = objectMember(message, "params");
    if (method === null) {
      const ours = typeof id === "number" ? waiting.get(id) : undefined;
      if (ours !== undefined) settle(message, ours);
    } else if (id === null) onNotice(method, params);
    else {
      const error = { code: NOT_FOUND, message: `no ${method} here` };
      void Promise.resolve(onRequest(method, params)).then((given) => {
        const said = given ?? { error };
        send("error" in said ? { id, ...said } : { id, result: said });
      });
    }
  };
  return {
    request: (method: string, params: JsonObject) =>
      new Promise<JsonObject>((resolve) => {
        waiting.set(asked, { method, resolve });
        send({ id: asked++, method, params });
      }),
    notify: (method: string, params: JsonObject): void => send({ method, params }),
    /** Answers what is no message, so that nobody waits for it. */
    refuse: (message: string): void => send({ id: null, error: { code: UNREADABLE, message } }),
    /** Takes the other side's text in pieces. */
    hear: (text: string): void => {
      const lines = (open + text).split("\n");
      open = lines.pop() ?? "";
      if (open.length > MOST_CHARACTERS) lines.push(open);
      for (const line of lines.filter((each) => each.trim() !== "")) {
        const read = readJson(line, MOST_CHARACTERS);
        if (read.ok && isJsonObject(read.value)) take(read.value);
        else onStray(line.slice(0, 500));
      }
      if (open.length > MOST_CHARACTERS) open = "";
    },
  };
};
