import type { ResolvedDate } from '../../../language/dates/resolve-dates.ts'
import { generalStems } from '../../../language/english/lexicon.ts'
import { numberWords, ordinals } from '../../../language/english/number-words.ts'
import { slotsIn } from '../../../language/english/slots.ts'
import { readWords } from '../../../language/english/words.ts'
import { plainLetters } from '../../../platform/lib/plain-letters.ts'
import { isUnspaced, pairsOf, sharesWords } from './shares-words.ts'

/** The words a model's statement is checked against. */
export type Evidence = {
  /** The sentences that contain the quote. */
  said: string
  /** Words of the same speaker around the quote, and words the quote may refer to. */
  around: string
  /** Names that a statement may use for the speaker. */
  names: readonly string[]
  /** Names of what is known that a statement may use for `she` or `my sister`. */
  known?: readonly string[] | undefined
  language: string
}

/**
 * Whether the text supports a model's statement. It must share a word with the quote. Each name and figure in it
 * must occur in the text, and so must the value of a single-valued slot (a home, an employer, a name). A model that
 * a page has instructed to say something else must find the words for it in what the same speaker said.
 */
export function isStatementSupported(
  statement: string,
  dates: readonly ResolvedDate[],
  evidence: Evidence,
): boolean {
  const { said, around } = evidence
  if (!sharesWords(statement, said)) return false
  if (isUnspaced(statement) !== isUnspaced(said)) return true
  if (isUnspaced(statement)) return hasMostPairs(statement, around)
  const known = stemsOf(around)
  const undated = withoutDates(statement, dates)
  return (
    areNamesSupported(undated, known, evidence) &&
    areFiguresSupported(undated, around) &&
    (!denies.test(undated) || denied.test(said) || evidence.language !== 'en') &&
    (evidence.language !== 'en' || areSlotsSupported(undated, known, said))
  )
}

/** Number of leading letters that a word keeps in most of its forms. */
const stemLength = 4

const stemOf = (word: string): string => plainLetters(word).slice(0, stemLength)
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set([...wordsIn(text).map(stemOf), ...initialsIn(text)])

/** Matches `New York City` with `NYC`, in both directions. */
const initialsIn = (text: string): string[] =>
  Array.from(text.matchAll(/\p{Lu}[\p{L}\p{M}]*(?: (?:of |the )?\p{Lu}[\p{L}\p{M}]*)+/gu), ([run]) =>
    stemOf(
      wordsIn(run)
        .filter(word => /^\p{Lu}/u.test(word))
        .map(word => word[0])
        .join(''),
    ),
  )

/** Words that refer to the speaker, in the languages our users write. */
const ofSpeaker =
  /^(?:the|der|die|das|le|la|l|el|il|lo|de|het|den|o|a|user|users|assistant|nutzer|nutzerin|benutzer|benutzerin|utilisateur|utilisatrice|usuario|usuaria|utente|gebruiker|användaren|пользователь)$/

/**
 * In English only names are capitalised, so all must occur. In languages that capitalise nouns, most of them must.
 */
function areNamesSupported(
  statement: string,
  known: ReadonlySet<string>,
  { names, known: remembered = [], language, around }: Evidence,
): boolean {
  const own = new Set([...names, ...remembered].flatMap(wordsIn).map(stemOf))
  const initials = new Set(
    Array.from(around.matchAll(/\p{Lu}{2,}/gu), ([word]) => word.toLowerCase().slice(0, stemLength)),
  )
  const runs = initialsIn(statement).some(run => initials.has(run))
  const told = capitalsIn(statement, language).filter(word => !ofSpeaker.test(word.toLowerCase()))
  const found = told.filter(word => runs || known.has(stemOf(word)) || own.has(stemOf(word)))
  return language === 'en' ? found.length === told.length : found.length * 2 >= told.length
}

/** Any word is capitalised at the start of a sentence, so there the tagger decides whether it is a name. */
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

export function areFiguresSupported(statement: string, around: string): boolean {
  const told = statement.match(/\d+(?:[.,:]\d+)*/g) ?? []
  if (told.length === 0) return true
  const plain = (figure: string) => figure.replaceAll(',', '')
  const said = new Set((around.match(/\d+(?:[.,:]\d+)*/g) ?? []).map(plain))
  for (const word of wordsIn(around.toLowerCase())) said.add(numberWords[word] ?? ordinals[word] ?? '')
  // A figure written in words (`twenty-five`, `one and a half`) cannot be looked up.
  const isSpelled = wordsIn(around.toLowerCase()).some(word =>
    /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|dozen|half|k)$/.test(
      word,
    ),
  )
  return isSpelled || told.every(figure => said.has(plain(figure)))
}

/** `allergic to peanuts` does not support `allergic to nothing`. */
const denies = /\b(?:not|no|never|nothing|none|nobody|nowhere|no longer|anymore|without)\b|n['’]t\b/i
export const denied =
  /\b(?:not|no|nope|never|nothing|none|nobody|nowhere|any ?more|without|neither|nor|cannot|hardly|barely|stop\w*|quit\w*|gave up|giv\w+ up|hat\w+|dislik\w+|avoid\w*|refus\w+|cancel\w*|former\w*|ex|used to|lack\w*|fail\w*|left|over|gone|lost|sold|instead|free)\b|n['’]t\b/i

/** Words with which people state the slot about themselves. */
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

function areSlotsSupported(statement: string, known: ReadonlySet<string>, said: string): boolean {
  return slotsIn(statement).every(
    ({ slot, value }) => isValueSupported(value, known) && (tells[slot]?.test(said) ?? true),
  )
}

/** Whether most words of a value occur in the text. */
export function isValueSupported(value: string, known: ReadonlySet<string> | string): boolean {
  const stems = typeof known === 'string' ? stemsOf(known) : known
  const words = wordsIn(value).filter(word => word.length > 2 && !generalStems.has(word.toLowerCase()))
  return words.filter(word => stems.has(stemOf(word))).length * 2 >= words.length
}

/** Requires a third of the character pairs: a paraphrase keeps that many, another place name does not. */
function hasMostPairs(statement: string, around: string): boolean {
  const [told, said] = [pairsOf(statement), new Set(pairsOf(around))]
  return told.filter(pair => said.has(pair)).length * 3 >= told.length
}

/** Dates are checked by their meaning, not by their words. */
function withoutDates(statement: string, dates: readonly ResolvedDate[]): string {
  let rest = statement
  for (const { start, end } of dates) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  return rest
}
