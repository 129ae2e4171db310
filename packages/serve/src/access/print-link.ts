import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Writable } from "node:stream";
import { openServerFolder, runningServer } from "@llmch/app/detached";
import { serveCommand } from "@llmch/app/queue";
import { EXIT, formatRefusal, isJsonObject, type Refusal, readJson, refusal, textMember } from "@llmch/text";
import type { Installed } from "../host.ts";

/** Prints one more link to the server of a folder. Gives the exit code. */
export const printLink = async (
  data: string,
  { keys: { env }, cwd }: Pick<Installed, "keys" | "cwd">,
  out: { readonly stdout: Writable; readonly stderr: Writable },
): Promise<number> => {
  const refuse = (why: Pick<Refusal, "message" | "hint">): number => {
    out.stderr.write(`${formatRefusal(why)}\n`);
    return EXIT.failed;
  };
  const server = runningServer(data);
  // Another machine's port may be anybody's here, and must not get the token.
  if (server === null || !server.isHere)
    return refuse({
      message: `no server of ${data} runs here`,
      hint: `start one with \`${serveCommand(data, { env, cwd })}\``,
    });
  const token = openServerFolder(data);
  if (!token.ok) return refuse(token.issues[0]);
  const url = await newLink(server.port, token.value).catch(() => null);
  if (url === null)
    return refuse(refusal("usage", `the server of ${data} does not answer`, "end it with Ctrl-C, and start it again"));
  out.stdout.write(`${url}\n`);
  return EXIT.ok;
};

const newLink = async (port: number, token: string): Promise<string | null> => {
  // An agent of our own follows no proxy.
  const place = { host: "127.0.0.1", port, path: "/api/v1/links", agent: new Agent(), timeout: 5_000 };
  const headers = { authorization: `Bearer ${token}`, "content-length": 0 };
  const asked = request({ ...place, method: "POST", headers }).end();
  asked.on("timeout", () => asked.destroy(new Error("no answer")));
  const [response] = await once(asked, "response");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  const read = readJson(text);
  return read.ok && isJsonObject(read.value) ? textMember(read.value, "url") : null;
};
