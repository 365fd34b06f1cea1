import { z } from 'zod'
import { knownProviders } from '../lib/known-providers.ts'
import { count, milliseconds } from './kinds.ts'

const baseAddress = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@]+[^\s?#@]*$/, 'must be an address such as http://127.0.0.1:11434/v1')

export const routerSettings = {
  ROUTER_PROVIDERS: z
    .string()
    .regex(
      /^\s*(none|https?:\/\/[^\s/,?#@*]+(\s*,\s*https?:\/\/[^\s/,?#@*]+)*)\s*$/,
      'must be origins such as https://api.openai.com, separated by commas, or none',
    )
    .default(knownProviders.join(','))
    .describe(
      'Router: providers that the memory router may forward to, as origins separated by commas, with the port if it is not the usual one. A provider that is not in the default list may be in your private network, for example `http://10.2.0.7:11434`. `none`: the router is off.',
    ),
  ROUTER_OPENAI_URL: baseAddress
    .default('https://api.openai.com/v1')
    .describe(
      'Router: where `POST /v1/chat/completions` goes. Reverie adds `/chat/completions`. Its host needs no entry in ROUTER_PROVIDERS.',
    ),
  ROUTER_ANTHROPIC_URL: baseAddress
    .default('https://api.anthropic.com/v1')
    .describe(
      'Router: where `POST /v1/messages` goes. Reverie adds `/messages`. Its host needs no entry in ROUTER_PROVIDERS.',
    ),
  ROUTER_MEMORY_TOKENS: count
    .min(50)
    .max(100_000)
    .default(1_500)
    .describe('Router: largest number of tokens of recalled memory that it adds to a request.'),
  ROUTER_HISTORY_TOKENS: count
    .min(0)
    .max(10_000_000)
    .default(20_000)
    .describe(
      'Router: a longer history loses its oldest turns, as far as the conversation is stored already. 0: the router never removes a turn.',
    ),
  ROUTER_MEMORY_TIMEOUT_MS: milliseconds
    .min(1)
    .max(60_000)
    .default(1_000)
    .describe(
      'Router: longest time that a request waits for memory. After it, the request goes to the provider unchanged.',
    ),
  ROUTER_TIMEOUT_MS: milliseconds
    .min(1_000)
    .max(3_600_000)
    .default(600_000)
    .describe(
      'Router: longest time to wait for the first byte of a provider, and then for each further one. Reasoning models may be silent for minutes.',
    ),
}
