import { accepted, type Environment, type Refusal, type Result, refusal, rejected } from "@llmch/text";

/** Where the queue is. */
export interface DatabaseAddress {
  /** With its password, and with `sslmode` said in full. */
  readonly url: string;
  /** The same without credentials: what is shown, and what names the folder of copies. */
  readonly shown: string;
}

const IP = /^(?:[\d.]+|\[.*\])$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The address that a flag or `LLMCH_DATABASE_URL` names (contract §11); null if neither does. A flag holds no password: others see it in the
 * list of processes. TLS is verified unless the host is loopback, or the address says otherwise in full.
 */
export const databaseAddress = (
  flag: string | undefined,
  { LLMCH_DATABASE_URL: named = "", PGPASSWORD: password = "" }: Environment,
): Result<DatabaseAddress | null, Refusal> => {
  const text = flag ?? named;
  if (text === "") return accepted(null);
  const no = (why: string, hint: string) => rejected(refusal("usage", `the database's address ${why}`, hint));
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === "")
    return no("is none of PostgreSQL", "write it as postgres://user@host/name");
  if (flag !== undefined && url.password !== "")
    return no("holds a password, which others see", "leave it out, and set PGPASSWORD or LLMCH_DATABASE_URL");
  const mode = url.searchParams.get("sslmode");
  if (mode === null) url.searchParams.set("sslmode", LOOPBACK.test(url.hostname) ? "disable" : "verify-full");
  else if (!MODES.has(mode)) return no(`has an unknown sslmode ${mode}`, `say one of ${[...MODES].join(", ")}`);
  if (url.searchParams.get("sslmode") === "verify-full" && IP.test(url.hostname))
    return no("is a number, and a certificate names a host", "give the host's name, or say ?sslmode=disable");
  if (url.password === "" && password !== "") url.password = encodeURIComponent(password);
  const shown = `${url.host}${url.pathname}`;
  return accepted({ url: url.href, shown });
};

const MODES: ReadonlySet<string> = new Set(["disable", "require", "verify-full"]);
