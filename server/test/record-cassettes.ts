import { loadConfig } from '../src/platform/config.ts'
import { openAiSdkLlm } from '../src/platform/providers/llm/ai-sdk-llm.ts'
import { llmProviders } from '../src/platform/providers/llm/llm-providers.ts'
import { recorder, writeCassette } from './cassette.ts'
import { playScenes } from './cassette-scenes.ts'

/**
 *   LLM=anthropic LLM_MODEL=… LLM_API_KEY=… node server/test/record-cassettes.ts    (LLM_URL for another address)
 *
 * Asks a provider the questions of the tests, and writes its answers to `server/test/cassettes`.
 */
async function main(): Promise<void> {
  const {
    LLM: provider,
    LLM_URL,
    LLM_MODEL: model,
    LLM_API_KEY: apiKey,
    LLM_TIMEOUT_MS: timeoutMs,
  } = loadConfig()
  if (provider === 'none')
    throw new Error('Usage: LLM=anthropic LLM_MODEL=… LLM_API_KEY=… node server/test/record-cassettes.ts')
  const url = LLM_URL || llmProviders[provider].homeUrl
  if (!url) throw new Error('LLM_URL is not set')
  const { fetch, exchanges } = recorder(url)
  await playScenes(openAiSdkLlm({ provider, url, model, apiKey, timeoutMs, fetch }))
  const origin = `recorded on ${new Date().toISOString().slice(0, 10)}`
  console.log(`Wrote ${writeCassette({ provider, model, origin, exchanges })}`)
}

await main()
