import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { inject, TestRunner } from "vitest";

/** Loads test files from the bundle that was made before. */
export default class BundledRunner extends TestRunner {
  override importFile(...[path, source]: Parameters<TestRunner["importFile"]>): unknown {
    const bundled = inject("bundledTests");
    if (bundled === undefined) return super.importFile(path, source);
    const file = join(bundled.folder, relative(bundled.root, path)).replace(/\.ts$/, ".js");
    // Hooks count for one test file: what registers them is evaluated for each, though files share their modules.
    const again = source === "setup" ? `?${performance.now()}` : "";
    return import(`${pathToFileURL(file).href}${again}`);
  }
}
