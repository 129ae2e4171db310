import type { Outcome } from "@llmch/app";
import { formatRefusal, readTextFile } from "@llmch/app/drawing";
import {
  type McpServer,
  type ReadResourceResult,
  type ResourceLink,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { MOST_BYTES } from "./answer.ts";
import { type Host, look } from "./host.ts";

const RESOURCES = {
  report: { mimeType: "text/html", description: "a run as one page: what was asked, answered, refused and changed" },
  diff: { mimeType: "text/x-diff", description: "what a run changed, as git's own diff" },
} as const;
type Name = keyof typeof RESOURCES;
const NAMES = ["report", "diff"] as const;

/** Links to what a run left. A plan and an answer change nothing. */
export const linksOf = (run: string, kind: string): readonly ResourceLink[] =>
  NAMES.filter((name) => name === "report" || kind === "run-all" || kind === "factory").map((name) => ({
    ...{ type: "resource_link", uri: `llmch://runs/${run}/${name}`, name: `${name} of ${run}` },
    ...RESOURCES[name],
  }));

/** Lets a client read what the links name. */
export const registerResources = (server: McpServer, host: Host): void => {
  for (const name of NAMES) {
    const template = new ResourceTemplate(`llmch://runs/{run}/${name}`, { list: undefined });
    server.registerResource(name, template, RESOURCES[name], (uri, { run }) => read(name, uri.href, String(run), host));
  }
};

const read = async (name: Name, uri: string, run: string, host: Host): Promise<ReadResourceResult> => {
  const outcome = await look(name, { run }, host);
  const text = outcome.result === null ? refusalOf(outcome) : await textOf(name, outcome);
  const whole = `it is too long: \`llmch ${name} ${run}\` gives all of it`;
  const isLong = Buffer.byteLength(text) > MOST_BYTES;
  const cut =
    name === "diff"
      ? `${Buffer.from(text)
          .subarray(0, MOST_BYTES / 2)
          .toString()}\n… ${whole}\n`
      : whole;
  const { mimeType } = RESOURCES[name];
  return { contents: [isLong ? { uri, mimeType: "text/plain", text: cut } : { uri, mimeType, text }] };
};

const refusalOf = ({ errors = [] }: Outcome): never => {
  throw new Error(errors.map(({ message }) => message).join("\n"));
};

const textOf = async (name: Name, { result, paths }: Outcome): Promise<string> => {
  if (name === "diff") return String(Object(result).patch);
  const page = await readTextFile(paths?.report ?? "");
  if (!page.ok) throw new Error(formatRefusal(page.issues[0]));
  return page.value;
};
