import { describe, expect, test } from 'vitest'
import type { ChunkedDraft, Draft, EmbeddedDraft, ExtractedDraft } from './draft.ts'
import { listStages, type Stage, stages } from './stages.ts'

describe('the list of stages', () => {
  const extracting: Stage<Draft, ExtractedDraft> = { name: 'extracting', run: async () => [] }
  const chunking: Stage<ExtractedDraft, ChunkedDraft> = { name: 'chunking', run: async () => [] }
  const embedding: Stage<ChunkedDraft, EmbeddedDraft> = { name: 'embedding', run: async () => [] }

  test('is extracting, chunking, embedding and indexing', () => {
    expect(stages.map(({ name }) => name)).toEqual(['extracting', 'chunking', 'embedding', 'indexing'])
  })

  test('does not compile when a stage needs a draft that no earlier stage makes', () => {
    const list = listStages().add(extracting)
    // @ts-expect-error embedding needs the chunks that only chunking makes
    list.add(embedding)
    expect(list.add(chunking).add(embedding).stages).toEqual([extracting, chunking, embedding])
  })
})
