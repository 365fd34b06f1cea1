import { setTimeout as sleep } from 'node:timers/promises'
import { decodeId } from '../../src/platform/lib/ids.ts'
import type { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'

/** Below the size from which a container has a vector index of its own, whose build would be most of the time. */
const perContainer = 50_000
const perStatement = 10_000
const perDocument = 20

export const filledTag = (n: number): string => `filled-${n}`

/**
 * Fills containers with as many chunks as asked for: one document is processed in each, and its rows are copied under new
 * ids, with random vectors. Triggers keep the counters.
 */
export async function fillContainers(
  client: Client,
  cluster: Cluster,
  shard: number,
  chunks: number,
): Promise<void> {
  for (let n = 0; n * perContainer < chunks; n++)
    await fillOne(client, cluster, {
      shard,
      tag: filledTag(n),
      chunks: Math.min(perContainer, chunks - n * perContainer),
    })
}

async function fillOne(
  client: Client,
  cluster: Cluster,
  { shard, tag, chunks }: { shard: number; tag: string; chunks: number },
): Promise<void> {
  const content = 'A ledger of the harbour lists every lantern.'
  const id = await client.mustAdd({ content, containerTag: tag, taskType: 'rag' })
  while ((await client.get(id)).body.status !== 'done') await sleep(50)
  for (let at = 1; at < chunks; at += perStatement)
    await cluster.query(fillSql, [decodeId(id)!, Math.min(perStatement, chunks - at), perDocument, shard])
}

/** Ids of copies are those of the original with other random bits. */
const fillSql = `
  with original as (select * from cell.documents where id = $1),
  ids as (
    select n, overlay(gen_random_uuid()::text placing left($1::text, 18) from 1 for 18)::uuid as id, least($3::int, $2 - n * $3::int) as parts
      from generate_series(0, ($2::int - 1) / $3::int) n),
  documents as (
    insert into cell.documents (shard, org, container, id, container_tags, status, latest_revision, indexed_revision, size, ordered_at,
                                created_at, dreaming_status, task_type)
    select o.shard, o.org, o.container, i.id, o.container_tags, 'done', 1, 1, o.size, o.ordered_at, o.created_at, 'done', 'rag'
      from original o, ids i returning id),
  revisions as (
    insert into cell.revisions (shard, org, container, document, revision, content, content_hash)
    select r.shard, r.org, r.container, i.id, 1, r.content, r.content_hash from cell.revisions r, ids i where r.document = $1 and r.revision = 1),
  parts as (select i.id, p as position from ids i, generate_series(0, i.parts - 1) p),
  chunks as (
    insert into cell.chunks (shard, org, container, document, position, id, revision, start_offset, end_offset, content, content_hash)
    select c.shard, c.org, c.container, p.id, p.position, overlay(gen_random_uuid()::text placing left($1::text, 18) from 1 for 18)::uuid,
           1, 0, c.end_offset, c.content, c.content_hash from cell.chunks c, parts p where c.document = $1 and c.position = 0),
  vectors as (
    insert into cell.chunk_vectors (shard, org, container, embedding_set, document, position, embedding)
    select v.shard, v.org, v.container, v.embedding_set, p.id, p.position,
           (select array_agg(random() - .5) from generate_series(1, vector_dims(v.embedding) + 0 * p.position))::halfvec from cell.chunk_vectors v, parts p
     where v.document = $1 and v.position = 0),
  tokens as (
    insert into cell.chunk_tokens (shard, org, container, embedding_set, document, position, codes)
    select t.shard, t.org, t.container, t.embedding_set, p.id, p.position, t.codes from cell.chunk_tokens t, parts p
     where t.document = $1 and t.position = 0)
  insert into cell.chunk_terms (shard, org, container, document, position, terms, sought)
  select t.shard, t.org, t.container, p.id, p.position, t.terms, true from cell.chunk_terms t, parts p
   where t.document = $1 and t.position = 0 and t.shard = $4`
