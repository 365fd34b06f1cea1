import { describe, expect, test } from 'vitest'
import { presentMemoryState } from './present-memory-state.ts'

type Row = Parameters<typeof presentMemoryState>[0]

const row: Row = {
  status: 'done',
  taskType: 'memory',
  dreamingStatus: 'done',
  memoryCount: 0,
  errorCode: null,
  errorMessage: null,
  dreamOutcome: null,
  dreamMemories: null,
  dreamSetting: null,
  dreamCapped: false,
  dreamErrorCode: null,
  dreamErrorMessage: null,
  dreamSince: null,
}
const since = new Date('2026-05-05T10:00:00Z')

describe('The memory state of a document', () => {
  test.each<[string, Partial<Row>, string, string | null]>([
    ['is formed while a current memory cites it', { memoryCount: 2, dreamOutcome: 'formed' }, 'formed', null],
    ['is none when nothing was found', { dreamOutcome: 'nothing' }, 'none', 'nothing_found'],
    [
      'is none when its memories are gone',
      { dreamOutcome: 'formed', dreamMemories: 2 },
      'none',
      'not_current',
    ],
    ['is none when dreaming left no result', {}, 'none', 'unknown'],
    ['is off for rag', { taskType: 'rag' }, 'off', 'rag'],
    ['is off for rag before it is done', { taskType: 'rag', status: 'queued' }, 'off', 'rag'],
    ['waits for processing', { status: 'embedding', dreamingStatus: 'dreaming' }, 'waiting', 'processing'],
    ['waits for dreaming', { dreamingStatus: 'dreaming', dreamSince: since }, 'waiting', 'dreaming'],
    [
      'waits for the next attempt',
      {
        dreamingStatus: 'dreaming',
        dreamSince: since,
        dreamErrorCode: 'dream.rate_limited',
        dreamErrorMessage: 'Too many calls.',
      },
      'waiting',
      'retry',
    ],
    [
      'failed with its document',
      { status: 'failed', dreamingStatus: 'failed' },
      'failed',
      'processing_failed',
    ],
    ['failed with its dreaming', { dreamingStatus: 'failed' }, 'failed', 'dreaming_failed'],
  ])('%s', (_, change, state, reason) => {
    expect(presentMemoryState({ ...row, ...change })).toMatchObject({ state, reason })
  })

  test('names the setting that filtered out the facts', () => {
    expect(presentMemoryState({ ...row, dreamOutcome: 'filtered', dreamSetting: 'excludeItems' })).toEqual({
      state: 'none',
      reason: 'filtered',
      message: 'The setting excludeItems filtered out all facts.',
    })
  })
})
