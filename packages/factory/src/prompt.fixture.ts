import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type MemoryFiles, memoryWorkspace, SCENE_TEMPLATE, workOrder } from "@llmch/testkit";
import { readOrderFiles } from "./order-files.ts";
import { type PromptInputs, type RenderedPrompt, renderPrompt } from "./prompt.ts";

/** The prompt of an order's first attempt over a repo of these files, both for the model and for the hash. */
export const promptOf = async (
  order: Parameters<typeof workOrder>[0],
  files: MemoryFiles = {},
  changes: Partial<PromptInputs> = {},
): Promise<RenderedPrompt> => {
  const wanted = workOrder(order);
  const workspace = memoryWorkspace(files);
  return renderPrompt({
    template: SCENE_TEMPLATE,
    order: wanted,
    files: await readOrderFiles(wanted, workspace),
    trackedFiles: await workspace.trackedFiles(),
    verification: "- `npm test`",
    previous: [],
    settings: DEFAULT_SETTINGS.factory,
    ...changes,
  });
};
