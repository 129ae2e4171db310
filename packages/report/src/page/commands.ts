import { type CommandStory, outputName } from "@llmch/story";
import { html, type Markup } from "../markup/html.ts";
import { duration } from "./figures.ts";
import { folded, longText } from "./long-text.ts";
import { mark } from "./mark.ts";

/** The commands of an attempt and their output: folded, but open if one failed. */
export const commandsView = (commands: readonly CommandStory[], folder: string): Markup | null =>
  commands.length === 0
    ? null
    : html`<h5>Commands</h5><ul class="commands">${commands.map((command) => html`<li>${commandView(command, folder)}</li>`)}</ul>`;

const commandView = (command: CommandStory, folder: string): Markup => {
  const { phase, again, ok, exit_code, stdout, stderr } = command;
  const file = (stream: string) => `${folder}/${outputName(command)}_${stream}.txt`;
  const open = ok === false;
  const ended = ok === null ? "not ended" : exit_code === null ? "no exit code" : `exit ${exit_code}`;
  const quiet = ok !== null && (stdout ?? "") === "" && (stderr ?? "") === "" ? "; printed nothing" : "";
  return html`
<p class="command">${mark(ok === null ? "unfinished" : ok ? "passed" : "failed")} <code>${longText(command.command, null)}</code> <span class="size">${phase}${again ? ", once more" : ""}, ${ended}, ${duration(command.duration_ms)}${quiet}</span></p>
${folded("stdout", stdout, { file: file("stdout"), open })}
${folded("stderr", stderr, { file: file("stderr"), open })}`;
};
