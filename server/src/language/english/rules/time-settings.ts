import type { Rule } from '../../rules/rule.ts'

const when =
  '(yesterday|last (?:night|week|weekend|month|year|summer|winter|spring|fall|autumn|[a-z]+day)|this (?:morning|(?:past )?(?:week|weekend))|(?:on )?[a-z]+day|(?:an?|two|three|a few|a couple of) (?:days?|weeks?|months?) ago)'
const how =
  '(?:(?:just|such|so|an?|really|pretty|absolutely|quite|the|very|totally|truly|one) )*(?:wild|crazy|brutal|magical|stressful|emotional|productive|lovely|weird|chaotic|horrible|perfect|nice|cool|super|amazing|great|awesome|insane|incredible|rough|tough|hard|fun|eye-opening|hectic|busy|intense|something|special|unforgettable|blast|ride|nightmare|dream|roller-?coaster|good|bad|terrible|awful|wonderful|fantastic|exciting|best|worst|big|long|day|night|week|one)(?: (?:day|night|week|one|ride|for me|ever))*'
const opening = '^(?:(?:hey|hi|so|oh|well|wow|man)(?: [A-Z]\\w+)?,? )?'
const ending = '(?:[.!?…:]+|,|\\s[-–—]+|$)\\s*(.*)$'
const setting = (words: string): RegExp => new RegExp(`${opening}${words}${ending}`, 'i')

/** Sentences that only give the time of the next one, and what follows. */
export const timeSettings: readonly Rule[] = [
  {
    name: 'something happened then',
    expression: setting(`(?:something|some) (?:[\\w-]+ ){0,3}happened(?: to (?:me|us))?,? ${when}`),
    matches: ['Something odd happened last night.', 'So, something happened to me yesterday'],
    rejects: ['I lost my keys last night.'],
  },
  {
    name: 'that time was like this',
    expression: setting(`${when} (?:was|were|has been) ${how}`),
    matches: ['Yesterday was wild!', 'Last week was such a ride, I moved'],
    rejects: ["Yesterday was Ann's birthday"],
  },
  {
    name: 'here is what happened then',
    expression: setting(
      `(?:here's|this is|guess) what (?:(?:I|we) (?:did|got up to|was up to)|happened(?: to (?:me|us))?) ${when}`,
    ),
    matches: ['Guess what happened yesterday:', "Here's what we did last weekend."],
    rejects: ['Guess who called yesterday'],
  },
]

const months =
  'january|february|march|april|june|july|august|september|october|november|december|(?<=\\b(?:in|last|next|since|of|this) )may'

/** A point in time, past or future; not a duration, a frequency or `now`. */
export const pointInTime: Rule = {
  name: 'point in time',
  expression: new RegExp(
    `\\b(?:yesterday|tomorrow|tonight|(?:last|next|this|this past) (?:week|weekend|month|year|summer|winter|spring|fall|autumn|night|\\w+day|${months})|` +
      `on the \\d{1,2}(?:st|nd|rd|th)|over the weekend|the other day|(?:days?|weeks?|weekends?|months?|years?|decades?) (?:ago|back)|this (?:morning|afternoon|evening)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|${months}|(?:in|of|since|from) (?:19|20)\\d\\d)\\b`,
    'i',
  ),
  matches: ['I moved last May', 'Two years ago', 'We meet on the 3rd', 'Since 2019'],
  rejects: ['I moved twice', 'For two years', 'You may go'],
}

/** `A few days later` counts from an earlier event, not from now. */
export const ofNoTime: Rule = {
  name: 'no point in time',
  expression:
    /^(?:today|now)$|\blater$|\b(?:next|coming|past|last) (?:few|several|couple|\w+) \w+s$|\bthe past \w+$/i,
  matches: ['today', 'two days later', 'the next few weeks'],
  rejects: ['yesterday'],
}

/** The tagger takes these words for names when they are capitalised at the beginning. */
export const sayingWhen: Rule = {
  name: 'time taken for a name',
  expression: /^(?:yesterday|today|tomorrow|tonight|now|\w+day|\w+ly)(?:'s)?$/,
  matches: ['yesterday', 'friday', "recently's"],
  rejects: ['rachel'],
}
