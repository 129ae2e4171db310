import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented } from "../lines.ts";

const PANIC = /^thread '.*' (?:\(\d+\) )?panicked at (.+?:\d+:\d+):?$/;

/** `cargo test`: what each failing test printed, without the backtrace. */
export const readCargo: FailureReader = (lines) =>
  blocksOf(
    lines,
    (line) => /^---- (.+) stdout ----$/.exec(line)?.[1] ?? null,
    (line) => /^(?:failures:|test result: )/.test(line),
  ).map(({ head, body }) => {
    const trace = body.indexOf("stack backtrace:");
    const said = trace === -1 ? body : body.slice(0, trace);
    const place = said.flatMap((line) => PANIC.exec(line)?.[1] ?? [])[0] ?? null;
    const detail = said.filter((line) => !PANIC.test(line) && !line.startsWith("note: "));
    return { name: head, place, detail: dedented(detail) };
  });
