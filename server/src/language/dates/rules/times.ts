import type { Rule } from '../../rules/rule.ts'
import { smallNumbers } from '../../rules/vocabulary.ts'

const hours = smallNumbers.slice(1, 13)

const clock = (name: string) => `(?<h${name}>\\d{1,2}|${hours.join('|')})(?:[:.](?<m${name}>[0-5]\\d))?`

const half = (name: string) => `(?:\\s*(?<half${name}>[ap](?:\\.?\\s?m\\.?)?)(?![\\p{L}]))`

export const timeRange: Rule = {
  name: 'from a time to another',
  expression: new RegExp(
    `(?<![\\p{L}\\p{N}/.:-])(?:(?:from|between|at)\\s+)?${clock('A')}${half('A')}?\\s*(?:-|–|to|and|until|till)\\s*${clock('B')}${half('B')}?(?![\\p{L}\\p{N}/:-]|\\.\\d)(?:\\s+o['’]?clock)?`,
    'giu',
  ),
  matches: ['from 3 to 5 pm', '9:30-11'],
  rejects: ['at noon'],
}

export const singleTime: Rule = {
  name: 'time',
  expression: new RegExp(
    `(?<![\\p{L}\\p{N}/.:-])(?:(?:at|around|about|by)\\s+)?(?:${clock('A')}(?:${half('A')}|\\s+o['’]?clock)|(?<hB>\\d{1,2}):(?<mB>[0-5]\\d)|(?<=(?:at|around)\\s+)(?<hC>\\d{1,2})(?![\\p{L}\\p{N}:/.-]|\\s+(?:day|week|month|year|hour|minute|people)))(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  matches: ['at 7', '3 pm', '19:30', "five o'clock"],
  rejects: ['7 people'],
}

export const namedTime: Rule = {
  name: 'named time',
  expression: /\b(?:(?:at|around|by)\s+)?(?<name>noon|midday|midnight)\b/giu,
  matches: ['at noon', 'midnight'],
  rejects: ['afternoon'],
}
