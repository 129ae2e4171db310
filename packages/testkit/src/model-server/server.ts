import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "@llmch/text";
import { refusedParameter } from "./refusal.ts";
import { readRequest, type SeenRequest } from "./seen-request.ts";
import { json, type Step, status } from "./step.ts";

/** Steps by order of arrival (the last one serves all further requests), or a function that chooses one by the request. */
export type Script = readonly Step[] | ((request: SeenRequest, index: number) => Step);

export interface ModelServerOptions {
  /** `POST /responses` */
  readonly responses?: Script;
  /** `POST /chat/completions` */
  readonly chat?: Script;
  /** `POST /messages`, in Anthropic's words */
  readonly messages?: Script;
  /** `GET /responses/{id}`. Without one, the server returns what its steps kept, and 404 for the rest. */
  readonly retrieve?: Script;
  /** Parameters that it refuses with a 400: `temperature`, `reasoning.summary`, `json_schema`, … */
  readonly refuses?: readonly string[];
}

export interface ModelServer {
  /** For `OPENAI_BASE_URL`: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** For `ANTHROPIC_BASE_URL`: `http://127.0.0.1:PORT`. */
  readonly root: string;
  /** All requests, in order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** How many sockets are open now. */
  connections(): Promise<number>;
  /** Ends all sockets. */
  close(): Promise<void>;
}

const BASE_PATH = "/v1";
const NO_STEP = status(404, { message: "no such endpoint" });

/**
 * Starts a server on loopback that speaks OpenAI's Responses and Chat Completions and Anthropic's Messages according to its
 * script, and lists one model. For tests.
 */
export const startModelServer = async (options: ModelServerOptions): Promise<ModelServer> => {
  const requests: SeenRequest[] = [];
  const kept = new Map<string, readonly JsonObject[]>();
  const counts = new Map<Script, number>();

  const scripts = new Map([
    ["/responses", options.responses],
    ["/chat/completions", options.chat],
    ["/messages", options.messages],
  ]);

  const next = (script: Script | undefined, request: SeenRequest): Step | undefined => {
    if (script === undefined) return undefined;
    const index = counts.get(script) ?? 0;
    counts.set(script, index + 1);
    return typeof script === "function" ? script(request, index) : (script[index] ?? script.at(-1));
  };
  const keptStep = (id: string): Step => {
    const [standing, ...later] = kept.get(id) ?? [];
    if (standing === undefined) return status(404, { message: `no response with id ${id}` });
    if (later.length > 0) kept.set(id, later);
    return ({ response }) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(standing));
    };
  };
  const stepFor = (request: SeenRequest): Step => {
    const refused = refusedParameter(request.body, options.refuses ?? []);
    if (refused !== null) {
      return status(400, { message: `Unsupported parameter: '${refused}'`, param: refused });
    }
    if (request.method === "GET" && request.path === "/models") return json({ data: [{ id: "scripted-1" }] });
    if (request.method === "GET" && request.path.startsWith("/responses/")) {
      return next(options.retrieve, request) ?? keptStep(decodeURIComponent(request.path.slice("/responses/".length)));
    }
    if (request.method !== "POST") return NO_STEP;
    return next(scripts.get(request.path), request) ?? NO_STEP;
  };
  const serve = async (request: SeenRequest, response: ServerResponse): Promise<void> => {
    requests.push(request);
    await stepFor(request)({
      request,
      response,
      id: `resp_${requests.length}`,
      keep: (id, standings) => kept.set(id, standings),
    });
  };

  const server = createServer((message, response) => {
    readRequest(message, BASE_PATH)
      .then((request) => serve(request, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}${BASE_PATH}`,
    root: `http://127.0.0.1:${port}`,
    requests,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
