import type { CommandContext } from "./command-context.ts";
import type { Invocation } from "./options.ts";
import type { Outcome } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";

/** Loads the command that was asked for, and none of the others. */
export const dispatch = async (
  invocation: Invocation,
  context: CommandContext,
  terminal: Pick<Terminal, "stdin" | "stderr" | "keepHeapSmall">,
): Promise<Outcome> => {
  switch (invocation.command) {
    case "check":
      return (await import("./commands/check.ts")).check(invocation.options, context);
    case "plan":
      return (await import("./commands/plan.ts")).plan(invocation.options, context, terminal);
    case "ask":
      return (await import("./commands/ask.ts")).ask(invocation.options, context);
    case "plan show":
      return (await import("./commands/plan-show.ts")).planShow(invocation.options, context);
    case "plan revise":
      return (await import("./commands/plan-revise.ts")).planRevise(invocation.options, context, terminal);
    case "run":
      return (await import("./commands/run.ts")).run(invocation.options, context, terminal);
    case "run-all": {
      const { runAll } = await import("./commands/run-all.ts");
      await terminal.keepHeapSmall();
      return runAll(invocation.options, context, terminal);
    }
    case "resume": {
      const { resume } = await import("./commands/resume.ts");
      if (!invocation.options.list) await terminal.keepHeapSmall();
      return resume(invocation.options, context);
    }
    case "revise":
      return (await import("./commands/revise.ts")).revise(invocation.options, context, terminal);
    case "audit":
      return (await import("./commands/audit.ts")).audit(invocation.options, context);
    case "runs":
      return (await import("./commands/runs.ts")).runs(invocation.options, context, terminal);
    case "discard":
      return (await import("./commands/discard.ts")).discard(invocation.options, context, terminal);
    case "show":
      return (await import("./commands/show.ts")).show(invocation.options, context);
    case "watch":
      return (await import("./commands/watch.ts")).watch(invocation.options, context);
    case "report":
      return (await import("./commands/report.ts")).report(invocation.options, context);
    case "graph":
      return (await import("./commands/graph.ts")).graph(invocation.options, context);
    case "explain":
      return (await import("./commands/explain.ts")).explain(invocation.options, context);
    case "doctor":
      return (await import("./commands/doctor.ts")).doctor(invocation.options, context);
    case "cost":
      return (await import("./commands/cost.ts")).cost(invocation.options, context);
    case "config":
      return (await import("./commands/config.ts")).config(invocation.options, context);
    case "config set":
    case "config unset":
      return (await import("./commands/config-set.ts")).changeConfig(invocation.options, context);
    case "init":
      return (await import("./commands/init.ts")).init(invocation.options, context, terminal);
    case "schema":
      return (await import("./commands/schema.ts")).schema(invocation.options, context);
    case "completion":
      return (await import("./commands/completion.ts")).completion(invocation.options, context);
  }
};
