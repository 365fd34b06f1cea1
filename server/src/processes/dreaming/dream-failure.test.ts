import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { failureOf } from './dream-failure.ts'
import { FactExtractionError } from './extract/fact-extractor.ts'
import type { WaitingDocument } from './store.ts'

const document = (id: string, attempts = 1) => ({ id, attempts }) as WaitingDocument
const [a, b] = [document('a'), document('b')]

describe('A failed dreaming step', () => {
  test('blames the documents that the extractor names, and no neighbour', () => {
    const named = new FactExtractionError('dream.bad_response', 'No JSON', { documents: ['b'] })
    expect(failureOf(named, [a, b])).toMatchObject({ blamed: [b], countsAsAttempt: true })
  })

  test('blames all documents if the extractor names none', () => {
    const error = new FactExtractionError('dream.provider_unavailable', 'Away')
    expect(failureOf(error, [a, b])).toMatchObject({
      code: 'dream.provider_unavailable',
      message: 'Away',
      blamed: [a, b],
      countsAsAttempt: true,
    })
  })

  test('waits as long as the provider says, and a rate limit is no attempt', () => {
    const limited = new FactExtractionError('dream.rate_limited', 'Slow down', { retryAfterMs: 90_000 })
    expect(failureOf(limited, [a])).toMatchObject({ afterMs: 90_000, countsAsAttempt: false })
    const away = new FactExtractionError('dream.provider_unavailable', 'Away', { retryAfterMs: 0 })
    expect(failureOf(away, [a])).toMatchObject({ afterMs: 0, countsAsAttempt: true })
  })

  test('waits twice as long after each attempt, by the document with the most of them', () => {
    const waits = [1, 2, 3, 8].map(
      attempts => failureOf(new Error('x'), [a, document('c', attempts)]).afterMs,
    )
    expect(waits).toEqual([5_000, 10_000, 20_000, 640_000])
    expect(failureOf(new Error('x'), []).afterMs).toBe(5_000)
  })

  test('by the blamed documents alone: neighbours with many attempts do not lengthen the wait', () => {
    const error = new FactExtractionError('dream.timeout', 'Late', { documents: ['a'] })
    expect(failureOf(error, [a, document('c', 8)]).afterMs).toBe(5_000)
  })

  test('is no attempt while the database is busy, but is one if a statement ran into its time limit', () => {
    const busy = new AppError('cell.unavailable', { cause: { code: '53300' } })
    expect(failureOf(busy, [a])).toMatchObject({ code: 'internal', countsAsAttempt: false, afterMs: 5_000 })
    const slow = new AppError('cell.unavailable', { cause: { code: '57014' } })
    expect(failureOf(slow, [a])).toMatchObject({ code: 'dream.crashed', countsAsAttempt: true })
  })

  test('names the embedder if that is away, and shows nothing of an unexpected error', () => {
    expect(failureOf(new AppError('embed.unavailable'), [a])).toMatchObject({
      code: 'embed.provider_unavailable',
      countsAsAttempt: true,
    })
    const { code, message } = failureOf(new Error('password=hunter2'), [a])
    expect(code).toBe('dream.crashed')
    expect(message).not.toContain('hunter2')
  })
})
