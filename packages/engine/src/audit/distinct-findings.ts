import type { Finding } from "./finding.ts";

/** Each finding once: a missing file is also reported by every check that wanted to read it. */
export const distinctFindings = (findings: readonly Finding[]): readonly Finding[] => {
  const seen = new Set<string>();
  return findings.filter(({ level, code, where, what }) => {
    const key = JSON.stringify([level, code, where, code === "file-missing" ? "" : what]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};
