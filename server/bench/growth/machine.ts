import { readFileSync } from 'node:fs'
import type pg from 'pg'
import type { Reverie } from '../processes.ts'

/** Megabytes that a process has in memory, or undefined once it has ended. */
export function memoryMb(pid: number | undefined, field = 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kb = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    return kb === undefined ? undefined : Math.round(Number(kb) / 1024)
  } catch {
    return undefined
  }
}

export type Memory = {
  apiMb: number | undefined
  workerMb: number | undefined
  /** Postgres: memory that its processes share, and the sum of their private memory. */
  sharedMb: number
  backendsMb: number
  backends: number
}

export async function readMemory(
  client: pg.Client,
  api: Reverie | undefined,
  worker: Reverie | undefined,
): Promise<Memory> {
  const { rows: shared } = await client.query<{ mb: number }>(
    'select (sum(allocated_size) / 1048576)::int as mb from pg_shmem_allocations',
  )
  const { rows: processes } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  const own = processes.map(({ pid }) => memoryMb(pid, 'RssAnon') ?? 0)
  return {
    apiMb: memoryMb(api?.pid),
    workerMb: memoryMb(worker?.pid),
    sharedMb: shared[0]!.mb,
    backendsMb: own.reduce((sum, mb) => sum + mb, 0),
    backends: own.length,
  }
}
