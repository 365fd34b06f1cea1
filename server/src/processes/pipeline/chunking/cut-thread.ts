import { parentPort, workerData } from 'node:worker_threads'
import { type Chunk, type ChunkOptions, chunkText } from './chunk-text.ts'

export type CutRequest = { text: string; options: ChunkOptions; most: number }

/** Chunks without their content, because the caller has the text. Paths of headings repeat, so each is sent once. */
export type CutReply = {
  count: number
  bounds: Int32Array
  headings: { paths: string[][]; list: number[] }
  speakers: Map<number, string>
}

const { text, options, most } = workerData as CutRequest
const chunks = chunkText(text, options)
parentPort!.postMessage(toReply(chunks.length > most ? [] : chunks, chunks.length))

function toReply(told: readonly Chunk[], count: number): CutReply {
  const numbers = new Map<string, number>()
  const paths: string[][] = []
  const list = told.map(({ headings }) => {
    const name = JSON.stringify(headings)
    const known = numbers.get(name) ?? paths.push(headings) - 1
    numbers.set(name, known)
    return known
  })
  const speakers = told.flatMap(({ position, speaker }): [number, string][] =>
    speaker === undefined ? [] : [[position, speaker]],
  )
  const bounds = Int32Array.from(told.flatMap(({ start, end }) => [start, end]))
  return { count, bounds, headings: { paths, list }, speakers: new Map(speakers) }
}
