/** Model providers that the memory router forwards to unless the operator names others. All are on the public internet. */
export const knownProviders: readonly string[] = [
  'https://api.openai.com',
  'https://api.anthropic.com',
  'https://generativelanguage.googleapis.com',
  'https://api.groq.com',
  'https://api.deepinfra.com',
  'https://openrouter.ai',
  'https://gateway.ai.cloudflare.com',
  'https://api.cloudflare.com',
]
