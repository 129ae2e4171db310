import type { FailureReader } from "../failure.ts";
import { blocksOf, dedented } from "../lines.ts";

/** Maven: `[ERROR] CalcTest.adds  Time elapsed: 0.01 s  <<< FAILURE!`; Gradle: `CalcTest > adds() FAILED`. */
const MAVEN = /^(?:\[ERROR\] )?(\S+)\s+(?:--\s+)?Time elapsed: .*<<< (?:FAILURE|ERROR)!$/;
const GRADLE = /^(\S.* > .+) FAILED$/;
const FRAME = /^\s+at (?:[\w.]+\/{1,2})?([\w.$]+)\.[\w$<>]+\((\w+\.(?:java|kt|scala|groovy)):(\d+)\)$/;
const FRAMEWORK = /^(?:java|javax|jdk|sun|org\.(?:junit|opentest4j|hamcrest|assertj|gradle|apache\.maven))\./;

/** JUnit's output through Maven and Gradle. */
export const readJunit: FailureReader = (lines) =>
  blocksOf(
    lines,
    (line) => MAVEN.exec(line)?.[1] ?? GRADLE.exec(line)?.[1] ?? null,
    (line) => line.trim() === "" || /^\[(?:INFO|ERROR)\]/.test(line),
  ).map(({ head, body }) => {
    const frames = body.flatMap((line) => {
      const [, type, file, row] = FRAME.exec(line) ?? [];
      return type === undefined || FRAMEWORK.test(type) ? [] : [`${file}:${row}`];
    });
    const firstFrame = body.findIndex((line) => /^\s+at /.test(line));
    return {
      name: head,
      place: frames[0] ?? null,
      detail: dedented(firstFrame === -1 ? body : body.slice(0, firstFrame)),
    };
  });
