import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import { openLlm } from '../../../platform/providers/registry.ts'
import { type Finding, failure, ok, warning } from './finding.ts'

const subject = 'language model'

/** Nobody waits longer for doctor, whatever LLM_TIMEOUT_MS allows a long document. */
const mostMs = 30_000

/**
 * Asks for one word, as JSON, because every other question asks for JSON too. Where the built-in rules take over, a model
 * that does not answer leaves the server working: that is a warning.
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
      // The model's own limit says more when it ends the call; this one is for a second turn.
      signal: AbortSignal.timeout(2 * timeoutMs + 1_000),
    })
    const tokens = usage.inputTokens + usage.outputTokens
    return [ok(subject, `${llm.name}, ${ms} ms and ${tokens} tokens for a short answer`)]
  } catch (error) {
    return [describeFailure(config, (error as Error).message)]
  }
}

function describeFailure({ LLM_FALLBACK, MAX_ATTEMPTS }: Config, message: string): Finding {
  const check = 'Check LLM_URL, LLM_MODEL and LLM_API_KEY, and that the model runs.'
  if (LLM_FALLBACK === 'fail')
    return failure(subject, message, `${check} Until then, documents fail after ${MAX_ATTEMPTS} attempts.`)
  return warning(subject, message, `${check} Until then, the built-in rules process documents.`)
}
