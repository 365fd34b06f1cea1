import type { Rule } from '../../rules/rule.ts'

export const oneEnd: Rule = {
  name: 'one end of a period',
  expression: /\b(?:since|until|till|before|after|by|from|to|between|and|than|for)\s+(?:the\s+)?$/i,
  matches: ['I worked there since ', 'from the '],
  rejects: ['I left in '],
}

export const rangeWord: Rule = {
  name: 'between the ends of a range',
  expression: /^\s*(?:to|-|–|~|through|thru|until|till|and)\s*(?:the\s+)?$/i,
  matches: [' to ', ' – the '],
  rejects: [' or '],
}

export const weekdayRange: Rule = {
  name: 'between the ends of a range of weekdays',
  expression: /^\s*(?:to|-|–|through|thru|until|till)\s*$/i,
  matches: [' to '],
  rejects: [' and '],
}

export const weekdayJoint: Rule = {
  name: 'between weekdays of one week',
  expression: /^\s*(?:to|-|–|through|thru|until|till|and|or|&|,)\s*(?:on\s+)?$/i,
  matches: [' and ', ', '],
  rejects: [' before '],
}
