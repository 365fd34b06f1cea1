import { sql } from 'kysely'
import { ofContainer } from '../../../platform/db/of-container.ts'
import { revisionText } from '../../../platform/db/revision-text.ts'
import type { Db } from '../../../platform/db/tx.ts'
import type { PageOf } from './export-store.ts'

/** Reads documents and memories as people read them: the latest text, without what only Reverie needs. */

export type MarkdownDocument = {
  id: string
  customId: string | null
  title: string | null
  summary: string | null
  type: string
  url: string | null
  filepath: string | null
  tags: string[]
  metadata: Record<string, unknown> | null
  date: Date
  text: string
}

export async function readMarkdownDocuments(
  db: Db,
  { key, after, most }: PageOf,
): Promise<MarkdownDocument[]> {
  const { rows } = await sql<MarkdownDocument>`
    select d.id, d.custom_id as "customId", d.title, d.summary, d.type, d.url, d.filepath, d.container_tags[2:] as tags, d.metadata,
           coalesce(d.document_date, d.created_at) as date, coalesce(r.extracted, ${revisionText('r')}) as text
      from cell.documents d
      join cell.revisions r on ${ofContainer(key, 'r')} and r.document = d.id and r.revision = d.latest_revision
     where ${ofContainer(key, 'd')} and d.id > ${after}::uuid and d.tombstoned_at is null order by d.id limit ${most}`.execute(
    db,
  )
  return rows
}

export type MarkdownMemory = {
  id: string
  text: string
  isStatic: boolean
  isInference: boolean
  origin: string
  date: Date
  eventDates: Date[]
  metadata: Record<string, unknown> | null
  /** Earlier texts of the same memory, oldest first. */
  history: string[]
  documents: string[]
  related: { id: string; relation: string }[]
}

export async function readMarkdownMemories(db: Db, { key, after, most }: PageOf): Promise<MarkdownMemory[]> {
  const { rows } = await sql<MarkdownMemory>`
    select m.id, m.text, m.is_static as "isStatic", (m.is_inference and m.review is distinct from 'approved') as "isInference", m.origin,
           coalesce(m.document_date, m.learned_at) as date, m.event_dates as "eventDates", m.metadata,
           array(select v.text from cell.memories v where ${ofContainer(key, 'v')} and v.root = m.root and v.id <> m.id and v.version > 0
                  order by v.version) as history,
           array(select s.document from cell.memory_sources s where ${ofContainer(key, 's')} and s.memory = m.id order by 1) as documents,
           coalesce((select json_agg(json_build_object('id', r.related, 'relation', r.relation) order by r.related) from cell.memory_relations r
              where ${ofContainer(key, 'r')} and r.memory = m.id), '[]') as related
      from cell.memories m
     where ${ofContainer(key, 'm')} and m.id > ${after}::uuid and m.is_latest and not m.is_forgotten
       and (m.forget_after is null or m.forget_after > now()) order by m.id limit ${most}`.execute(db)
  return rows
}
