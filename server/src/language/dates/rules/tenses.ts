import type { Rule } from '../../rules/rule.ts'
import { holidays } from '../holidays.ts'

/** `I fly`, `she leaves`; also `the licence expires`, which needs a verb of schedules after any noun. */
const scheduledVerb =
  '(?:give|start|begin|end|finish|leave|fly|play|perform|launch|graduate|retire|teach|open|reopen|close|expire|renew|arrive|return|depart|land|ship|move|change|switch|run out|slip|(?:get|come|take|hit|kick|go)(?=(?:e?s)? (?:in|into|out|off|back|place|live|to|up|down|over)\\b))(?:e?s)?'

const adverb =
  '(?:(?:only|also|still|just|then|now|not|already|even|both|all|always|never|actually|finally|\\p{L}+ly)\\s+)*'

/** Signs of the future. Something booked or moved has yet to happen. */
export const aheadWords: Rule = {
  name: 'future',
  expression: new RegExp(
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
  ),
  matches: ['I will go', 'She is moving', 'We decided to sell'],
  rejects: ['I went'],
}

/** Signs of the past: `-ed`, and the irregular verbs that people use in stories. */
const past =
  "was|were|wasn['’]t|weren['’]t|had|did|didn['’]t|went|(?<!\\b(?:have|has) |['’](?:ve|s) )got|bought|took|made|came|saw|met|began|found|gave|left|lost|said|told|thought|won|wrote|ran|rang|held|kept|spent|sold|taught|felt|fell|flew|drove|rode|ate|broke|brought|built|caught|chose|drew|grew|heard|knew|led|paid|sent|sang|slept|spoke|swam|stood|wore|woke|threw|became|ended up|done|born|ago|back from|(?:may|might|must|could|should) (?:not )?have|(?!worried|interested|tired|based|supposed|need|feed|indeed|speed)\\p{L}{2,}(?<!e)ed"

/** Verbs whose past is like their present: past, unless another verb governs them. */
const samePast =
  "(?<!(?:\\b(?:to|will|can|should|would|could|must|might|may|don['’]t|do|did|let|lets|never)|['’](?:ll|d|s))\\s+(?:\\p{L}+ly\\s+|not\\s+|just\\s+)?)\\b(?:quit|read|hurt|split|shut)\\b"

/** `The bins are collected on Tuesday` is the present. */
export const behindWords: Rule = {
  name: 'past',
  expression: new RegExp(
    `(?<!(?:\\b(?:am|are|is|get|gets)|['’](?:s|re)(?=\\s+(?:called|named)))\\s+${adverb})\\b(?:${past})\\b|${samePast}`,
    'giu',
  ),
  matches: ['I went', 'We painted it', 'I quit'],
  rejects: ['I go', 'The bins are collected'],
}

export const scheduled: Rule = {
  name: 'scheduled',
  expression: new RegExp(
    String.raw`\b(?!to\b|an?\b|the\b|my\b|of\b)[\p{L}'’]+\s+${adverb}(?:${scheduledVerb}|ha(?:ve|s) (?:an?|my|our|no|two|three|four|five|six|\d+)|can['’]t (?:do|make))\b|(?:\b(?:am|is|are)|['’](?:m|s|re))\s+${adverb}(?:away|off|out|back|gone|free|busy|on (?:leave|holiday|vacation|call|duty))\b|(?:\bha(?:ve|s)|['’](?:ve|s)) got\b|(?:\b(?:is|are)|['’](?:s|re))\s+(?:(?:only|not|happening|coming|back|due|all)\s+)*(?:on|in|at|by)\s+(?:the\s+)?$`,
    'giu',
  ),
  matches: ['The lease expires', 'I am away', 'She has an exam'],
  rejects: ['I want to leave'],
}

/** Present tense: forms of `be` and `have`, and a verb after a pronoun or a name. */
const unclear =
  'would|could|might|should|must|may|can|put|set|let|cut|hit|quit|shut|and|or|but|who|in|on|at|of|the'

export const presentWords: Rule = {
  name: 'present',
  expression: new RegExp(
    [
      String.raw`\b(?:am|[Ii]s|[Aa]re|isn['’]t|aren['’]t|[Dd]o|[Dd]oes|don['’]t|doesn['’]t)\b`,
      String.raw`(?<=\p{L})['’](?:m|re)\b|\b(?:he|she|it|that|there|who|what|here)['’]?s\b(?!\s+\p{L}+ed\b)`,
      String.raw`(?<!\b(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) )\b(?:I|[Ww]e|[Tt]hey|[Yy]ou)\s+${adverb}(?!(?:${past}|${unclear}|ha(?:ve|d)|am|are|\p{L}+ly)\b)\p{Ll}{2,}\b`,
      String.raw`\b(?:[Hh]e|[Ss]he|[Ii]t|who|which)\s+${adverb}(?!(?:was|has|his|this|as|us|always|is|quits)\b)\p{Ll}{2,}(?<!s)s\b`,
      // `Ana teaches the class`, but not `Blood tests on 3 May`.
      String.raw`\b\p{Lu}\p{Ll}+\s+${adverb}(?!(?:was|has|his|this|as|us|always|is)\b)\p{Ll}{2,}(?<!s)s(?=\s+(?:the|an?|my|our|your|his|her|their|me|us|him|it|them|to|into|from|for|back|out|home|\p{Lu}\p{Ll}+)\b)`,
    ].join('|'),
    'gu',
  ),
  matches: ['I am here', 'She teaches', 'They swim'],
  rejects: ['I swam'],
}

/** `had to move the party to` June 22, `put down for` the 3rd, `bought tickets for` Friday. */
export const putOff: Rule = {
  name: 'moved to a date',
  expression:
    /\b(?:mov(?:e|ed|ing)|push(?:ed|ing)?|postpon(?:e|ed|ing)|shift(?:ed|ing)?|put|pencil(?:led)?|delayed|brought)(?: [\p{L}'’]+){0,6} (?:to|for) (?:the )?$/iu,
  matches: ['We moved the party to ', 'put it down for '],
  rejects: ['We went to '],
}

export const forWhen: Rule = {
  name: 'for a date',
  expression: /(?<!\b(?:was|were|went|been|waited|there|closed|open) )\bfor (?:the )?$/i,
  matches: ['I bought tickets for '],
  rejects: ['I waited for '],
}

/** `since`, `back in April`, `this one's from the graduation on Saturday`, and stories that begin with `Put up`. */
export const sinceWords: Rule = {
  name: 'since or back in',
  expression:
    /\b(?:[Ss]ince|[Aa]s of|[Bb]ack in)\s+(?:the\s+)?$|(?:\b(?:is|are)|['’]s)\s+from\s[^,;]*$|^\W*Put\s[^,;]*$/,
  matches: ['I live here since ', 'back in ', 'This is from the party on '],
  rejects: ['I leave in '],
}

/** `I got skates for Christmas`: a present, not a plan. */
export const holidayNext: Rule = {
  name: 'holiday follows',
  expression: new RegExp(`^(?:${holidays})\\b`, 'i'),
  matches: ['Christmas, I got skates'],
  rejects: ['Monday'],
}

/** `Sample taken on the 5th`, `measured on 5 June`: a label, which says nothing about the time of writing. */
export const labelled: Rule = {
  name: 'label of a thing',
  expression:
    /(?:^|[,;:(–—-]\s*|^(?!(?:i|we|he|she|they|it|you|who)\b)[\p{L}\p{N}/%. -]{1,40}?\s)(?<!\b(?:was|were|is|are|been|got|had|has|have|be|get)\s(?:\p{L}+\s)?)(?:taken|measured|drawn|collected|recorded|signed|dated|issued|sampled|printed|scanned|written|sent|updated|revised|seen|posted|filmed|shot|painted)\s+(?:on|in|at)\s+(?:the\s+)?$|\bdated\s+(?:on\s+)?(?:the\s+)?$/iu,
  matches: ['Sample taken on ', 'Letter dated '],
  rejects: ['I was taken on '],
}

/** `Flying to Rome on Friday`. */
export const startsPlan: Rule = {
  name: 'plan without a subject',
  expression: /^\W*\p{Lu}\p{Ll}+ing\b(?<!\b(?:Morning|Evening|During))/u,
  matches: ['Flying to Rome'],
  rejects: ['Morning walk', 'I fly'],
}

/** `On Friday, and I haven't packed`: the present perfect says nothing about the tense of the date. */
export const perfect: Rule = {
  name: 'present perfect',
  expression:
    /(?<!\b(?:may|might|must|could|should)\s+)(?:\bha(?:ve|s)(?:n['’]t)?|['’]ve)\s+(?:\p{L}+ly\s+|already\s+|just\s+|not\s+)?\p{L}+/giu,
  matches: ['I have packed', "they've already left"],
  rejects: ['I packed'],
}
