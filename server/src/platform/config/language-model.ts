import { z } from 'zod'
import { dollars, milliseconds, text } from './kinds.ts'

export const languageModelSettings = {
  LLM: z
    .enum(['none', 'openai-compatible', 'anthropic', 'google'])
    .default('none')
    .describe(
      'Language model that extracts memories and rewrites queries. `none`: built-in rules do both, without a network. `openai-compatible` also works with Ollama and vLLM.',
    ),
  LLM_URL: text.describe(
    'LLM: base address, for example `http://127.0.0.1:11434/v1`. Reverie adds `/chat/completions`. Required when LLM is `openai-compatible`. Default for Anthropic and Google: their own address.',
  ),
  LLM_MODEL: text.describe('LLM: model name to send. Required unless LLM is `none`.'),
  LLM_API_KEY: text.describe('LLM: API key of the provider. Most local servers need none.'),
  LLM_TIMEOUT_MS: milliseconds
    .min(100)
    .max(600_000)
    .default(60_000)
    .describe(
      'LLM: timeout of one call. For rewriting a query it is 2 s at most; then the built-in rules do it.',
    ),
  LLM_INPUT_USD_PER_MILLION: dollars
    .max(1_000)
    .default(0)
    .describe(
      'LLM: price of a million input tokens in US dollars. LLM_DAILY_USD and the spending report use it.',
    ),
  LLM_OUTPUT_USD_PER_MILLION: dollars
    .max(1_000)
    .default(0)
    .describe(
      'LLM: price of a million output tokens in US dollars. LLM_DAILY_USD and the spending report use it.',
    ),
  LLM_DAILY_USD: dollars
    .max(1_000_000)
    .default(0)
    .describe(
      'LLM: budget of each organization per day (UTC) in US dollars. Needs the prices above. 0: no limit.',
    ),
  LLM_SUMMARIES: z
    .stringbool()
    .default(true)
    .describe(
      'LLM: also summarize documents of 1,500 characters or more. This about doubles the cost of processing them. `false`: a summary quotes sentences of the document.',
    ),
  LLM_OVER_BUDGET: z
    .enum(['local', 'wait'])
    .default('local')
    .describe(
      'LLM: behaviour when the daily budget is spent. `local`: the built-in rules process documents. `wait`: documents wait for the next day.',
    ),
  LLM_FALLBACK: z
    .enum(['local', 'fail'])
    .default('local')
    .describe(
      'LLM: behaviour when the model fails three times in a row, or cannot process a document. `local`: the built-in rules process the document. `fail`: documents wait while the model is down; one that it cannot process ends as `failed` after MAX_ATTEMPTS.',
    ),
}
