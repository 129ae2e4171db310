/** How the keys of well-known providers start. */
const BEGINNINGS =
  /(?:^|[\s"'=:])(?:sk-[\w-]{3,}|(?:sk_|gsk_|xai-|hf_|AIza|gh[pousr]_|github_pat_|AKIA)[\w-]{16,})|\bBearer\s+\S{6,}/;

/** True if a text seems to hold a key: it starts like one, or contains one of these secrets. */
export const holdsKey = (text: string, secrets: readonly string[]): boolean =>
  BEGINNINGS.test(text) || secrets.some((secret) => text.includes(secret));
