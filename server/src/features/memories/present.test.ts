import { describe, expect, it } from 'vitest'
import { encodeId, newId } from '../../platform/lib/ids.ts'
import {
  presentAdded,
  presentEntry,
  presentForgetting,
  presentForgotten,
  presentMemory,
  presentReview,
  presentUndo,
  presentUpdated,
} from './present.ts'
import { addMemoriesResponse, memoryEntryJson, memoryJson, updateMemoryResponse } from './schema.ts'
import type { MemoryRow } from './store.ts'

const [first, second, container, org, document] = Array.from({ length: 5 }, () => newId(7)) as [
  string,
  string,
  string,
  string,
  string,
]
const learnedAt = new Date('2026-05-14T09:30:00Z')
const updatedAt = new Date('2026-05-15T09:30:00Z')

const rowOf = (row: Partial<MemoryRow> = {}): MemoryRow => ({
  shard: 7,
  org,
  container,
  id: first,
  text: 'Ada prefers tea.',
  isStatic: false,
  isInference: false,
  isLatest: true,
  isForgotten: false,
  version: 1,
  parent: null,
  root: first,
  sourceCount: 1,
  metadata: null,
  forgetAfter: null,
  forgetReason: null,
  learnedAt,
  documentDate: null,
  eventDates: [],
  updatedAt,
  ...row,
})
const secondVersion = rowOf({ id: second, version: 2, parent: first, root: first })
const noLineage = { memory: first, relations: {}, documents: [] }

describe('the JSON of a memory', () => {
  it('fits its schema', () => {
    expect(memoryJson.parse(presentMemory(rowOf()))).toEqual(presentMemory(rowOf()))
    const entry = presentEntry({ memory: secondVersion, history: [rowOf()], lineage: noLineage })
    expect(memoryEntryJson.parse(entry)).toEqual(entry)
    const updated = presentUpdated(secondVersion)
    expect(updateMemoryResponse.parse(updated)).toEqual(updated)
    const added = presentAdded([
      { ...rowOf({ forgetAfter: updatedAt, forgetReason: 'moved' }), trueFrom: null, origin: 'api' },
    ])
    expect(addMemoriesResponse.parse(added)).toEqual(added)
  })

  it('has the 22 characters of the id, never the uuid', () => {
    const json = JSON.stringify(
      presentEntry({
        memory: secondVersion,
        history: [rowOf()],
        lineage: { memory: second, relations: { [first]: 'updates' }, documents: [document] },
      }),
    )
    for (const id of [first, second, container, org, document]) {
      expect(json).not.toContain(id)
      expect(json).toContain(encodeId(id))
    }
  })

  it('names no root and no parent for the first version, and both for the second', () => {
    expect(presentMemory(rowOf())).toMatchObject({ parentMemoryId: null, rootMemoryId: null, version: 1 })
    expect(presentMemory(secondVersion)).toMatchObject({
      parentMemoryId: encodeId(first),
      rootMemoryId: encodeId(first),
      version: 2,
    })
  })

  it('has a temporal context only when it has a date', () => {
    const contextOf = (row: Partial<MemoryRow>) =>
      presentEntry({ memory: rowOf(row), history: [], lineage: noLineage }).temporalContext
    expect(contextOf({})).toBeNull()
    expect(contextOf({ documentDate: learnedAt })).toEqual({
      documentDate: learnedAt.toISOString(),
      eventDate: [],
    })
    expect(contextOf({ eventDates: [updatedAt] })).toEqual({
      documentDate: null,
      eventDate: [updatedAt.toISOString()],
    })
  })
})

describe('the JSON of forgetting', () => {
  const matched = [{ id: first, text: 'Ada prefers tea.', score: 0.9 }]
  const items = [{ id: encodeId(first), memory: 'Ada prefers tea.', score: 0.9 }]

  it('lists candidates in a dry run, which has no batch', () => {
    expect(presentForgetting({ matched, batch: null }, true)).toEqual({
      dryRun: true,
      count: 1,
      forgetBatchId: null,
      summary: '1 memory would be forgotten',
      candidates: items,
    })
  })

  it('lists forgotten memories with their batch otherwise', () => {
    expect(presentForgetting({ matched, batch: second }, false)).toEqual({
      dryRun: false,
      count: 1,
      forgetBatchId: encodeId(second),
      summary: '1 memory forgotten',
      forgotten: items,
    })
  })

  it('counts in the plural', () => {
    const summaryOf = (count: number) =>
      presentForgetting({ matched: Array.from({ length: count }, () => matched[0]!), batch: null }, false)
        .summary
    expect([0, 2].map(summaryOf)).toEqual(['0 memories forgotten', '2 memories forgotten'])
  })

  it('of one memory says that it is forgotten, and of an undo which memories are current', () => {
    expect(presentForgotten({ id: first })).toEqual({ id: encodeId(first), forgotten: true })
    expect(presentUndo({ id: first, undone: 'forget', current: [rowOf()] })).toEqual({
      id: encodeId(first),
      undone: 'forget',
      current: [presentMemory(rowOf())],
    })
  })
})

it('the JSON of a review has the state after it', () => {
  const memory = rowOf({ isInference: true })
  expect(presentReview({ memory, review: 'approved' })).toEqual({
    id: encodeId(first),
    isInference: true,
    isForgotten: false,
    reviewStatus: 'approved',
  })
})
