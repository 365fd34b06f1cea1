import type { Rule } from '../../rules/rule.ts'

export const sentenceEnd: Rule = {
  name: 'end of a sentence around a date',
  expression: /(?<!\b(?:Mr|Mrs|Ms|Dr|St|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec))[.!?](?:\s|$)|\n/,
  matches: ['Done. Next', 'Why? Yes'],
  rejects: ['Dr. Bell', '3.5 km'],
}

export const clauseEnd: Rule = {
  name: 'end of a clause around a date',
  expression: /[.!?,;:](?:\s|$)|\n|\s(?:and|but|so|which|because|while|although|though)\s/,
  matches: ['I ran, he sat', 'I ran because he sat'],
  rejects: ['I ran to him'],
}
