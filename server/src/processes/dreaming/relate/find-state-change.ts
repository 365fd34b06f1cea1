import { readWords, type TaggedWord } from '../../../language/english/words.ts'
import { ended, isNow } from './change-words.ts'
import type { Aspects } from './read-aspects.ts'
import { aboutTheSame, sharedBesidesSubject, sharedStems } from './shared-stems.ts'
import { singleEvent } from './tense.ts'

/** An ongoing state changed: it was replaced, finished, reversed or ended. */

/** Something else is true now, and each fact names its own thing. */
export function findReplacement(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  if (nearness < aboutTheSame || newer.isAdded || newer.isIntended || older.isIntended) return undefined
  if (singleEvent.test(older.text) || singleEvent.test(newer.text)) return undefined
  if (sharedBesidesSubject(older, newer).length < 2 || !isNow.test(newer.text) || !nameApart(older, newer))
    return undefined
  return 'both say what is so at the time; said later'
}

const nameApart = (a: Aspects, b: Aspects): boolean =>
  [...a.names].some(name => !b.names.has(name)) && [...b.names].some(name => !a.names.has(name))

/** Verbs of acquiring something that one has from then on. */
const acquired =
  /\b(?:got|bought|joined|signed up|subscribed|adopted|started|began|leased|picked up|switched to)\b/i

/** Cosine below which a shared word is chance. */
const ofOneStory = 0.35

const parted = /\b(?:broke up|split up|got divorced|divorced|passed away)\b/i

/** The newer fact says that the older state ended, or what replaced it. */
export function findEnd(older: Aspects, newer: Aspects, nearness: number): string | undefined {
  const match = ended.exec(newer.text)
  // Without vectors, the words alone must decide.
  if (nearness > 0 && nearness < ofOneStory) return undefined
  if (match === null || !(older.isOngoing || acquired.test(older.text)) || newer.isIntended) return undefined
  const said = stemsAfter(newer, match.index + match[0].length)
  const both = said.filter(stem => older.stems.has(stem))
  const object = stemsAfter(newer, match.index + match[0].length, isEnd)
  const isOfIt =
    (both.length >= 1 && both.length >= said.length / 2) ||
    (object.length >= 1 && object.every(stem => older.stems.has(stem)))
  const isOfWhom = parted.test(newer.text) && sharedStems(older.names, newer.names).length > 0
  return isOfIt || isOfWhom ? 'says that it came to an end or was replaced' : undefined
}

const reach = 8

/** End of the phrase that names what ended: `sold the Corolla` and bought another. */
const isEnd = ({ pos, lower }: TaggedWord): boolean => pos === 'CCONJ' || /^[,.;]$/.test(lower)

/** Stems of the words that follow. */
function stemsAfter(
  { text, stems, subject }: Aspects,
  at: number,
  isLast = (_: TaggedWord): boolean => false,
): string[] {
  const words = readWords(text)
    .filter(({ start }) => start >= at)
    .slice(0, reach)
  const end = words.findIndex(isLast)
  return words
    .slice(0, end < 0 ? reach : end)
    .map(({ stem }) => stem)
    .filter(stem => stems.has(stem) && stem !== subject)
}

const finished = /\b(?:finished|completed|done with|wrapped up|graduated|submitted|passed)\b/i
const underWay =
  /\b(?:reading|watching|working on|meaning to|in the middle|halfway|started|currently|on page|on episode|still|struggling|getting back|put down|enrolled|studying|preparing)\b/i

/** It was under way before and is finished now; only for things with a name. */
export function findCompletion(older: Aspects, newer: Aspects): string | undefined {
  const named = sharedStems(older.names, newer.names)
  if (named.length < 2 || !finished.test(newer.text) || finished.test(older.text)) return undefined
  return underWay.test(older.text) ? 'was under way before and is finished now' : undefined
}

const stopped =
  /\b(?:no longer|anymore|stopped|quit|gave up|given up|cancell?ed|used to|(?:don't|doesn't|do not|does not) (?:really )?(?:like|enjoy|eat|drink|use|want|care|play|watch))\b/i

const likes = /\b(?:likes|they like|loves?|enjoys?|fan of|to like|to love|to enjoy|adores?)\b/i
const dislikes = /\b(?:hates?|dislikes?|can't stand|(?:not|n't)(?: really)? (?:like|enjoy|care for|a fan))\b/i

/** Something the person did or liked before, and does or likes no longer. */
export function findReversal(older: Aspects, newer: Aspects): string | undefined {
  const [before, now] = [dislikes.test(older.text), dislikes.test(newer.text)]
  const isFlipped = before !== now && (before ? likes.test(newer.text) : likes.test(older.text))
  if (
    isFlipped &&
    sharedBesidesSubject(older, newer).length >= 0.6 * Math.min(older.stems.size, newer.stems.size) &&
    older.stems.size > 0
  )
    return 'thinks otherwise of it'
  if (older.isNegative === newer.isNegative || !stopped.test(newer.text) || !older.isOngoing) return undefined
  const both = sharedBesidesSubject(older, newer)
  const least = Math.min(older.stems.size, newer.stems.size)
  return both.length >= 2 && both.length >= least / 2 ? 'says that it is no longer so' : undefined
}
