import type { Rule } from '../../rules/rule.ts'
import { kinship } from '../lexicon.ts'

/** `… and while I find it exciting`, whose main clause was dropped. */
export const openEnd: Rule = {
  name: 'end without its main clause',
  expression:
    /,? (?:and|but|so) (?:to be honest|honestly|frankly|unfortunately|however)\.?$|,? (?:and|but) (?:while|although|though|if|because|since|when) [^,]{1,60}\.?$/i,
  matches: ['I bought it, but to be honest', 'I like it, and while the colour is odd'],
  rejects: ['I bought it, but I like it'],
}

export const freshClause: Rule = {
  name: 'boundary of a clause with its own subject',
  expression:
    /((?<=\b(?:happened|ride|news|call|busy|while|great|good|crazy|tough|wild))\s[-–—]+\s|,?\s+(?:and|but|so|though|although)\s+|;\s+|(?<=^been [^,]{1,40}),\s|,\s+(?=(?:I|I['’](?:m|ve))\s)|\s[-–—]+\s(?:for (?:instance|example)|like),?\s|\s[-–—]+\s(?=(?:just |recently |finally |also )*(?:had|got|went|took|started|finished|saw|met|lost|won|bought|moved|visited|attended|joined|left)\s))(?=(?:now |then |also |recently |just )*(?:I|I['’](?:m|ve|d|ll)|we['’]\w+|we|you|(?<=, \w+ )my|(?<=[-–—] (?:for (?:instance|example)|like),? )(?:my|our))\s|was (?:wondering|hoping)\b|(?<=(?:[-–—]|^been [^,]{1,40},)\s)(?:just |recently |finally |also )*(?:had|got|went|took|started|finished|saw|met|lost|won|bought|moved|visited|attended|joined|left)\s)/i,
  matches: ['I sold the car and I bought a bike', 'Busy - I moved house'],
  rejects: ['I sold the car and the bike'],
}

/** Sentences with these openings are not understood in halves. */
export const subordinate: Rule = {
  name: 'subordinate clause first',
  expression:
    /^(?:if|unless|when|while|since|because|as|after|before|although|though|once|whenever|given|considering)\b/i,
  matches: ['When it rains I stay in'],
  rejects: ['I stay in when it rains'],
}

export const looseEnd: Rule = {
  name: 'loose connector at the end',
  expression: /(?:,|\s[-–—]+)?\s+(?:and|but|so|or|though|speaking of which|by the way|anyway)$/i,
  matches: ['I sold the car, and', 'We left anyway'],
  rejects: ['I sold the car'],
}

export const lostDate: Rule = {
  name: 'preposition whose date was removed',
  expression: /(?:^| )(?:on|in|at|since) (?=[.,;!])/gi,
  matches: ['I joined a club on .'],
  rejects: ['I joined a club on Monday.'],
}

export const clauseEnd: Rule = {
  name: 'end of a clause',
  expression: /\s[-–—]+\s|;\s|,?\s(?:and|but|so|because|which|though|where)\s|,\s/g,
  matches: ['I won, but lost later', 'We ate - it was late'],
  rejects: ['I won twice'],
}

/** `It's been rough since my father died in 2019.` */
export const clauseInside: Rule = {
  name: 'clause of the speaker inside another',
  expression: /\b(?:since|when|after|because|before) ((?:I|my|we|our)\b.+)$/i,
  matches: ["It's quiet since my son left in 2020"],
  rejects: ["It's quiet since Monday"],
}

export const bareSubject: Rule = {
  name: 'subject that names nothing',
  expression:
    /^(?:it|(?:that|this)(?='s| is| was| has)|he|she|they|something|everything|so much|a lot|things|you)\b/i,
  matches: ['It was fun', 'Everything broke on Monday'],
  rejects: ['The boiler broke on Monday'],
}

/** A new clause with a subject of its own. */
export const secondFact: Rule = {
  name: 'second fact with its own subject',
  expression: /(?:,? (?:and|but)|;) (?=(?:I|I['’](?:m|ve)|my|our) |the (?:\w+ ){1,3}(?:is|are|has|was) )/i,
  matches: ['I teach maths and my wife teaches art'],
  rejects: ['I teach maths and art'],
}

/** `Ada does the web, Ben does the rest`: each clause begins with a name and a verb. */
export const namedClause: Rule = {
  name: 'list of people with verbs',
  expression: /(?:, (?:and )?| and )(?=\p{Lu}\p{Ll}+ (?:is|was|has|does|did|[\p{Ll}]{2,}(?:s|ed)) )/u,
  matches: ['Ana cooks, Ben cleans the flat'],
  rejects: ['Ana cooks and eats'],
}

export const conjunctionFirst: Rule = {
  name: 'opens with a conjunction',
  expression: /^(?:if|when|because|since|although|unless|until|as)\b/i,
  matches: ['Because I moved'],
  rejects: ['I moved because of work'],
}

export const dependentPart: Rule = {
  name: 'depends on the other parts',
  expression: /\b(?:there|then|both|either|neither|if|so that|because|unless)\b/i,
  matches: ['I work there', 'I like both'],
  rejects: ['I work at the port'],
}

const name = String.raw`\p{Lu}[\p{L}'’-]+(?: (?:van |de |von |der |den |el |al )*\p{Lu}[\p{L}'’.-]+){0,3}`

export const introduced: Rule = {
  name: 'introduction with name, age and trade',
  expression: new RegExp(
    String.raw`^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)\b[^,!.]{0,20}[,!.]? )?(?:I['’]m|I am|[Mm]y name(?:['’]s| is)|[Tt]his is) (${name})(?:, (\d{1,3}))?(?:, (?:an? )?((?:\p{Lu}{2,4} )?(?!\p{Lu})[\p{L} /&-]{3,40}(?: (?:at|for|with|in) [^,;]{2,50})?))?$`,
    'u',
  ),
  matches: ["Hi, I'm Ines Prado, 41, nurse at the clinic"],
  rejects: ["I'm tired, nurse"],
}

const kin = String.raw`(?:my|our) ((?:\w+ )?(?:${[...kinship].join('|')})) (\p{Lu}[\p{L}'’-]+)(?: \((\d{1,2})\)|, (?:who(?:['’]s| is) )?(\d{1,2})|, aged? (\d{1,2}))?`

export const company: Rule = {
  name: 'lives or travels with relatives',
  expression: new RegExp(
    String.raw`^(I(?:['’]\w+)? [^,;]{3,60}?),? (?:together )?with ${kin}(?:,? and ${kin})?$`,
    'u',
  ),
  matches: ['I live in Bruges with my wife Ann and our son Leo, who is 3'],
  rejects: ['I live in Bruges with friends'],
}

export const negated: Rule = {
  name: 'negation before a verb',
  expression: /(?:^| )(?:not|n't|never|no longer)(?: \w+)?$/,
  matches: ['does not', 'no longer ever'],
  rejects: ['does'],
}
