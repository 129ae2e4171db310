import { type Refusal, refusal } from "@llmch/contract";
import { startOfFile } from "@llmch/files";
import { type Connections, type FindLlama, findInstalledLlama, INSTALL_LLAMA } from "@llmch/models";

/** The magic bytes at the start of every GGUF file. */
const GGUF = "GGUF";

/**
 * Why a local model file cannot be used, found before anything is made; null if nothing is wrong. A path is relative to the working
 * directory.
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
      return refusal("unreadable-input", `${path} is not a GGUF model`, "name a GGUF file");
    }
  }
  return null;
};
