import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import { chainStart, revisionText, revisionTurns } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { Turn } from '../../platform/lib/turn.ts'
import { ContainerGone, type ContainerKey, closedContainers } from '../containers/store.ts'
import type { DocumentStatus } from './status.ts'
import type { DocumentRow } from './store.ts'

/** Locks on documents that a request is about to change. */

export type ExistingDocument = {
  id: string
  status: DocumentStatus
  latestRevision: number
  contentHash: Buffer
  blobKey: string | null
  /** A request wrote the newest content, and no import of a connection. */
  isOfRequest: boolean
}

type StoredHash = Pick<ExistingDocument, 'contentHash' | 'blobKey' | 'isOfRequest'>
type LockedDocument = Omit<ExistingDocument, keyof StoredHash>

/**
 * Locks the live document with this customId in a container, so that two adds with one customId take turns. A separate
 * statement reads the content, because the snapshot of a statement that waited for the lock lacks the revision that the
 * previous holder wrote.
 */
export async function lockByCustomId(
  db: Db,
  key: ContainerKey,
  customId: string,
): Promise<ExistingDocument | undefined> {
  const { rows } = await sql<LockedDocument & { isOpen: boolean }>`
    select id, status, latest_revision as "latestRevision", container <> ${closedContainers(key.org, [key.shard])} as "isOpen"
      from cell.documents where ${ofContainer(key)}
       and custom_id = ${customId} and tombstoned_at is null
       for update`.execute(db)
  const [locked] = rows
  if (locked && !locked.isOpen) throw new ContainerGone(key)
  return locked && { ...locked, ...(await readContentHash(db, key, locked)) }
}

/** Locks a live document until the end of the transaction. */
export async function lockById(db: Db, key: ContainerKey, id: string): Promise<ExistingDocument | undefined> {
  const { rows } = await sql<LockedDocument>`
    select id, status, latest_revision as "latestRevision" from cell.documents
     where ${ofContainer(key)} and id = ${id}
       and tombstoned_at is null for update`.execute(db)
  const [locked] = rows
  return locked && { ...locked, ...(await readContentHash(db, key, locked)) }
}

/** Locks a live document and returns its current container: it may have been moved since the caller found it. */
export async function lockLocation(
  db: Db,
  { org, id }: Pick<DocumentRow, 'org' | 'id'>,
  shards: readonly number[],
): Promise<Pick<DocumentRow, 'shard' | 'container' | 'containerTags'> | undefined> {
  const { rows } = await sql<Pick<DocumentRow, 'shard' | 'container' | 'containerTags'>>`
    select shard, container, container_tags as "containerTags" from cell.documents
     where shard = any(${shards}::smallint[]) and org = ${org} and id = ${id} and tombstoned_at is null for update`.execute(
    db,
  )
  return rows[0]
}

/** Locks those of the documents that are live, in order, wherever they are in these shards. */
export async function lockLive(
  db: Db,
  { org, shards }: { org: string; shards: readonly number[] },
  ids: readonly string[],
): Promise<Pick<DocumentRow, 'shard' | 'container' | 'id'>[]> {
  const { rows } = await sql<Pick<DocumentRow, 'shard' | 'container' | 'id'>>`
    select shard, container, id from cell.documents
     where shard = any(${shards}::smallint[]) and org = ${org} and id = any(${ids}::uuid[]) and tombstoned_at is null
     order by id for update`.execute(db)
  return rows
}

async function readContentHash(
  db: Db,
  key: ContainerKey,
  { id, latestRevision }: LockedDocument,
): Promise<StoredHash> {
  const { rows } = await sql<StoredHash>`
    select content_hash as "contentHash", blob_key as "blobKey", request_id is not null as "isOfRequest" from cell.revisions
     where ${ofContainer(key)} and document = ${id}
       and revision = ${latestRevision}`.execute(db)
  return rows[0]!
}

/** `root`: the first row of the chain that an append continues. Null when the content was not sent as text. */
export type StoredContent = { content: string; turns: Turn[] | null; root: number | null }

/** Reads the content and turns of a document that the caller has locked. */
export async function readStoredContent(
  db: Db,
  key: ContainerKey,
  { id, latestRevision }: ExistingDocument,
): Promise<StoredContent> {
  const { rows } = await sql<StoredContent>`
    select ${revisionText('r')} as content, ${revisionTurns('r')} as turns,
           case when r.blob_key is null and r.url is null and r.extracted is null then ${chainStart('r')} end as root
      from cell.revisions r where ${ofContainer(key, 'r')} and r.document = ${id}
       and r.revision = ${latestRevision}`.execute(db)
  return rows[0] ?? { content: '', turns: null, root: null }
}
