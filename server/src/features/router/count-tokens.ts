import { estimateTokens } from '../../platform/lib/tokens.ts'
import type { Chat } from './read-chat.ts'

/** Tokens of a chat as its client sent it, and as it went to the provider. */
export type ChatTokens = { processed: number; sent: number }

/** Estimates both by the length of the texts. */
export function estimateChat(
  { messages, otherTokens }: Chat,
  removed: ReadonlySet<number>,
  notes: string,
): ChatTokens {
  const processed = messages.reduce((sum, { tokens }) => sum + tokens, otherTokens)
  const left = messages.reduce((sum, { tokens }, i) => sum + (removed.has(i) ? 0 : tokens), otherTokens)
  return { processed, sent: left + estimateTokens(notes) }
}

/**
 * Models have 2.7 to 5.3 characters per token. Outside of this range, images or tools explain the difference. In a short
 * prompt, what the provider adds to each message does, so a few tokens that agree are counted with both.
 */
const scale = { least: 0.75, most: 1.5, agreed: 20 }

/**
 * Replaces the estimate by the provider's own count. It counted only what was sent, so the difference to what the client
 * sent is scaled to the provider's tokens.
 */
export function countedBy(provider: number | undefined, estimate: ChatTokens): ChatTokens {
  if (provider === undefined || estimate.sent === 0) return estimate
  const measured = (provider + scale.agreed) / (estimate.sent + scale.agreed)
  const ratio = Math.min(scale.most, Math.max(scale.least, measured))
  const difference = Math.round((estimate.processed - estimate.sent) * ratio)
  return { processed: Math.max(0, provider + difference), sent: provider }
}
