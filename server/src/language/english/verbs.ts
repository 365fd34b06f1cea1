import { verbsTakenForNouns } from './lexicon.ts'
import type { TaggedWord } from './words.ts'

/** English verb forms, as far as the change from first to third person needs them. */

const modals = new Set(
  'wo ca sha can could will would shall should may might must ought cannot used had better'.split(' '),
)

/**
 * Past forms that do not end in -ed, including those equal to the present: these do not change in the third person.
 */
const pastForms = new Set(
  `was were went got had did made took came saw knew thought found gave told became left felt kept began ran brought
  wrote sat stood lost paid met led understood spoke grew won taught caught bought sent built fell drew broke spent
  drove rose slept woke wore chose ate flew forgot forgave hid rode rang sang swam drank threw lent bent dealt heard
  held laid lit meant mistook overcame sold shook shot slid snuck stole struck stuck swore swept swung tore withdrew
  read put set cut hit let cost hurt quit spread bet beat shut split upset cast burst overheard rebuilt retook said
  dug fed fled fought froze ground hung knelt learnt leapt rid sought shone sank spun sprang stank strove wove wound
  bore bled blew bound bred crept dove dreamt dwelt outgrew oversaw overslept redid reread undertook undid`.split(
    /\s+/,
  ),
)

/** Verbs that are also nouns, and that the tagger often takes for nouns. */
const alsoNouns = new Set(
  `work plan play study cook run walk hike bike travel love like hope need want dream drive swim dance paint garden
  practice volunteer train exercise drink sleep shop camp ski surf fish hunt code design write read watch use help
  visit study teach commute`.split(/\s+/),
)

export const isVerb = (word: string, pos: string): boolean =>
  pos === 'VERB' || pos === 'AUX' || verbsTakenForNouns.has(word)

/** `My landlord charges me $900`, `the trip takes 2 hours`: before an object, a word in -s is a verb. */
export const isVerbForNoun = (words: readonly TaggedWord[], i: number): boolean =>
  i > 0 &&
  words[i]!.pos === 'NOUN' &&
  /[^s]s$/.test(words[i]!.lower) &&
  ['PRON', 'DET', 'NUM', 'SYM'].includes(words[i + 1]?.pos ?? '')

export const isModal = (word: string): boolean => modals.has(word)

export const isPast = (word: string): boolean =>
  pastForms.has(word) || (/ed$/.test(word) && !/eed$/.test(word))

export const mayBeVerb = (word: string, pos: string): boolean => pos === 'VERB' || alsoNouns.has(word)

/** The third-person singular of a first-person verb. Returns anything but a plain present form unchanged. */
export function toThirdPersonVerb(verb: string): string {
  if (verb === 'am' || verb === 'are') return 'is'
  if (verb === 'have') return 'has'
  if (verb === 'do') return 'does'
  if (verb === 'go') return 'goes'
  if (verb === 'were') return 'was'
  if (isModal(verb) || isPast(verb) || /(?:ing|s)$/.test(verb))
    return verb.endsWith('ss') ? `${verb}es` : verb
  if (/(?:ch|sh|x|z|o)$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}
