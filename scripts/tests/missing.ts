import type { Reporter, TestCase, TestModule } from "vitest/node";
import { MISSING } from "./needs.ts";

/** Says in the summary which tests were skipped, and what this machine lacks for them. */
export class MissingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = new Map<string, string[]>();
    for (const module of modules)
      for (const test of module.children.allTests("skipped")) {
        const reason = reasonOf(test);
        if (reason === null) continue;
        skipped.set(reason, [...(skipped.get(reason) ?? []), `${module.relativeModuleId} > ${test.fullName}`]);
      }
    for (const [reason, names] of skipped)
      process.stdout.write(
        `\nSKIPPED: ${names.length} for want of ${reason}\n${names.map((name) => `  ${name}\n`).join("")}`,
      );
  }
}

/** Null if it was not this machine that was wrong. */
const reasonOf = (test: TestCase): string | null => {
  const missing = test.options.tags?.filter((tag) => MISSING.has(tag)) ?? [];
  const result = test.result();
  if (missing.length > 0) return missing.join(" and ");
  return result.state === "skipped" ? (result.note ?? null) : null;
};
