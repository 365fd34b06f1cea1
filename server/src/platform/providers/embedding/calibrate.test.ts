import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmbeddingServer,
  type Misbehaviour,
  startEmbeddingServer,
} from '../../../../test/embedding-server.ts'
import { loadConfig } from '../../config.ts'
import { dot } from '../../lib/dot.ts'
import { openEmbedder } from '../registry.ts'
import { calibrated, measure } from './calibrate.ts'
import { calibrationTexts } from './calibration-texts.ts'
import type { Calibration, Embedder } from './embedder.ts'
import { openLocalEmbedder } from './local-embedder.ts'

let modelDir: string
let bundled: Embedder

beforeAll(async () => {
  modelDir = await mkdtemp(join(tmpdir(), 'reverie-models-'))
  bundled = await openLocalEmbedder({ model: '', modelDir, threads: 1 })
})
afterAll(async () => {
  await bundled.close()
  await rm(modelDir, { recursive: true })
})

const document = { purpose: 'document' } as const

/** Runs `ask` on a model that is served over HTTP, as a user would set it up. */
async function served<T>(
  options: Parameters<typeof startEmbeddingServer>[0],
  use: (embedder: Embedder, server: EmbeddingServer) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddingServer(options)
  const embedder = await openEmbedder(
    loadConfig({
      DATABASE_URL: 'postgres://unused/unused',
      EMBEDDER: 'http',
      EMBEDDER_URL: server.url,
      EMBEDDER_MODEL: 'double',
      EMBEDDER_DIMENSIONS: '385',
    }),
  )
  try {
    return await use(embedder, server)
  } finally {
    await embedder.close()
    await server.close()
  }
}

/** The bundled model with one direction added that all vectors share, as in many models. Its cosines are .7 and up. */
async function embedAlike(texts: readonly string[]): Promise<number[][]> {
  const vectors = await bundled.embed(texts, document)
  return vectors.map(vector => [...vector.map(value => value * Math.sqrt(0.3)), Math.sqrt(0.7)])
}

async function scoresOf(embedder: Embedder, texts: readonly string[]): Promise<number[]> {
  const vectors = await embedder.embed(texts, document)
  const { unrelated, same } = embedder.calibration
  return vectors.slice(1).map(vector => (dot(vectors[0]!, vector) - unrelated) / (same - unrelated))
}

describe('a model that was never measured', () => {
  it('is calibrated to the values that 3,161 pairs of LongMemEval and SciFact gave for the bundled model', async () => {
    const { unrelated, same } = await measure(bundled)
    expect(Math.abs(unrelated - bundled.calibration.unrelated)).toBeLessThan(0.02)
    expect(Math.abs(same - bundled.calibration.same)).toBeLessThan(0.02)
  })

  it('gives scores that mean the same, whatever the range of its similarities', async () => {
    const texts = [
      'What does Ada drink in the morning?',
      'Ada drinks green tea every morning.',
      'Ada likes to sleep until noon.',
      'The train to Basel leaves from platform nine.',
    ]
    const wanted = await scoresOf(bundled, texts)
    await served({ embed: embedAlike }, async embedder => {
      const scores = await scoresOf(embedder, texts)
      for (const [i, score] of scores.entries()) expect(Math.abs(score - wanted[i]!)).toBeLessThan(0.04)
      expect(embedder.calibration.unrelated).toBeGreaterThan(0.7)
    })
  })

  it('keeps its plain cosine when its vectors cannot tell texts apart', async () => {
    await served({ dimensions: 385 }, async embedder => {
      await embedder.embed(['anything'], document)
      expect(embedder.calibration).toEqual<Calibration>({ unrelated: 0, same: 1 })
    })
  })
})

describe('calibration', () => {
  it('takes one call, after the first that succeeded', async () => {
    const calls: string[][] = []
    let misbehaviour: Misbehaviour | undefined = { kind: 'status', status: 400 }
    const behave = ({ texts }: { texts: string[] }) => {
      calls.push(texts)
      return misbehaviour
    }
    await served({ dimensions: 385, behave }, async embedder => {
      await expect(embedder.embed(['one'], document)).rejects.toThrow()
      expect(calls).toEqual([['one']])
      misbehaviour = undefined
      await Promise.all([embedder.embed(['two'], document), embedder.embed(['three'], document)])
      await embedder.embed(['four'], document)
      expect(calls.map(({ length }) => length).toSorted()).toEqual(
        [1, 1, 1, 1, calibrationTexts.length * 3].toSorted(),
      )
    })
  })

  it('that fails loses no vectors, and is retried after its pause', async () => {
    const measured: string[][] = []
    let isRefused = true
    const behave = ({ texts }: { texts: string[] }): Misbehaviour | undefined => {
      if (texts.length === 1) return undefined
      measured.push(texts)
      return isRefused ? { kind: 'malformed' } : undefined
    }
    await served({ embed: embedAlike, behave }, async patient => {
      expect(await patient.embed(['one'], document)).toHaveLength(1)
      await patient.embed(['two'], document)
      expect(measured).toHaveLength(1)
      const eager = calibrated(patient, 0)
      await eager.embed(['three'], document)
      expect(eager.calibration.unrelated).toBe(0)
      isRefused = false
      await eager.embed(['four'], document)
      expect(eager.calibration.unrelated).toBeGreaterThan(0.7)
      expect(measured).toHaveLength(3)
    })
  })
})
