import { type Refusal, refusal } from "@llmch/contract";
import { startOfFile } from "@llmch/files";
import { type Connections, type FindLlama, findInstalledLlama, INSTALL_LLAMA } from "@llmch/models";

/** What every file of the format begins with. */
const GGUF = "GGUF";

/**
 * Why a model that is a file of this machine could not be asked, seen before anything is made; null where nothing is seen. A path is
 * relative to the working directory.
 */
export const localObstacle = async (
  { byModel }: Connections,
  findLlama: FindLlama = findInstalledLlama,
): Promise<Refusal | null> => {
  const paths = [...byModel.values()].flatMap((connection) => (connection.kind === "file" ? [connection.path] : []));
  if (paths.length > 0 && findLlama() === null) {
    return refusal("module-missing", "local models are run by node-llama-cpp, which is not installed", INSTALL_LLAMA);
  }
  for (const path of paths) {
    const start = startOfFile(path, GGUF.length);
    if (!start.ok) return start.issues[0];
    if (new TextDecoder().decode(start.value) !== GGUF) {
      return refusal("unreadable-input", `${path} is no model in the format GGUF`, "name a file of that format");
    }
  }
  return null;
};
