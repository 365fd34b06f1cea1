import type { Span } from '../../../language/english/fact.ts'
import { asData } from '../../../platform/lib/as-data.ts'

/** A word or less is found everywhere, and proves nothing. */
const leastQuote = 4

/**
 * Where a text holds what is quoted from it, within a part of it: letter by letter as the model saw it, otherwise without
 * regard to spaces, case and the form of quotation marks. Undefined: it does not, and the model made it up.
 */
export function findQuote(text: string, quote: string, [from, to]: Span): Span | undefined {
  const said = asData(quote).trim()
  if (said.length < leastQuote) return undefined
  const part = asData(text.slice(from, to))
  const exact = part.indexOf(said)
  if (exact >= 0) return [from + exact, from + exact + said.length]
  return findLoosely(part, said, from)
}

function findLoosely(part: string, said: string, from: number): Span | undefined {
  const sought = loosen(said.replaceAll(/^["'“”‘’…. ]+|["'“”‘’…. ]+$/g, '')).letters
  if (sought.length < leastQuote) return undefined
  const { letters, places } = loosen(part)
  const at = letters.indexOf(sought)
  if (at < 0) return undefined
  return [from + places[at]!, from + places[at + sought.length - 1]! + 1]
}

/** In lower case, one space for any, straight quotation marks; and where each character stood. */
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
      // A few letters are two in lower case, and would move all that follow.
      letters += lower.length === 1 ? lower : letter
    }
    places.push(i)
  }
  return { letters, places }
}

const straight: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-' }
