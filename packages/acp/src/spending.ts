import type { ModelUsage, Spending } from "@llmch/contract";
import { type JsonObject, numberMember, objectMember, objectsMember, textMember } from "@llmch/text";

/** What a session has cost so far, by one of its updates; null if that does not say, or not in dollars. */
export const costIn = (update: JsonObject): number | null => {
  const cost = objectMember(update, "cost");
  const amount = numberMember(cost, "amount");
  return textMember(cost, "currency") !== "USD" || amount === null || amount < 0 ? null : amount;
};

/** Adds what the answer to a prompt tells: `usage`, or what Gemini puts into `_meta.quota`. */
export const withAnswer = (known: Spending, answer: JsonObject): Spending => {
  const quota = objectMember(objectMember(answer, "_meta"), "quota");
  const usage = usageIn(objectMember(answer, "usage")) ?? countsIn(objectMember(quota, "token_count"));
  const byModel = objectsMember(quota, "model_usage").flatMap((each) => {
    const [model, counts] = [textMember(each, "model"), countsIn(objectMember(each, "token_count"))];
    return model === null || counts === null ? [] : [{ model, usage: counts }];
  });
  return { ...known, usage, byModel };
};

/** Some agents count cached input and thoughts apart, others within input and output: the total tells which. */
const usageIn = (usage: JsonObject): ModelUsage | null => {
  const [input, output] = [tokensIn(usage, "inputTokens"), tokensIn(usage, "outputTokens")];
  if (input === null || output === null) return null;
  const count = (name: string) => tokensIn(usage, name) ?? 0;
  const [thoughts, cached, written] = [count("thoughtTokens"), count("cachedReadTokens"), count("cachedWriteTokens")];
  const isApart = count("totalTokens") >= input + output + thoughts + cached + written;
  return {
    input_tokens: input + (isApart ? cached + written : 0),
    output_tokens: output + (isApart ? thoughts : 0),
    ...{ cached_tokens: cached, cache_write_tokens: written, reasoning_tokens: thoughts },
  };
};

const countsIn = (counts: JsonObject): ModelUsage | null => {
  const [input_tokens, output_tokens] = [tokensIn(counts, "input_tokens"), tokensIn(counts, "output_tokens")];
  return input_tokens === null || output_tokens === null ? null : { input_tokens, output_tokens, cached_tokens: 0 };
};

const tokensIn = (object: JsonObject, name: string): number | null => {
  const tokens = numberMember(object, name);
  return tokens === null || tokens < 0 ? null : Math.round(tokens);
};
