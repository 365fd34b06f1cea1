import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { openLlm } from '../../../platform/providers/registry.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const subject = 'language model'

/** Shorter than LLM_TIMEOUT_MS, which must allow for a long document. A person waits for `doctor`. */
const mostMs = 30_000

/**
 * Asks the model for one word, as JSON, because every other prompt asks for JSON too. If the built-in rules take over, a
 * silent model is only a warning, because the server still works.
 */
export async function checkLanguageModel(config: Config): Promise<Finding[]> {
  if (config.LLM === 'none') return []
  const timeoutMs = Math.min(mostMs, config.LLM_TIMEOUT_MS)
  try {
    const llm = (await openLlm({ ...config, LLM_TIMEOUT_MS: timeoutMs }))!
    const { ms, usage } = await llm.generate({
      system: 'Answer with one JSON object and nothing else: {"word":"yes"}',
      prompt: 'Are you there?',
      schema: z.object({ word: z.string() }),
      maxOutputTokens: 500,
      // The model's own timeout gives a better message. This one also covers the retry.
      signal: AbortSignal.timeout(2 * timeoutMs + 1_000),
    })
    const tokens = usage.inputTokens + usage.outputTokens
    return [ok(subject, `${llm.name}, ${ms} ms and ${tokens} tokens for a short answer`)]
  } catch (error) {
    return [describeFailure(config, (error as Error).message)]
  }
}

function describeFailure({ LLM_FALLBACK }: Config, message: string): Finding {
  const check = 'Check LLM_URL, LLM_MODEL and LLM_API_KEY, and that the model runs.'
  if (LLM_FALLBACK === 'fail')
    return failure(subject, message, `${check} Until then, documents wait for their memories.`)
  return warning(subject, message, `${check} Until then, the built-in rules process documents.`)
}
