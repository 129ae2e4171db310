import { promptLimits } from "@llmch/contract";
import { type MemoryFiles, memoryWorkspace, SCENE_TEMPLATE, workOrder } from "@llmch/testkit";
import { showFiles } from "./file-contents.ts";
import { hiddenChecks } from "./hidden-checks.ts";
import { readOrderFiles } from "./order-files.ts";
import { type PromptInputs, type RenderedPrompt, renderPrompt } from "./prompt.ts";

/** The prompt of an order's first attempt in a repo with these files, for the model and for the hash. */
export const promptOf = async (
  order: Parameters<typeof workOrder>[0],
  files: MemoryFiles = {},
  changes: Partial<PromptInputs> = {},
): Promise<RenderedPrompt> => {
  const wanted = workOrder(order);
  const workspace = memoryWorkspace(files);
  const found = await readOrderFiles(wanted, workspace);
  const shown = await showFiles(wanted, found, changes.settings ?? promptLimits(400_000), {
    outlineOf: async () => null,
  });
  if (!shown.ok) throw new Error(shown.issues[0]);
  return renderPrompt({
    template: SCENE_TEMPLATE,
    order: wanted,
    plan: [wanted],
    files: found,
    shown: shown.value,
    checks: hiddenChecks(wanted),
    besides: { manifest: null, example: null },
    needed: "",
    trackedFiles: await workspace.trackedFiles(),
    verification: "- `npm test`",
    previous: [],
    work: null,
    settings: promptLimits(400_000),
    ...changes,
  });
};
