import type { Rule } from '../../rules/rule.ts'

/** Prepositions that are replaced together with the date. */
export const ownPreposition: Rule = {
  name: 'preposition replaced with its date',
  expression: /\b(?:on|in|at|over|during)\s+(?:the\s+)?$/i,
  matches: ['We met on ', 'stayed over the '],
  rejects: ['We left before '],
}

/** Prepositions that stay before the date. */
export const otherPreposition: Rule = {
  name: 'preposition that stays before a date',
  expression:
    /\b(?:since|before|after|until|till|by|from|to|between|for|of|than|(?<!\b(?:came|come|comes|coming|went|got|get|fell|falls|pulled) )through|throughout|towards?|early|late|mid|between [^.]{1,40} and)[\s-]+(?:the\s+)?$/i,
  matches: ['We left before ', 'open from the '],
  rejects: ['We met on ', 'came through '],
}

/** `We spent last Christmas in Rome` */
export const takesObject: Rule = {
  name: 'verb with a holiday as its object',
  keptFor: 'one-reading.test.ts',
  expression:
    /\b(?:spen[dt]\w*|host\w*|celebrat\w*|lov\w+|enjoy\w*|remember\w*|ha[ds]|have|miss\w*|do(?:ing)?|did|hat(?:e|ed)|like[ds]?|prefer\w*)\s+$/i,
  matches: ['We spent ', 'They celebrated '],
  rejects: ['We met on '],
}

export const articleBefore: Rule = {
  name: 'article before a date',
  expression: /\b(?:the|an?|my|our|your|his|her|their|best|worst|first|favou?rite)\s+$/i,
  matches: ['It was the ', 'our best '],
  rejects: ['We met on '],
}

export const nounAfter: Rule = {
  name: 'noun after a date',
  expression:
    /^ (?!(?:I|we|he|she|they|it|you|the|my|our|at|in|on|to|and|but|with|for|from|of|is|was|when|before|after)\b)\p{Ll}/u,
  matches: [' parade'],
  rejects: [' we met', ' and so on'],
}

export const clauseBefore: Rule = {
  name: 'beginning of a clause before a date',
  expression: /(?:^|[,;:.!?] |\b(?:that|and|but|because) )$/i,
  matches: ['It rained, ', 'and '],
  rejects: ['We met '],
}

export const verbAfter: Rule = {
  name: 'verb after a date as its subject',
  expression: /^ (?:has|was|is|will|had|were|are|marked|brought)\b(?! (?:I|my|the|we|our|there|it)\b)/,
  matches: [' was cold', ' has been long'],
  rejects: [' was I there', ' rained'],
}
