/**
 * A command's output with what changes from run to run taken out: absolute paths, numbers, durations, hex ids and
 * terminal colours. Two runs that fail for one reason give one fingerprint (contract §8).
 */
export const fingerprint = (output: string): string =>
  output
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes start with a control character
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "")
    .replace(/(?:file:\/\/)?(?<![\w.])\/(?:[^\s"'`:()<>|]+\/)*[^\s"'`:()<>|]*/g, "<path>")
    .replace(/\b(?:0x)?[0-9a-f]{7,}\b/gi, "<id>")
    .replace(/\d+(?:[.,]\d+)*/g, "<n>")
    .replace(/<n>\s?(?:ns|µs|us|ms|s|sec|secs|seconds|m|min)\b/g, "<n>")
    .replace(/[ \t]+/g, " ");
