import { LlmError } from '../../platform/providers/llm/llm.ts'
import { type MeteredLlm, OverBudget } from '../spending/metered-llm.ts'
import * as prompt from './prompts/rewrite-query.v2.ts'

/** Nobody waits longer for a better question. */
const withinMs = 2_000
/** Longer than this it is no question any more, but an answer. */
const mostAdded = 120

/** The query in a language model's words; as it is when the model is away, too slow, too dear or beside the point. */
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
    const said = (await llm.generate(org, request)).value.query.replaceAll(/\s+/g, ' ').trim()
    return isStillAsked(q, said) ? said : q
  } catch (error) {
    if (late.aborted || error instanceof LlmError || error instanceof OverBudget) return q
    throw error
  }
}

/** It must keep what was asked for: a number, and at least one word in three of four letters or more. */
function isStillAsked(q: string, said: string): boolean {
  if (said === '' || said.length > q.length + mostAdded) return false
  const kept = (words: readonly string[]) =>
    words.filter(word => said.toLowerCase().includes(word.toLowerCase()))
  const numbers = q.match(/\d+/g) ?? []
  const words = q.match(/\p{L}{4,}/gu) ?? []
  return kept(numbers).length === numbers.length && kept(words).length >= words.length / 3
}
