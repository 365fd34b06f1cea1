import type { TextSpan } from '../../../language/english/fact.ts'
import { asData } from '../../../platform/lib/as-data.ts'

/** A quote of one short word occurs everywhere and proves nothing. */
const minQuoteLength = 4

/**
 * Finds a quote within part of a text: first letter by letter as the model saw it, then ignoring spaces, case and
 * the style of quotation marks. Undefined when it is not there, which means the model made it up.
 */
export function findQuote(text: string, quote: string, [from, to]: TextSpan): TextSpan | undefined {
  const said = asData(quote).trim()
  if (said.length < minQuoteLength) return undefined
  const part = asData(text.slice(from, to))
  const exact = part.indexOf(said)
  if (exact >= 0) return [from + exact, from + exact + said.length]
  return findLoosely(part, said, from)
}

function findLoosely(part: string, said: string, from: number): TextSpan | undefined {
  const sought = loosen(said.replaceAll(/^["'“”‘’…. ]+|["'“”‘’…. ]+$/g, '')).letters
  if (sought.length < minQuoteLength) return undefined
  const { letters, places } = loosen(part)
  const at = letters.indexOf(sought)
  if (at < 0) return undefined
  return [from + places[at]!, from + places[at + sought.length - 1]! + 1]
}

/**
 * Lower-cases the text, collapses whitespace and straightens quotation marks; also returns the original position of
 * each character.
 */
function loosen(text: string): { letters: string; places: number[] } {
  let letters = ''
  const places: number[] = []
  for (let i = 0; i < text.length; i++) {
    const letter = straight[text[i]!] ?? text[i]!
    if (/\s/.test(letter)) {
      if (letters.endsWith(' ')) continue
      letters += ' '
    } else {
      const lower = letter.toLowerCase()
      // A few letters become two in lower case, which would shift all positions after them.
      letters += lower.length === 1 ? lower : letter
    }
    places.push(i)
  }
  return { letters, places }
}

const straight: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-' }
