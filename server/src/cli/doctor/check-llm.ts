import { z } from 'zod'
import type { Config } from '../../config.ts'
import { openLlm } from '../../providers/registry.ts'
import { type Finding, failure, ok } from './finding.ts'

/** Asks for one word, as JSON, because every other question asks for JSON too. */
export async function checkLlm(config: Config): Promise<Finding[]> {
  if (config.LLM === 'none') return []
  const subject = 'language model'
  try {
    const llm = (await openLlm(config))!
    const { ms, usage } = await llm.generate({
      system: 'Answer with one JSON object and nothing else: {"word":"yes"}',
      prompt: 'Are you there?',
      schema: z.object({ word: z.string() }),
      maxOutputTokens: 500,
      signal: AbortSignal.timeout(config.LLM_TIMEOUT_MS),
    })
    const tokens = usage.inputTokens + usage.outputTokens
    return [ok(subject, `${llm.name}, ${ms} ms and ${tokens} tokens for a short answer`)]
  } catch (error) {
    return [failure(subject, (error as Error).message, 'Check the settings that begin with LLM.')]
  }
}
