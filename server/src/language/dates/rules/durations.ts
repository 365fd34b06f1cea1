import type { Rule } from '../../rules/rule.ts'

export const takes: Rule = {
  name: 'duration of a deed',
  expression: /(?:\b(?:ha(?:ve|s)n?(?:['’]t)?|can|could|takes?|able to)\b|['’]ve\b)[^.!?;,]*$/i,
  matches: ['I can learn it ', 'I have run six races '],
  rejects: ['I leave '],
}

export const stateOver: Rule = {
  name: 'state that is over',
  expression: /(?:\b(?:was|were|had)|['’]d)\b[^.!?;,]*$/i,
  matches: ['We were married ', "I'd lived there "],
  rejects: ['We are married '],
}

/** `sail Wet Sunday home`: a name; `in Oslo Monday` is not. */
export const nameBefore: Rule = {
  name: 'name before a weekday',
  expression:
    /(?<!(?:^|\b(?:in|at|to|from|with|near|for|by|and|or|via))\s*)(?<=\S\s+)(?<!\p{L})(?!(?:On|In|At|By|For|From|Until|Till|Since|And|Or)\b)\p{Lu}\p{Ll}+\s+$/u,
  matches: ['We sail Wet '],
  rejects: ['in Oslo ', 'On '],
}
