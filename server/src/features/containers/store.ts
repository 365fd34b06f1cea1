import { type RawBuilder, sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import type { Db } from '../../platform/db/tx.ts'

export type ContainerKey = { shard: number; org: string; container: string }

/** The error of `cell.raise_gone`, for code that notices a closed container by itself. */
export class ContainerGone extends Error {
  readonly code = 'RV001'
  readonly detail: string

  constructor({ container }: ContainerKey) {
    super('The container is gone')
    this.detail = container
  }
}

/** The container that an error reports as closed, if that is the error. */
export function goneContainer(error: unknown): string | undefined {
  const { code, detail } = error as { code?: string; detail?: string }
  return code === 'RV001' ? detail : undefined
}

export type ContainerRow = ContainerKey & { tag: string; activeSet: number; chunks: number }

const columns = sql`shard, org, container, tag, active_set as "activeSet", chunks`

export async function findContainer(
  db: Db,
  shard: number,
  org: string,
  tag: string,
): Promise<ContainerRow | undefined> {
  const { rows } = await sql<ContainerRow>`
    select ${columns} from cell.containers where shard = ${shard} and org = ${org} and tag = ${tag}`.execute(
    db,
  )
  return rows[0]
}

/** The containers of those tags that have one. */
export async function findContainers(
  db: Db,
  shard: number,
  org: string,
  tags: readonly string[],
): Promise<Map<string, ContainerKey>> {
  const { rows } = await sql<ContainerKey & { tag: string }>`
    select shard, org, container, tag from cell.containers where shard = ${shard} and org = ${org} and tag = any(${tags}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ tag, ...key }) => [tag, key]))
}

/** Creates the containers whose tag has none, in the order of their tags, so that two requests do not deadlock. */
export async function insertContainers(
  db: Db,
  made: readonly (ContainerKey & { tag: string })[],
  activeSet: number,
): Promise<void> {
  const { shard, org } = made[0]!
  await sql`
    insert into cell.containers (shard, org, container, tag, active_set)
    select ${shard}, ${org}, container, tag, ${activeSet}
      from unnest(${made.map(({ container }) => container)}::uuid[], ${made.map(({ tag }) => tag)}::text[]) as m (container, tag) order by tag
    on conflict (shard, org, tag) do nothing`.execute(db)
}

/** Creates the container unless the tag has one. Returns whether it did. */
export async function insertContainer(
  db: Db,
  key: ContainerKey,
  tag: string,
  activeSet: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into cell.containers (shard, org, container, tag, active_set)
    values (${key.shard}, ${key.org}, ${key.container}, ${tag}, ${activeSet})
    on conflict (shard, org, tag) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Containers that are deleted but not purged yet. Readers that do not select by tag leave out their contents. An array,
 * read once per statement from an index that is nearly always empty.
 */
export function closedContainers(org: string, shards: readonly number[]): RawBuilder<unknown> {
  return sql`all(array(select closed.container from cell.containers closed
    where closed.shard = any(${shards}::smallint[]) and closed.org = ${org} and closed.deleted_at is not null))`
}

/** The description of a container's subject applies to everything added later. */
export async function storeEntityContext(db: Db, key: ContainerKey, entityContext: string): Promise<void> {
  await sql`
    update cell.containers set entity_context = ${entityContext}
     where ${ofContainer(key)} and entity_context is distinct from ${entityContext}`.execute(db)
}

export type ContainerDetails = ContainerKey & {
  tag: string
  name: string | null
  entityContext: string | null
  memoryFilesystemPaths: string[] | null
  profileBuckets: { key: string; description: string }[] | null
  documents: number
  memories: number
  tokens: number
  createdAt: Date
  updatedAt: Date
}

const details = sql`shard, org, container, tag, name, entity_context as "entityContext", memory_filesystem_paths as "memoryFilesystemPaths",
  profile_buckets as "profileBuckets", documents, memories, tokens, created_at as "createdAt", updated_at as "updatedAt"`

export async function findDetails(
  db: Db,
  shard: number,
  org: string,
  tag: string,
): Promise<ContainerDetails | undefined> {
  const { rows } = await sql<ContainerDetails>`
    select ${details} from cell.containers where shard = ${shard} and org = ${org} and tag = ${tag}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Lists an organization's containers, the most active first. Sorted on request: an index by last activity would be
 * written by every add and prevent in-place updates of the counters.
 */
export async function listDetails(
  db: Db,
  org: string,
  shards: readonly number[],
  { prefix, take }: { prefix: string; take: number },
): Promise<ContainerDetails[]> {
  const { rows } = await sql<ContainerDetails>`
    select ${details} from cell.containers
     where shard = any(${shards}::smallint[]) and org = ${org} and deleted_at is null and starts_with(tag, ${prefix})
     order by updated_at desc, container desc limit ${take}`.execute(db)
  return rows
}

export type ContainerPatch = {
  name?: string | null | undefined
  entityContext?: string | null | undefined
  memoryFilesystemPaths?: string[] | null | undefined
  profileBuckets?: { key: string; description: string }[] | null | undefined
}

/** Changes the given fields; null clears one. Undefined when the container is gone. */
export async function updateDetails(
  db: Db,
  key: ContainerKey,
  patch: ContainerPatch,
): Promise<ContainerDetails | undefined> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  const changes = [sql`updated_at = now()`]
  if (patch.name !== undefined) changes.push(sql`name = ${patch.name}`)
  if (patch.entityContext !== undefined) changes.push(sql`entity_context = ${patch.entityContext}`)
  if (patch.memoryFilesystemPaths !== undefined)
    changes.push(sql`memory_filesystem_paths = ${json(patch.memoryFilesystemPaths)}::jsonb`)
  if (patch.profileBuckets !== undefined)
    changes.push(sql`profile_buckets = ${json(patch.profileBuckets)}::jsonb`)
  const { rows } = await sql<ContainerDetails>`
    update cell.containers set ${sql.join(changes)} where ${ofContainer(key)} and deleted_at is null returning ${details}`.execute(
    db,
  )
  return rows[0]
}

/** Locks the rows in key order, before they are closed or merged. */
export async function lockContainers(db: Db, keys: readonly ContainerKey[]): Promise<ContainerKey[]> {
  const [first] = keys
  if (!first) return []
  const shards = [...new Set(keys.map(({ shard }) => shard))]
  const { rows } = await sql<ContainerKey>`
    select shard, org, container from cell.containers where shard = any(${shards}::smallint[]) and org = ${first.org}
       and container = any(${keys.map(({ container }) => container)}::uuid[]) and deleted_at is null
     order by shard, container for update`.execute(db)
  return rows
}

/**
 * Lists documents of a container, from the index of the primary key alone. With those that were deleted under a receipt that the
 * journal lacks: whoever appends it later finds nothing of them.
 */
export async function listDocumentIds(db: Db, key: ContainerKey, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from cell.documents where ${ofContainer(key)} and tombstoned_at is null limit ${most})
     union all
    (select d.id from cell.erasures e join cell.documents d on (d.shard, d.org, d.erasure) = (e.shard, e.org, e.id)
      where e.shard = ${key.shard} and e.org = ${key.org} and e.journaled_at is null and d.container = ${key.container} limit ${most})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Closes the container for every reader and writer once this commits. Returns its counts, or undefined when it was gone
 * already.
 */
export async function closeContainer(
  db: Db,
  key: ContainerKey,
): Promise<{ documents: number; memories: number } | undefined> {
  const { rows } = await sql<{ documents: number | null; memories: number | null }>`
    select documents, memories from cell.close_container(${key.shard}::smallint, ${key.org}, ${key.container})`.execute(
    db,
  )
  const { documents, memories } = rows[0]!
  return documents === null || memories === null ? undefined : { documents, memories }
}

/**
 * A chunk counts as at least this many tokens. Its row, vector and terms take 2 KB however short it is, so a thousand
 * one-word notes cost more than a thousand words.
 */
export const leastChunkTokens = 10

/** Tokens that an organization stores in these shards: of all its documents, or of their chunks where that is more. */
export async function sumTokens(db: Db, org: string, shards: readonly number[]): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select greatest(coalesce(sum(tokens), 0), coalesce(sum(chunks), 0) * ${leastChunkTokens})::bigint as tokens from cell.organization_counters
     where shard = any(${shards}::smallint[]) and org = ${org}`.execute(db)
  return rows[0]!.tokens
}
