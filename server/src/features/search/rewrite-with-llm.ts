import { LlmError } from '../../platform/providers/llm/llm.ts'
import { type MeteredLlm, OverBudget } from '../spending/metered-llm.ts'
import * as prompt from './prompts/rewrite-query.v2.ts'

/** Time limit for the model. After it, the search uses the original query. */
const withinMs = 2_000
/** The most characters that the model may add. A longer text is an answer, not a query. */
const mostAdded = 120

/** Lets a language model rewrite the query. Returns the original if the model is unreachable, too slow, over budget or changes the meaning. */
export async function rewriteWithLlm(
  llm: MeteredLlm,
  org: string,
  q: string,
  signal: AbortSignal,
): Promise<string> {
  const { system, schema, maxOutputTokens } = prompt
  const late = AbortSignal.timeout(withinMs)
  const request = {
    system,
    prompt: prompt.write(q, new Date()),
    schema,
    maxOutputTokens,
    signal: AbortSignal.any([signal, late]),
    urgent: true,
  }
  try {
    const rewritten = (await llm.generate(org, request)).value.query.replaceAll(/\s+/g, ' ').trim()
    return keepsMeaning(q, rewritten) ? rewritten : q
  } catch (error) {
    if (late.aborted || error instanceof LlmError || error instanceof OverBudget) return q
    throw error
  }
}

/** A rewritten query must keep all numbers, and at least one in three of the words with four letters or more. */
function keepsMeaning(q: string, rewritten: string): boolean {
  if (rewritten === '' || rewritten.length > q.length + mostAdded) return false
  const kept = (words: readonly string[]) =>
    words.filter(word => rewritten.toLowerCase().includes(word.toLowerCase()))
  const numbers = q.match(/\d+/g) ?? []
  const words = q.match(/\p{L}{4,}/gu) ?? []
  return kept(numbers).length === numbers.length && kept(words).length >= words.length / 3
}
