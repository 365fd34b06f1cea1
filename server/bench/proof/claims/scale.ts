import type { Claim } from '../claim.ts'
import { measures } from './reasons.ts'

/** Size. [Scale](scale.md) shows all figures. */
export const scale = {
  growth: {
    statement:
      'A search costs by the size of its container, not of its cell: at ten million chunks it is at most 1.2 times as slow as at 100,000, and a chunk takes at most 6 KB.',
    whole: 'npm run bench -- growth',
    small: 'npm run bench -- growth --sizes 100000,1000000',
    summary:
      'up to {largest} chunks: a search took at most {*.each.*.search.p95|max} ms (p95), {*.each.*.search.ratio|max} times a control statement; a chunk at most {*.each.*.bytesPerChunk.chunkTables|max} bytes; missed: {missed|names}',
    sabotage: measures,
  },
  soak: {
    statement:
      'Under an hour of searches, adds and index builds, no request fails, and memory grows by at most 400 MB after the first minute.',
    whole: 'npm run bench -- soak',
    small: 'npm run bench -- soak --minutes 5 --chunks 1000000 --containers 10000',
    summary:
      '{minutes} minutes at {chunks} chunks in {containers} containers, {clients} searching clients and {adds} adds a second: {failed} requests failed, memory grew by {grownMb} MB, {crashes} crashes',
    sabotage: measures,
  },
} satisfies Record<string, Claim>
