import { contextReach } from '../../../language/lexical/add-context.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import { type Chunk, chunkText } from './chunk-text.ts'
import { hashChunk } from './hash-chunk.ts'
import { weighText } from './weigh-text.ts'

/** A chunk of the indexed text, which the new text begins with. */
export type StoredChunk = { position: number; start: number; end: number; hash: Buffer }

/** The end of the index is enough to find the place from which on the text must be cut again. */
export const lastChunks = 32

/** The last two joined turns of the old text may be joined differently when more turns follow. */
const unsettledTurns = 2

export type TailOptions = { turns: readonly Turn[]; targetChars: number; leastTurn: number }

/**
 * Cuts only the end of a conversation whose beginning is indexed. Returns chunks with their positions and offsets in the
 * whole text, exactly those that `chunkText` would return from there on. The first few are unchanged and serve as context
 * for the terms of the others. Undefined when the text must be cut as a whole.
 *
 * Turns are joined from left to right, and a turn begins a chunk if the one before it is heavy enough. Nothing before such
 * a place can change what follows.
 */
export function cutTail(
  text: string,
  stored: readonly StoredChunk[],
  { turns, targetChars, leastTurn }: TailOptions,
): Chunk[] | undefined {
  const begins = findTurnChunks(text, stored, { turns, leastTurn })
  const unsettled = begins.at(-unsettledTurns)
  if (unsettled === undefined) return undefined
  // Words of a chunk count for its neighbours, so their terms change with it, and depend on neighbours of their own.
  const first = begins.findLast(({ index }) => index <= unsettled.index - 2 * contextReach)
  if (first === undefined || first.index === 0) return undefined
  const { position, start } = stored[first.index]!
  const tail = text.slice(start)
  const shifted = turns.slice(first.turn).map(turn => shift(turn, -start))
  const chunks = chunkText(tail, { turns: shifted, targetChars, leastTurn }).map(chunk => ({
    ...shift(chunk, start),
    position: chunk.position + position,
  }))
  const settled = stored.slice(first.index, unsettled.index)
  return settled.every((old, i) => isSame(old, chunks[i])) ? chunks : undefined
}

type TurnChunk = { index: number; turn: number }

/** Stored chunks that certainly begin a turn, or several that are joined. */
function findTurnChunks(
  text: string,
  stored: readonly StoredChunk[],
  { turns, leastTurn }: Pick<TailOptions, 'turns' | 'leastTurn'>,
): TurnChunk[] {
  const begins: TurnChunk[] = []
  let turn = turns.length - 1
  for (let index = stored.length - 1; index > 0; index--) {
    const { start } = stored[index]!
    while (turn > 0 && startOf(turns, turn) > start) turn--
    const { start: from, end: to } = stored[index - 1]!
    const isHeavy = weighText(text.slice(from, to))(0, to - from) >= leastTurn
    if (startOf(turns, turn) === start && isHeavy) begins.unshift({ index, turn })
  }
  return begins
}

/** A turn's label begins where the turn before it ended, after a line break. */
const startOf = (turns: readonly Turn[], i: number): number => (i === 0 ? 0 : turns[i - 1]!.end + 1)

const shift = <T extends { start: number; end: number }>(range: T, by: number): T => ({
  ...range,
  start: range.start + by,
  end: range.end + by,
})

const isSame = (old: StoredChunk, chunk: Chunk | undefined): boolean =>
  chunk !== undefined &&
  chunk.start === old.start &&
  chunk.end === old.end &&
  hashChunk(chunk.content).equals(old.hash)
