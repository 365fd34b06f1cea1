import type { Rule } from '../../rules/rule.ts'

export const reference: Rule = {
  name: 'that year or the same day',
  expression:
    /\b(?:that|(?:that|the) (?:very )?same)\s+(?<unit>year|spring|summer|autumn|fall|winter|month|week|weekend|day)\b(?!\s+(?:when|that|where|which|in which|we first)\b)/giu,
  matches: ['We left that year', 'on the very same day'],
  rejects: ['that day when we met'],
}

export const yearReference: Rule = {
  name: 'year of the date before',
  keptFor: 'one-reading.test.ts',
  expression: /^,?\s+(?:of\s+)?(?:that|the same)\s+year\b/i,
  matches: [' that year', ', of the same year'],
  rejects: [' this year'],
}
