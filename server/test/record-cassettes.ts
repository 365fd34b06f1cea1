import { loadConfig } from '../src/platform/config.ts'
import { type LlmProvider, openAiSdkLlm } from '../src/platform/providers/llm/ai-sdk-llm.ts'
import { recorder, writeCassette } from './cassette.ts'
import { playScenes } from './cassette-scenes.ts'

/** `npm run cassettes -- record`, with LLM, LLM_MODEL, LLM_API_KEY and perhaps LLM_URL in the environment. */
async function main(): Promise<void> {
  const {
    LLM: provider,
    LLM_URL,
    LLM_MODEL: model,
    LLM_API_KEY: apiKey,
    LLM_TIMEOUT_MS: timeoutMs,
  } = loadConfig()
  if (process.argv[2] !== 'record' || provider === 'none')
    throw new Error('Usage: LLM=anthropic LLM_MODEL=… LLM_API_KEY=… npm run cassettes -- record')
  const url = LLM_URL || homes[provider]
  if (!url) throw new Error('LLM_URL is not set')
  const { fetch, exchanges } = recorder(url)
  await playScenes(openAiSdkLlm({ provider, url, model, apiKey, timeoutMs, fetch }))
  const origin = `recorded on ${new Date().toISOString().slice(0, 10)}`
  console.log(`Wrote ${writeCassette({ provider, model, origin, exchanges })}`)
}

const homes: Partial<Record<LlmProvider, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
}

await main()
