import { probeServer, transportSettings } from "@llmch/models";
import { type Finding, fine, missing, warned } from "./finding.ts";

const LIMIT_MS = 10_000;

/** Is there a key, and does the server answer to it? Nothing that costs is asked. */
export const examineModelServer = async (
  { offline }: { readonly offline: boolean },
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const settings = transportSettings(env);
  if (!settings.ok) {
    return settings.issues.map(({ code, message, mend }) => {
      const name = code === "no-key" ? "key" : "settings";
      return offline ? warned(name, message, mend) : missing(name, { message, mend });
    });
  }
  const key = fine("key", "OPENAI_API_KEY is set");
  const server = new URL(settings.value.baseUrl).host;
  if (offline) return [key, warned("server", `${server} was not asked`, "leave out --offline to ask it")];
  const answer = await probeServer(settings.value, { limitMs: LIMIT_MS, signal });
  if (answer.ok) return [key, fine("server", `${server} answers`)];
  const [{ kind, message }] = answer.issues;
  return [key, missing("server", { message: `${server} ${message}`, mend: MENDS[kind] })];
};

const MENDS = {
  silent: "check the network and OPENAI_BASE_URL, or work from a record with --replay FILE",
  key: "set OPENAI_API_KEY to a key that the server takes",
  server: "try again, or name another server in OPENAI_BASE_URL",
} as const;
