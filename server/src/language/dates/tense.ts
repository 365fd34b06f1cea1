import type { Tense } from './phrase.ts'

/** Signs of the future. Something booked or moved has yet to happen. */
const aheadWords =
  /\b(?:will|won['’]t|shall|going to|gonna|plan(?:s|ning)?|planned (?:for|to)|think(?:ing)? (?:of|about)|consider(?:ing)?|upcoming|coming up|look(?:ing)? forward|can['’]t wait|hop(?:e|ing) (?:to|for)|about to|(?:re)?schedul\w+|book (?:a|for|me)|booked|finali[sz]ed|postponed|extended|slated|set (?:for|to)|set something up|targets?|targeting|aim(?:s|ing)? (?:to|for)|goal|due|deadline|let['’]s|appointment|want to|need to|have to|see you|remind|excited (?:for|about|to)|signing up|meet me|starts|begins|opens|closes|arrives|departs|launches|proposes? to|shall|how about (?:we|you|\p{L}+ing)|what do you say|why don['’]t (?:we|you)|(?:would|could|will) you|are you (?:free|coming|up|around|in)|wanna|(?<=\b(?:am|are|is)\s|['’](?:m|re|s)\s)(?:joining|flying|leaving|coming|meeting|moving|visiting|hosting|starting|driving|heading|going|opening|closing|arriving|launching|throwing))\b|['’]ll\b/giu

/** Signs of the past: `-ed`, and the irregular verbs that people use in stories. */
const behindWords =
  /\b(?:was|were|had|did|didn['’]t|went|(?<!\b(?:have|has) |['’](?:ve|s) )got|bought|took|made|came|saw|met|began|found|gave|left|lost|said|told|thought|won|wrote|ran|read|held|kept|spent|sold|taught|felt|fell|flew|drove|rode|ate|broke|brought|built|caught|chose|drew|grew|heard|hurt|knew|led|paid|sent|sang|slept|spoke|swam|wore|ago|back from|(?!worried|interested|tired|based|named|called|supposed)\p{L}{2,}(?<!e)ed)\b/giu

/** A statement in the present tense about a time without its year or week is about the future. */
const presentBefore =
  /(?:\b(?:is|are)|['’](?:s|re))\s+(?:(?:only|not|happening|coming|back|due|all)\s+)*(?:on|in|at|due|by)\s+(?:the\s+)?$/iu
const presentWords =
  /\b(?!to\b|an?\b|the\b|my\b|of\b)[\p{L}'’]+\s+(?:(?:give|start|begin|leave|fly|play|perform|launch|graduate|retire|teach|open|reopen|expire|arrive|run out|(?:get|come|take|hit|kick|go)(?=s? (?:in|out|off|back|place|live)\b))s?|ha(?:ve|s) (?:an?|my|our|to)|can['’]t (?:do|make))\b|(?:\bha(?:ve|s)|['’](?:ve|s)) got\b/iu

/** `had to move the party to` June 22. */
const putOff =
  /\b(?:mov(?:e|ed|ing)|push(?:ed|ing)?|postpon(?:e|ed|ing)|shift(?:ed|ing)?)(?: [\p{L}'’]+){0,6} to (?:the )?$/iu

/** Characters of a sentence that are examined on either side. */
const reach = 300
const sentenceEnd = /[.!?](?:\s|$)|\n/
const clauseEnd = /[.!?,;:](?:\s|$)|\n|\s(?:and|but|so|which)\s/

/**
 * The last sign before the date decides, else the first one after it in the same clause. A deadline is in the future.
 */
export function tenseAt(text: string, index: number): Tense {
  const before = text
    .slice(Math.max(0, index - reach), index)
    .split(sentenceEnd)
    .at(-1)!
  if (putOff.test(before)) return 'ahead'
  const ahead = lastEnd(aheadWords, before)
  const behind = lastEnd(behindWords, before)
  if (ahead > 0 || behind > 0) return ahead >= behind ? 'ahead' : 'behind'
  if (/\bby (?:the )?$/i.test(before) || presentBefore.test(before)) return 'ahead'
  const after = tenseAfter(text.slice(index, index + reach))
  return after === 'open' && isPresent(before, text.slice(index, index + reach)) ? 'ahead' : after
}

/** `On Friday, and I haven't packed`: the present perfect says nothing about the tense of the date. */
const done = /(?:\bha(?:ve|s)(?:n['’]t)?|['’]ve)\s+(?:\p{L}+ly\s+|already\s+|just\s+|not\s+)?\p{L}+/giu

/** `On Friday I will …` and `On Friday, I will …`: the date itself may be a clause. */
function tenseAfter(text: string): Tense {
  const [date = '', next = ''] = text.split(sentenceEnd)[0]!.replaceAll(done, ' ').split(clauseEnd)
  return tenseOf(date) ?? tenseOf(next) ?? 'open'
}

const isPresent = (before: string, after: string): boolean =>
  presentWords.test(before) || presentWords.test(after.split(clauseEnd)[0]!)

function tenseOf(clause: string): Tense | undefined {
  const ahead = clause.search(aheadWords)
  const behind = clause.search(behindWords)
  if (ahead < 0 && behind < 0) return undefined
  return behind < 0 || (ahead >= 0 && ahead <= behind) ? 'ahead' : 'behind'
}

const lastEnd = (pattern: RegExp, text: string): number =>
  Array.from(text.matchAll(pattern), ({ 0: word, index }) => index + word.length).at(-1) ?? 0
