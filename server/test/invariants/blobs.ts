import type { BlobStore } from '../../src/platform/blobs/blob-store.ts'
import { type Ask, type Violation, violation } from './invariant.ts'

type FileReference = { key: string; of: string }

/** The folders of job files, by the role of the part (`features/archive/job-files.ts`). */
const folders = `case p.role when 'output' then 'exports' else 'staged' end`

/** Files that rows name. Those of revisions, and those of exports and imports. */
const namedSql = `
  select blob_key as key, 'revision' as of from cell.revisions where org = $1 and blob_key is not null
   union all
  select coalesce(p.name, concat_ws('/', p.org, ${folders}, p.job, p.part)), 'archive part' from cell.archive_parts p where p.org = $1`

/** Files that exist for as long as their job does, whether or not a row names each of them. */
const jobsSql = `select id::text as id from cell.archive_jobs where org = $1`

const ofJob = new Set(['exports', 'staged', 'staged-files'])

export type BlobCheck = {
  cells: readonly Ask[]
  blobs: Pick<BlobStore, 'list'>
  org: string
  /** A younger file may have no row yet. */
  olderThan: Date
}

/** Every file has a row, and every row that names a file has it. */
export async function checkBlobs({ cells, blobs, org, olderThan }: BlobCheck): Promise<Violation[]> {
  const named = (await Promise.all(cells.map(ask => ask<FileReference>(namedSql, [org])))).flat()
  const jobs = new Set(
    (await Promise.all(cells.map(ask => ask<{ id: string }>(jobsSql, [org])))).flat().map(({ id }) => id),
  )
  const keys = new Set(named.map(({ key }) => key))
  const stored = new Map<string, Date>()
  for await (const page of blobs.list(org)) for (const { key, putAt } of page) stored.set(key, putAt)
  const missing = named.filter(({ key }) => !stored.has(key))
  const hasJob = (key: string) => {
    const [, folder = '', job = ''] = key.split('/')
    return ofJob.has(folder) && jobs.has(job)
  }
  const loose = [...stored].filter(([key, putAt]) => putAt < olderThan && !keys.has(key) && !hasJob(key))
  return [
    violation('blob.missing', missing),
    violation(
      'blob.without_row',
      loose.map(([key]) => ({ key })),
    ),
  ].filter(({ count }) => count > 0)
}
