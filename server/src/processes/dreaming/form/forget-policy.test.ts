import { describe, expect, it } from 'vitest'
import type { FactKind } from '../../../language/english/fact.ts'
import { forgetEpisodic } from './forget-policy.ts'

const saidAt = new Date('2024-03-01T00:00:00Z')
const fact = (kind: FactKind, eventDates: string[] = [], isStatic = false) => ({
  kind,
  isStatic,
  saidAt,
  eventDates: eventDates.map(date => new Date(date)),
})
const never = { forgetAfter: null, forgetReason: null }

describe('forgetEpisodic', () => {
  it('forgets an event some days after its last day, or after it was said', () => {
    expect(forgetEpisodic(fact('event', ['2024-05-03', '2024-05-01']), 30)).toEqual({
      forgetAfter: new Date('2024-06-02T00:00:00Z'),
      forgetReason: 'episodic',
    })
    expect(forgetEpisodic(fact('plan'), 1).forgetAfter).toEqual(new Date('2024-03-02T00:00:00Z'))
  })

  it('keeps lasting facts, and everything when the policy is off', () => {
    for (const kind of ['attribute', 'preference', 'fact'] as const)
      expect(forgetEpisodic(fact(kind, ['2020-01-01']), 30)).toEqual(never)
    expect(forgetEpisodic(fact('event', ['2020-01-01'], true), 30)).toEqual(never)
    expect(forgetEpisodic(fact('event', ['2020-01-01']), 0)).toEqual(never)
  })
})
