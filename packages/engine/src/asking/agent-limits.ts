import type { Limits } from "@llmch/agent";
import type { AgentSettings } from "@llmch/contract/settings";

/** How far a model with tools may go. */
export const agentLimits = (agent: AgentSettings): Limits => ({
  turns: agent.turns,
  tokens: agent.tokens,
  usd: agent.usd,
  minutes: agent.minutes,
  readBytes: agent.read_bytes,
  contextTokens: agent.context_tokens,
  compactShare: agent.compact_share,
});
