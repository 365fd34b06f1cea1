import { isPast } from '../../../language/english/verbs.ts'
import type { TaggedWord } from '../../../language/english/words.ts'

/** Whether a fact is stated as ongoing or as an event. */

const adverbs = '(?:(?:also|usually|always|really|currently|still|mostly) )*'
const participle = `${adverbs}(?:just |already |never |recently |finally |now )*\\p{L}+(?:ed|en|wn|ne|ught)\\b|(?:lost|won|run|read|had|hit|put|set|met|sold|built|found|held|paid|left|led|come|become|begun)\\b`
const state = new RegExp(
  `^(?:[^,]{1,40}, )?(?:(?:the user|\\p{L}+)(?: and others)?(?:'s [\\p{L}' -]{2,40}?)? ${adverbs}(?:is|are|(?:has|have)(?: been| got|(?= )(?! (?:${participle})))|\\p{Ll}{2,}[^s\\P{L}]s)|the [\\p{L} -]{3,30} (?:is|are)) `,
  'iu',
)
/** Verbs of single events. */
export const singleEvent =
  /\b(?:went|attended|visited|bought|watched|finished|completed|planned|made|met|saw)\b/i

/** `The user and others meet in the park` */
const stateOfSeveral = /^(?:the user and others|they) (?:usually |always |often |mostly )?(\p{Ll}{2,})\b/iu

export function isState(text: string): boolean {
  const plural = stateOfSeveral.exec(text)?.[1]
  return (state.test(text) || (plural !== undefined && !isPast(plural))) && !singleEvent.test(text)
}

export function isEpisode(words: readonly TaggedWord[]): boolean {
  const verb = words.find(({ pos }) => pos === 'VERB' || pos === 'AUX')?.lower ?? ''
  return isPast(verb) && !/^(?:was|were|had)$/.test(verb)
}

const setting =
  /^(?:re)?(?:booked|scheduled|set|planned|arranged|moved|pushed|changed|shifted|postponed|delayed|extended|confirmed|switched|got|agreed|decided|updated|adjusted|told|learned|heard|realized|found)$/
const auxiliary = /^(?:has|have|had|'ve|'s|is|are|was|were|be|been|being|get|gets|got|getting)$/

/** `went`; not `has gone`, `is called`, `was moved to` or `hosted by`. */
export function happened(words: readonly TaggedWord[], i: number): boolean {
  const { lower, pos } = words[i]!
  if (lower === 'had') return /^(?:DET|ADJ)$/.test(words[i + 1]?.pos ?? '')
  if (pos !== 'VERB' || !isPast(lower) || setting.test(lower) || words[i + 1]?.lower === 'by') return false
  const before = words.slice(Math.max(0, i - 3), i)
  return !before.some(word => auxiliary.test(word.lower)) && !/^(?:NOUN|PROPN)$/.test(words[i + 1]?.pos ?? '')
}
