import { describe, expect, test } from 'vitest'
import { presentOutcome } from './present-outcome.ts'

const row: Parameters<typeof presentOutcome>[0] = {
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
const nothing = {
  memories: 0,
  setting: null,
  truncated: false,
  errorCode: null,
  errorMessage: null,
  until: null,
}
const since = new Date('2026-05-05T10:00:00Z')
const away = { dreamErrorCode: 'dream.provider_unavailable', dreamErrorMessage: 'The model does not answer.' }

describe('The outcome of dreaming', () => {
  test.each<[string, Partial<typeof row>, object | null]>([
    ['is null while a document is in line', { dreamingStatus: 'dreaming', dreamSince: since }, null],
    ['is null while a retry runs, because it has no new date', { dreamingStatus: 'dreaming', ...away }, null],
    [
      'is waiting, with the error and the date, after an attempt that is repeated later',
      { dreamingStatus: 'dreaming', dreamSince: since, ...away },
      {
        outcome: 'waiting',
        errorCode: 'dream.provider_unavailable',
        errorMessage: 'The model does not answer.',
        until: '2026-05-05T10:00:00.000Z',
      },
    ],
    [
      'is failed with the error of dreaming',
      { dreamingStatus: 'failed', errorCode: 'other', errorMessage: 'Other.', ...away },
      {
        outcome: 'failed',
        errorCode: 'dream.provider_unavailable',
        errorMessage: 'The model does not answer.',
      },
    ],
    [
      'is failed with the error of processing, if dreaming never began',
      { dreamingStatus: 'failed', errorCode: 'extract.empty', errorMessage: 'No text.' },
      { outcome: 'failed', errorCode: 'extract.empty', errorMessage: 'No text.' },
    ],
    [
      'is formed with the number of memories then, not of those that are left',
      { dreamOutcome: 'formed', dreamMemories: 3, memoryCount: 1, dreamCapped: true },
      { outcome: 'formed', memories: 3, truncated: true },
    ],
    ['is nothing for a text without facts', { dreamOutcome: 'nothing' }, { outcome: 'nothing' }],
    [
      'is filtered with the setting',
      { dreamOutcome: 'filtered', dreamSetting: 'excludeItems' },
      { outcome: 'filtered', setting: 'excludeItems' },
    ],
    ['is skipped for a document that forms no memories', { taskType: 'rag' }, { outcome: 'skipped' }],
    // Such documents are older than the columns of the outcome.
    ['is formed if memories cite the document', { memoryCount: 2 }, { outcome: 'formed', memories: 2 }],
    ['is unknown otherwise', {}, null],
  ])('%s', (_, fields, expected) => {
    expect(presentOutcome({ ...row, ...fields } as typeof row)).toEqual(
      expected && { ...nothing, ...expected },
    )
  })
})
