import { describe, expect, test } from 'vitest'
import type { MemoryHit } from '../memories/search-memories.ts'
import { fuseScores } from '../recall/fuse-scores.ts'
import { partsOfChunk, partsOfMemory } from './score-parts.ts'

const norms = { calibration: { unrelated: 0, same: 1, tokens: { unrelated: 0, same: 1 } }, bestBm25: 10 }
const text = { similarity: 0.7, bm25: 4, tokens: 0.5 }

const sum = (parts: Record<string, number>) => Object.values(parts).reduce((total, part) => total + part, 0)

describe('the parts of the score of a chunk', () => {
  test('add up to it', () => {
    const { shares, score } = fuseScores(text, norms)
    const parts = partsOfChunk({ shares, score })
    expect(sum(parts)).toBeCloseTo(score)
    expect(parts.words).toBeGreaterThan(parts.meaning!)
    for (const none of [parts.speaker, parts.date, parts.rerank]) expect(none).toBeCloseTo(0)
  })

  test('show the bonus of a speaker, a date and a reranker', () => {
    const { shares, score } = fuseScores({ ...text, isBySpeaker: true }, norms)
    const parts = partsOfChunk({ shares, score: 0.4, date: 1 })
    expect(sum(parts)).toBeCloseTo(0.4)
    expect(parts.speaker).toBeGreaterThan(0)
    expect(parts.date).toBeGreaterThan(0)
    expect(parts.rerank).toBeLessThan(0)
    expect(score).toBeGreaterThan(0.4)
  })
})

describe('the parts of the similarity of a memory', () => {
  const signals = {
    ...{ dense: 0.6, lexical: 0.4, owner: 1, named: 0, otherName: 0, kin: 0, answer: -1, attribute: 0 },
    ...{ past: 0, changed: 0, recent: 0.2, passage: 0.1, focus: 0 },
  }
  const { shares } = fuseScores(text, norms)
  const memory = { isInference: true, isApproved: false, origin: 'document' } as MemoryHit['memory']

  test('add up to it, with a negative part for its origin', () => {
    const hit = { memory, signals, shares, relevance: 0.9, similarity: 0.9 * 0.8 * 0.97 } as MemoryHit
    const parts = partsOfMemory(hit)
    expect(sum(parts)).toBeCloseTo(hit.similarity)
    expect(parts.meaning).toBeGreaterThan(parts.words!)
    expect(parts.origin).toBeLessThan(0)
  })

  test('come from its likeness if no signals were weighed', () => {
    const hit = { memory, shares, relevance: 0.5, similarity: 0.5 * 0.8 * 0.97 } as MemoryHit
    const parts = partsOfMemory(hit)
    expect(sum(parts)).toBeCloseTo(hit.similarity)
    expect(parts.words).toBeGreaterThan(0)
  })
})
