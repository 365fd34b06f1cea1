import { expect, test } from 'vitest'
import { isWithin } from '../../../eval/memory/locomo-dates.ts'
import { type Dialogue, readDialogues, transcriptOf } from '../../../test/dialogues.ts'
import { resolveDates } from '../../language/dates/resolve-dates.ts'
import { extractLocally } from '../../language/english/extract-locally.ts'
import type { Fact } from '../../language/english/fact.ts'

/** Memories are read at a later time than they were written. */
const muchLater = new Date('2050-01-01')

const read = (dialogue: Dialogue): Fact[] =>
  extractLocally({
    text: transcriptOf(dialogue),
    from: 0,
    saidAt: dialogue.saidAt,
    origin: 'user',
    entityContext: undefined,
  })

/**
 * The rule of `npm run eval -- memory`: the date is among the event dates or in the text; a fact without a date belongs to the
 * day it was said.
 */
function isOf({ text, eventDates }: Fact, gold: string, saidAt: Date): boolean {
  const written = resolveDates(text, muchLater).dates
  if (eventDates.length === 0 && written.length === 0) return saidAt.toISOString().startsWith(gold)
  return (
    eventDates.some(date => date.toISOString().startsWith(gold)) ||
    written.some(({ from, to }) => isWithin(gold, from, to))
  )
}

for (const name of ['classes', 'turns', 'check'])
  for (const dialogue of readDialogues(name)) {
    const { group, question, golds, saidAt, isMissed } = dialogue
    const must = isMissed ? test.fails : test
    must(`${group}: ${question}`, () => {
      const facts = read(dialogue)
      const right = facts.filter(fact => golds.some(gold => isOf(fact, gold, saidAt)))
      expect(right, facts.map(({ text }) => text).join('\n')).not.toEqual([])
    })
  }
