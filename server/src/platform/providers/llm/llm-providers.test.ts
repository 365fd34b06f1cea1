import { startLlmDouble } from '../../../../test/llm-double.ts'
import { llmProtocols } from '../../../../test/llm-protocols.ts'
import { openAiSdkLlm } from './ai-sdk-llm.ts'
import { describeLlmContract } from './contract-suite.ts'
import { type LlmProvider, llmProviders } from './llm-providers.ts'

for (const provider of Object.keys(llmProviders) as LlmProvider[]) {
  const protocol = llmProtocols[provider]
  describeLlmContract(provider, {
    double: () => startLlmDouble(protocol),
    open: ({ url }, { timeoutMs }) =>
      openAiSdkLlm({ provider, url, model: protocol.model, apiKey: 'secret-key', timeoutMs }),
  })
}
