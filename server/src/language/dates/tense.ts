import { isBareDate } from './bare-dates.ts'
import { clauseAround, clauseEnd, sentenceAfter, sentenceBefore } from './clauses.ts'
import { isHabitual } from './habits.ts'
import { holidays } from './holidays.ts'
import type { Tense } from './phrase.ts'

/** `I fly`, `she leaves`; also `the licence expires`, which needs a verb of schedules after any noun. */
const scheduledVerb =
  '(?:give|start|begin|end|finish|leave|fly|play|perform|launch|graduate|retire|teach|open|reopen|close|expire|renew|arrive|return|depart|land|ship|move|change|switch|run out|slip|(?:get|come|take|hit|kick|go)(?=(?:e?s)? (?:in|into|out|off|back|place|live|to|up|down|over)\\b))(?:e?s)?'
const adverb =
  '(?:(?:only|also|still|just|then|now|not|already|even|both|all|always|never|actually|finally|\\p{L}+ly)\\s+)*'

/** Signs of the future. Something booked or moved has yet to happen. */
const aheadWords = new RegExp(
  [
    String.raw`\b(?:will|won['’]t|shall|going to|gonna|plan(?:s|ning)?|planned (?:for|to)|think(?:ing)? (?:of|about)|consider(?:ing)?|upcoming|coming up|off to|look(?:ing)? forward|can['’]t wait|hop(?:e|ing) (?:to|for)|about to|(?:re)?schedul\w+|book (?:a|for|me)|booked|finali[sz]ed|postponed|extended|slated|set (?:for|to)|set something up|targets?|targeting|aim(?:s|ing)? (?:to|for)|goal|due|deadline|let['’]s|appointment|wants?|needs?|have to|has to|see you|remind|excited (?:for|about|to)|signing up|meet me|proposes? to|(?:should|must|might|can)(?! (?:not )?have\b)|may (?:also |not )?(?:be|go|come|need|move|visit|start|join|leave)|how about|what do you say|why don['’]t (?:we|you)|(?:would|could|will) (?:you|we)|are you (?:free|coming|up|around|in)|wanna)\b`,
    String.raw`['’]ll\b`,
    // `I am repainting it on Saturday`; but `I was repainting it`.
    String.raw`(?:\b(?:am|are|is)|['’](?:m|re|s)|\b(?:I|i)m|\b(?:s?he|they)['’]?(?:s|re))\s+${adverb}\p{L}+ing\b(?<!\b(?:during|morning|evening|nothing|something|anything|everything|being|having|wedding|building|meeting|training|painting|christening|gathering|hearing|wing|ring))`,
    // `We decided to spend Easter there`: the past is the decision only.
    String.raw`\b(?:decid|agree|promis|offer|plann?|want|hop|arrang|vow|intend|expect|need|prepar|ask|invit)e?d(?:\s+\p{L}+){0,2}?\s+to\s+(?!the\b|an?\b|my\b|our\b)\p{L}+\b`,
    String.raw`\bchose\s+to\s+\p{L}+\b`,
    // A request. Only verbs whose past and noun differ from it: `Set up the tent on Saturday` may be a story.
    String.raw`\bplease\b|^\W*(?:find|arrange|cancel|create|add|make|send|bring|buy|get|meet)\b`,
  ].join('|'),
  'giu',
)

/** Signs of the past: `-ed`, and the irregular verbs that people use in stories. */
const past =
  "was|were|wasn['’]t|weren['’]t|had|did|didn['’]t|went|(?<!\\b(?:have|has) |['’](?:ve|s) )got|bought|took|made|came|saw|met|began|found|gave|left|lost|said|told|thought|won|wrote|ran|rang|held|kept|spent|sold|taught|felt|fell|flew|drove|rode|ate|broke|brought|built|caught|chose|drew|grew|heard|knew|led|paid|sent|sang|slept|spoke|swam|stood|wore|woke|threw|became|ended up|done|born|ago|back from|(?:may|might|must|could|should) (?:not )?have|(?!worried|interested|tired|based|supposed|need|feed|indeed|speed)\\p{L}{2,}(?<!e)ed"
/** Verbs whose past is like their present: past, unless another verb governs them. */
const samePast =
  "(?<!(?:\\b(?:to|will|can|should|would|could|must|might|may|don['’]t|do|did|let|lets|never)|['’](?:ll|d|s))\\s+(?:\\p{L}+ly\\s+|not\\s+|just\\s+)?)\\b(?:quit|read|hurt|split|shut)\\b"
/** `The bins are collected on Tuesday` is the present. */
const behindWords = new RegExp(
  `(?<!(?:\\b(?:am|are|is|get|gets)|['’](?:s|re)(?=\\s+(?:called|named)))\\s+${adverb})\\b(?:${past})\\b|${samePast}`,
  'giu',
)

const scheduled = new RegExp(
  String.raw`\b(?!to\b|an?\b|the\b|my\b|of\b)[\p{L}'’]+\s+${adverb}(?:${scheduledVerb}|ha(?:ve|s) (?:an?|my|our|no|two|three|four|five|six|\d+)|can['’]t (?:do|make))\b|(?:\b(?:am|is|are)|['’](?:m|s|re))\s+${adverb}(?:away|off|out|back|gone|free|busy|on (?:leave|holiday|vacation|call|duty))\b|(?:\bha(?:ve|s)|['’](?:ve|s)) got\b|(?:\b(?:is|are)|['’](?:s|re))\s+(?:(?:only|not|happening|coming|back|due|all)\s+)*(?:on|in|at|by)\s+(?:the\s+)?$`,
  'giu',
)

/** Present tense: forms of `be` and `have`, and a verb after a pronoun or a name. */
const unclear =
  'would|could|might|should|must|may|can|put|set|let|cut|hit|quit|shut|and|or|but|who|in|on|at|of|the'
const presentWords = new RegExp(
  [
    String.raw`\b(?:am|[Ii]s|[Aa]re|isn['’]t|aren['’]t|[Dd]o|[Dd]oes|don['’]t|doesn['’]t)\b`,
    String.raw`(?<=\p{L})['’](?:m|re)\b|\b(?:he|she|it|that|there|who|what|here)['’]?s\b(?!\s+\p{L}+ed\b)`,
    String.raw`(?<!\b(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) )\b(?:I|[Ww]e|[Tt]hey|[Yy]ou)\s+${adverb}(?!(?:${past}|${unclear}|ha(?:ve|d)|am|are|\p{L}+ly)\b)\p{Ll}{2,}\b`,
    String.raw`\b(?:[Hh]e|[Ss]he|[Ii]t|who|which)\s+${adverb}(?!(?:was|has|his|this|as|us|always|is|quits)\b)\p{Ll}{2,}(?<!s)s\b`,
    // `Ana teaches the class`, but not `Blood tests on 3 May`.
    String.raw`\b\p{Lu}\p{Ll}+\s+${adverb}(?!(?:was|has|his|this|as|us|always|is)\b)\p{Ll}{2,}(?<!s)s(?=\s+(?:the|an?|my|our|your|his|her|their|me|us|him|it|them|to|into|from|for|back|out|home|\p{Lu}\p{Ll}+)\b)`,
  ].join('|'),
  'gu',
)

/** `had to move the party to` June 22, `put down for` the 3rd, `bought tickets for` Friday. */
const putOff =
  /\b(?:mov(?:e|ed|ing)|push(?:ed|ing)?|postpon(?:e|ed|ing)|shift(?:ed|ing)?|put|pencil(?:led)?|delayed|brought)(?: [\p{L}'’]+){0,6} (?:to|for) (?:the )?$/iu
const forWhen = /(?<!\b(?:was|were|went|been|waited|there|closed|open) )\bfor (?:the )?$/i

/** `since`, `back in April`, `this one's from the graduation on Saturday`, and stories that begin with `Put up`. */
const isBehind =
  /\b(?:[Ss]ince|[Aa]s of|[Bb]ack in)\s+(?:the\s+)?$|(?:\b(?:is|are)|['’]s)\s+from\s[^,;]*$|^\W*Put\s[^,;]*$/

/** `I got skates for Christmas`: a present, not a plan. */
const holidayNext = new RegExp(`^(?:${holidays})\\b`, 'i')

/** `Sample taken on the 5th`, `measured on 5 June`: a label, which says nothing about the time of writing. */
const label =
  /(?:^|[,;:(–—-]\s*|^(?!(?:i|we|he|she|they|it|you|who)\b)[\p{L}\p{N}/%. -]{1,40}?\s)(?<!\b(?:was|were|is|are|been|got|had|has|have|be|get)\s(?:\p{L}+\s)?)(?:taken|measured|drawn|collected|recorded|signed|dated|issued|sampled|printed|scanned|written|sent|updated|revised|seen|posted|filmed|shot|painted)\s+(?:on|in|at)\s+(?:the\s+)?$|\bdated\s+(?:on\s+)?(?:the\s+)?$/iu

/** `Flying to Rome on Friday`. */
const startsPlan = /^\W*\p{Lu}\p{Ll}+ing\b(?<!\b(?:Morning|Evening|During))/u

/**
 * The last verb before the date decides, else the first one after it in the same clause. A deadline is in the future.
 */
export function tenseAt(text: string, index: number): Tense {
  const before = sentenceBefore(text, index)
  const after = sentenceAfter(text, index)
  if (isHabitual(clauseAround(text, index))) return 'habit'
  if (putOff.test(before)) return 'ahead'
  if (isBehind.test(before)) return 'behind'
  if (label.test(before)) return 'label'
  const said = lastTense(before)
  if (said === 'ahead' || (said !== 'behind' && /\bby (?:the )?$/i.test(before))) return 'ahead'
  if (forWhen.test(before) && !(said === 'behind' && holidayNext.test(after))) return 'ahead'
  if (said === 'present' && /\bfrom\s+$/i.test(before)) return 'ahead'
  if (said !== 'open') return said
  const follows = tenseAfter(after)
  if (follows === 'present' && /^\W*from\s+$/i.test(before)) return 'ahead'
  if (follows !== 'open') return follows
  if (isBareDate(text)) return 'bare'
  return startsPlan.test(before) && !isHabitual(before) ? 'ahead' : 'open'
}

const signs: [Tense, RegExp][] = [
  ['ahead', aheadWords],
  ['behind', behindWords],
  ['scheduled', scheduled],
  ['present', presentWords],
]

/** Where two signs end at the same place, the first in the list counts. */
function lastTense(text: string): Tense {
  let [tense, at]: [Tense, number] = ['open', 0]
  for (const [name, pattern] of signs) {
    const end = lastEnd(pattern, text)
    if (end > at) [tense, at] = [name, end]
  }
  return tense
}

/** `On Friday, and I haven't packed`: the present perfect says nothing about the tense of the date. */
const perfect =
  /(?<!\b(?:may|might|must|could|should)\s+)(?:\bha(?:ve|s)(?:n['’]t)?|['’]ve)\s+(?:\p{L}+ly\s+|already\s+|just\s+|not\s+)?\p{L}+/giu

/** `On Friday I will …` and `On Friday, I will …`: the date itself may be a clause. */
function tenseAfter(text: string): Tense {
  const [date = '', next = ''] = text.replaceAll(perfect, ' ').split(clauseEnd)
  return firstTense(date) ?? firstTense(next) ?? 'open'
}

function firstTense(clause: string): Tense | undefined {
  let [tense, at]: [Tense | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const [name, pattern] of signs) {
    const start = clause.search(pattern)
    if (start >= 0 && start < at) [tense, at] = [name, start]
  }
  return tense
}

const lastEnd = (pattern: RegExp, text: string): number =>
  Array.from(text.matchAll(pattern), ({ 0: word, index }) => index + word.length).at(-1) ?? 0
