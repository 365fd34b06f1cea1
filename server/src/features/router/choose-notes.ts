import { estimateTokens } from '../../platform/lib/tokens.ts'
import { noteLine } from './frame-notes.ts'

/** Texts that were recalled, best first. */
export type RecalledTexts = { profile: string[]; found: string[] }

/**
 * Chooses notes within the budget: the profile first, then what was found for the question. A text that the chat itself
 * contains is left out, because recent turns are stored too and would be found again.
 */
export function chooseNotes(
  { profile, found }: RecalledTexts,
  { said, maxTokens }: { said: string; maxTokens: number },
): string[] {
  const chosen = new Map<string, string>()
  let tokens = 0
  for (const text of [...profile, ...found]) {
    const name = text.toLowerCase().trim()
    if (name === '' || chosen.has(name) || isSaid(text, said)) continue
    const cost = estimateTokens(noteLine(text))
    if (tokens + cost > maxTokens) continue
    chosen.set(name, text)
    tokens += cost
  }
  return [...chosen.values()]
}

const label = /^(?:user|assistant)(?: \([^()\n]{1,60}\))?: /

/** Whether the chat has every line of a text. Lines of a stored conversation begin with the role of their speaker. */
function isSaid(text: string, said: string): boolean {
  return text.split('\n').every(line => said.includes(line.replace(label, '').trim()))
}
