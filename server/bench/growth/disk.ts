import { statfsSync } from 'node:fs'
import type pg from 'pg'
import { say } from '../../measure/report.ts'
import type { GrowthCell } from './scene.ts'

const gb = 1_000_000_000

/**
 * A further chunk in a small container, with its share of documents, revisions, attempts and containers. The mean of those that are
 * there says more than a new one takes: it has the indexes of the large container and of the first organization.
 */
const bytesPerChunk = 4_400

/** For the write-ahead log, the indexes of the first organization and of the large container, and vacuum. */
const reserveGb = 4
/** Space on the disk that is left to other programs. */
const leftFreeGb = 10

export type DiskSpace = { chunks: number; bytes: number; freeBytes: number }

/** Reads the size of the cell's database, and the free space of its disk. */
export async function readSpace(client: pg.Client): Promise<DiskSpace> {
  const { rows } = await client.query<{ chunks: number; bytes: string; pid: number }>(
    `select coalesce(sum(chunks), 0)::int as chunks, pg_database_size(current_database()) as bytes, pg_backend_pid() as pid
       from cell.containers`,
  )
  const { chunks, bytes, pid } = rows[0]!
  // A backend works in its data directory, which may be inside a private root.
  const { bavail, bsize } = statfsSync(`/proc/${pid}/cwd`)
  return { chunks, bytes: Number(bytes), freeBytes: bavail * bsize }
}

/** The most chunks that fit in all cells together, in so many bytes of databases. */
export function mostChunks(cells: readonly DiskSpace[], mostGb: number): number {
  const chunks = cells.reduce((sum, cell) => sum + cell.chunks, 0)
  const bytes = cells.reduce((sum, cell) => sum + cell.bytes, 0)
  const allowed = (mostGb - reserveGb * cells.length) * gb - bytes
  const free = (cells[0]?.freeBytes ?? 0) - leftFreeGb * gb
  return chunks + Math.max(0, Math.floor(Math.min(allowed, free) / bytesPerChunk))
}

/** Before anything is loaded: a disk that fills up stops Postgres, and others on the machine. */
export async function refuseIfTooLarge(
  cells: readonly GrowthCell[],
  wanted: number,
  mostGb: number,
): Promise<void> {
  const spaces = await Promise.all(cells.map(({ client }) => readSpace(client)))
  const present = spaces.reduce((sum, { chunks }) => sum + chunks, 0)
  const most = mostChunks(spaces, mostGb)
  say(`growth: ${present} chunks are there, and at most ${most} fit in ${mostGb} GB and on the disk`)
  if (wanted > Math.max(most, present))
    throw new Error(`${wanted} chunks do not fit: at most ${most}. Raise --most-gb, or ask for fewer`)
}
