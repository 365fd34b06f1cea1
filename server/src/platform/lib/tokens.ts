/** Characters in a token of most models, for languages written in letters. */
export const charactersPerToken = 4

/**
 * Estimates the tokens of a text. Usage figures, token quotas and LLM budgets share this one estimate, so they agree with
 * each other. A model's own count, where its provider reports one, replaces it.
 */
export const estimateTokens = (text: string): number => tokensOfLength(text.length)

/** Estimates the tokens of a text by its length alone, for a file whose text is not known yet. */
export const tokensOfLength = (characters: number): number => Math.ceil(characters / charactersPerToken)
