import type { Finding } from "./finding.ts";

/** Each finding once: a file that is missing is missed by whoever wanted to read it as well. */
export const distinctFindings = (findings: readonly Finding[]): readonly Finding[] => {
  const seen = new Set<string>();
  return findings.filter(({ level, code, where, what }) => {
    const key = JSON.stringify([level, code, where, code === "file-missing" ? "" : what]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};
