import { speakerLabel } from '../../platform/lib/speaker-label.ts'

const label = new RegExp(`^${speakerLabel}`, 'u')

const firstPerson = /\b(?:i|my|me|mine|myself|we|our|us)\b/i
const secondPerson = /\b(?:you|your|yours)\b/i

/**
 * Tests whether a chunk, by its opening label, is by the speaker that a query asks about: a person whom the query names, the user
 * if it says "I", or the assistant if it says "you". Measured on the tuning halves: LoCoMo +1.8, LongMemEval +1.6 nDCG@10.
 */
export function speakerAskedAbout(q: string): (opening: string) => boolean {
  const words = new Set(q.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
  const asksAssistant = secondPerson.test(q)
  const asksUser = !asksAssistant && firstPerson.test(q)
  return opening => {
    const [, speaker, name] = label.exec(opening) ?? []
    if (speaker === undefined) return false
    const role = speaker.toLowerCase()
    if (role === 'user' || role === 'human') return asksUser || isNamed(name, words)
    if (role === 'assistant' || role === 'ai') return asksAssistant
    return isNamed(speaker, words)
  }
}

/** True if the query contains the first name of the speaker. */
function isNamed(name: string | undefined, words: ReadonlySet<string>): boolean {
  const [first] = name?.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return first !== undefined && words.has(first)
}
