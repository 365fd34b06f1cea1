import type { ResolvedDate } from '../../../language/dates/resolve-dates.ts'
import { generalStems } from '../../../language/english/lexicon.ts'
import { numberWords, ordinals } from '../../../language/english/number-words.ts'
import { slotsIn } from '../../../language/english/slots.ts'
import { readWords } from '../../../language/english/words.ts'
import { plainLetters } from '../../../platform/lib/plain-letters.ts'
import { isUnspaced, pairsOf, sharesWords } from './shares-words.ts'

/** Words that a model's statement is checked against. */
export type Evidence = {
  /** The sentences that are quoted. */
  said: string
  /** Words of the same speaker around them, and words they may point at. */
  around: string
  /** Names that a statement may use for the speaker. */
  names: readonly string[]
  language: string
}

/**
 * Whether the text bears out what a model states: it shares a word with the quote, each name and figure in it was said, and
 * so was what fills a slot of which there is one (a home, an employer, a name). A model that was told by a page to say
 * something else must find the words for it in what the same speaker said.
 */
export function isBorneOut(statement: string, dates: readonly ResolvedDate[], evidence: Evidence): boolean {
  const { said, around } = evidence
  if (!sharesWords(statement, said)) return false
  if (isUnspaced(statement) !== isUnspaced(said)) return true
  if (isUnspaced(statement)) return hasMostPairs(statement, around)
  const known = stemsOf(around)
  const undated = withoutDates(statement, dates)
  return (
    namesSaid(undated, known, evidence) &&
    figuresSaid(undated, around) &&
    (!denies.test(undated) || denied.test(said) || evidence.language !== 'en') &&
    (evidence.language !== 'en' || slotsSaid(undated, known, said))
  )
}

/** As many letters as a word keeps in most of its forms. */
const stemLength = 4

const stemOf = (word: string): string => plainLetters(word).slice(0, stemLength)
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set([...wordsIn(text).map(stemOf), ...initialsIn(text)])

/** `New York City` for `NYC`, and the other way round. */
const initialsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\p{Lu}[\p{L}\p{M}]*(?: (?:of |the )?\p{Lu}[\p{L}\p{M}]*)+/gu), ([run]) =>
    stemOf(
      wordsIn(run)
        .filter(word => /^\p{Lu}/u.test(word))
        .map(word => word[0])
        .join(''),
    ),
  )

/** How a speaker is told of, in the languages that people wrote to us. */
const ofSpeaker =
  /^(?:the|der|die|das|le|la|l|el|il|lo|de|het|den|o|a|user|users|assistant|nutzer|nutzerin|benutzer|benutzerin|utilisateur|utilisatrice|usuario|usuaria|utente|gebruiker|användaren|пользователь)$/

/** In English a name has a capital; where nouns have one, too, most of them must have been said. */
function namesSaid(
  statement: string,
  known: ReadonlySet<string>,
  { names, language, around }: Evidence,
): boolean {
  const own = new Set(names.flatMap(wordsIn).map(stemOf))
  const initials = new Set(
    Array.from(around.matchAll(/\p{Lu}{2,}/gu), ([word]) => word.toLowerCase().slice(0, stemLength)),
  )
  const runs = initialsIn(statement).some(run => initials.has(run))
  const told = capitalsIn(statement, language).filter(word => !ofSpeaker.test(word.toLowerCase()))
  const found = told.filter(word => runs || known.has(stemOf(word)) || own.has(stemOf(word)))
  return language === 'en' ? found.length === told.length : found.length * 2 >= told.length
}

/** At the start of a sentence any word has a capital: there the tagger tells a name. */
function capitalsIn(statement: string, language: string): string[] {
  if (language !== 'en') return wordsIn(statement).filter((word, i) => i > 0 && /^\p{Lu}/u.test(word))
  return readWords(statement)
    .filter(({ text, pos, start }) => {
      const opens = start === 0 || /[.!?"“]\s*$/.test(statement.slice(0, start))
      return /^\p{Lu}/u.test(text) && !pronouns.test(text) && (!opens || pos === 'PROPN')
    })
    .flatMap(({ text }) => wordsIn(text.replace(/['’]s$/, '')))
}

const pronouns = /^(?:I|I['’]\w+|He|She|They|It|His|Her|Their|Its)$/

function figuresSaid(statement: string, around: string): boolean {
  const told = statement.match(/\d+(?:[.,:]\d+)*/g) ?? []
  if (told.length === 0) return true
  const plain = (figure: string) => figure.replaceAll(',', '')
  const said = new Set((around.match(/\d+(?:[.,:]\d+)*/g) ?? []).map(plain))
  for (const word of wordsIn(around.toLowerCase())) said.add(numberWords[word] ?? ordinals[word] ?? '')
  // Written in words (`twenty-five`, `one and a half`), a figure cannot be looked up.
  const isSpelled = wordsIn(around.toLowerCase()).some(word =>
    /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|k)$/.test(
      word,
    ),
  )
  return isSpelled || told.every(figure => said.has(plain(figure)))
}

/** `allergic to peanuts` does not bear out `allergic to nothing`. */
const denies = /\b(?:not|no|never|nothing|none|nobody|nowhere|no longer|anymore|without)\b|n['’]t\b/i
const denied =
  /\b(?:not|no|nope|never|nothing|none|nobody|nowhere|any ?more|without|neither|nor|cannot|hardly|barely|stop\w*|quit\w*|gave up|giv\w+ up|hat\w+|dislik\w+|avoid\w*|refus\w+|cancel\w*|former\w*|ex|used to|lack\w*|fail\w*|left|over|gone|lost|sold|instead|free)\b|n['’]t\b/i

/** Words by which people say it of themselves. */
const tells: Readonly<Record<string, RegExp>> = {
  residence:
    /\b(?:liv\w+|moved?|moving|reloc\w+|resid\w+|home|house|flat|apartment|condo|room|settl\w+|rent\w*|based|from|neighbou?rhood|lease|dorm|stay\w*|here|back in|city|town|place)\b/i,
  workplace:
    /\b(?:work\w*|job|hired|employ\w*|join\w*|start\w*|position|role|career|intern\w*|team|company|office|at|for|with)\b/i,
  job: /\b(?:work\w*|job|hired|employ\w*|position|role|career|intern\w*|promot\w*|as an?|I['’]?a?m)\b/i,
  name: /\b(?:names?|named|call\w*|I['’]m|I am|goe?s? by|this is)\b/i,
  'their name': /\b(?:names?|named|call\w*|I['’]m|I am|goe?s? by|this is)\b/i,
  relationship:
    /\b(?:single|married|marry|engaged|divorc\w*|separated|dating|widow\w*|wife|husband|partner|girlfriend|boyfriend|fianc\S*|wedding|relationship|spouse|propos\w*|broke up)\b/i,
}

function slotsSaid(statement: string, known: ReadonlySet<string>, said: string): boolean {
  return slotsIn(statement).every(
    ({ slot, value }) => isSaid(value, known) && (tells[slot]?.test(said) ?? true),
  )
}

/** Whether most of the words of a value were said. */
export function isSaid(value: string, known: ReadonlySet<string> | string): boolean {
  const stems = typeof known === 'string' ? stemsOf(known) : known
  const words = wordsIn(value).filter(word => word.length > 2 && !generalStems.has(word.toLowerCase()))
  return words.filter(word => stems.has(stemOf(word))).length * 2 >= words.length
}

/** A third of the pairs of characters: what is put in other words keeps so many, another place does not. */
function hasMostPairs(statement: string, around: string): boolean {
  const [told, said] = [pairsOf(statement), new Set(pairsOf(around))]
  return told.filter(pair => said.has(pair)).length * 3 >= told.length
}

/** Dates are checked by what they mean, not by their words. */
function withoutDates(statement: string, dates: readonly ResolvedDate[]): string {
  let rest = statement
  for (const { start, end } of dates) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  return rest
}
