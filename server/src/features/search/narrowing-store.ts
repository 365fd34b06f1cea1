import { type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../platform/filters/schema.ts'
import { admitsOthers, filterToSql, hasPath } from '../../platform/filters/to-sql.ts'
import { onShards, type RecallScope, within } from '../recall/scope-store.ts'

/** The filters of a search: conditions on documents, independent of the query. */
export type Narrowing = {
  filters?: Filter | undefined
  /** A whole path, or a folder if it ends with a slash. */
  filepath?: string | undefined
  categories?: readonly string[] | undefined
  /** Documents in the container of this tag, or whose metadata names it. */
  userId?: string | undefined
  /** Only these documents. */
  documents?: readonly string[] | undefined
  /** Only documents of this date or an earlier one. */
  asOf?: Date | undefined
}

export function isNarrow({ filters, filepath, categories, userId, documents, asOf }: Narrowing): boolean {
  return [filters, filepath, categories, userId, documents, asOf].some(part => part !== undefined)
}

/**
 * The documents that the filters admit or, with `areLeftOut`, the documents that they exclude. The filters apply before the
 * best rows are taken: excluded rows must not crowd out others. Each condition reads its own range of an index. The arms get the
 * admitted documents as an array, with which Postgres (17 and later) skips through their index from one document to the next,
 * for any number of documents.
 */
export type Admission = { documents: RawBuilder<unknown>; areLeftOut: boolean }

export function admissionOf(scope: RecallScope, narrowing: Narrowing): Admission {
  const { filters } = narrowing
  const parts = partsOf(scope, narrowing)
  const areLeftOut = parts.length === 0 && (!filters || admitsOthers(filters))
  const all = filters ? conditionsOf(filters) : []
  if (all && all.length + parts.length <= maxJoined)
    return { documents: joined([...parts, ...all.map(each => attributes(scope, each))]), areLeftOut }
  return { documents: weighed(scope, parts, filters, areLeftOut), areLeftOut }
}

/** A condition on the rows of an arm. Admitted documents are an array, which is an index condition. Excluded documents are looked up in a hash. */
export function isAdmitted({ areLeftOut }: Admission, alias: string): RawBuilder<unknown> {
  const document = sql.ref(`${alias}.document`)
  return areLeftOut
    ? sql`${document} not in (select document from admission)`
    : sql`${document} = any(array(select document from admission))`
}

/** With more joins, the planner no longer orders them by size. */
const maxJoined = 6

/** The comparisons of a filter that is a plain AND of conditions. Undefined for any other filter. */
function conditionsOf(filter: Filter): RawBuilder<unknown>[] | undefined {
  if (!('AND' in filter) || filter.AND.length === 0) return undefined
  if (!filter.AND.every(child => 'key' in child && !child.negate)) return undefined
  const comparisons: RawBuilder<unknown>[] = []
  filterToSql(filter, comparison => {
    comparisons.push(comparison)
    return sql`true`
  })
  return comparisons
}

/** An AND of a few conditions as joins: the planner begins with the rarest condition and probes for the others. */
function joined([first, ...others]: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const joins = others.map((other, i) => sql`join (${other}) ${sql.ref(`also_${i}`)} using (document)`)
  return sql`select distinct document from (${first}) first ${sql.join(joins, sql` `)}`
}

/** Any other filter is evaluated per document, from the conditions that the document meets. */
function weighed(
  scope: RecallScope,
  parts: readonly RawBuilder<unknown>[],
  filters: Filter | undefined,
  areLeftOut: boolean,
): RawBuilder<unknown> {
  const met: RawBuilder<unknown>[] = []
  const meets = (documents: RawBuilder<unknown>) => {
    const i = met.push(sql`select document, ${met.length}::int as condition from (${documents}) each`) - 1
    return sql<boolean>`coalesce(bool_or(condition = ${i}), false)`
  }
  const needs = parts.map(meets)
  if (filters) needs.push(filterToSql(filters, comparison => meets(attributes(scope, comparison))))
  if (met.length === 0) met.push(sql`select null::uuid as document, 0 as condition where false`)
  const holds = sql`(${sql.join(needs, sql` and `)})`
  return sql`select document from (${sql.join(met, sql` union all `)}) met group by document
    having ${areLeftOut ? sql`not ${holds}` : holds}`
}

const attributes = (scope: RecallScope, comparison: RawBuilder<unknown>) =>
  sql`select a.document from cell.document_attributes a where ${within(scope, 'a')} and ${comparison}`

/** The documents that each condition other than `filters` admits, as one query per condition. */
function partsOf(
  scope: RecallScope,
  { filepath, categories, userId, documents, asOf }: Narrowing,
): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = []
  if (documents) parts.push(sql`select document from unnest(${documents}::uuid[]) given (document)`)
  if (filepath !== undefined) parts.push(ofDocuments(scope, hasPath(filepath)))
  if (categories) parts.push(ofDocuments(scope, sql`d.category = any(${categories}::text[])`))
  if (userId !== undefined) parts.push(ofUser(scope, userId))
  if (asOf) parts.push(ofDocuments(scope, sql`${knownSince} <= ${asOf}`))
  return parts
}

/**
 * The date of a document: its own date, else the time of its current revision, because earlier content cannot be searched any
 * more. The first revision is as old as the document and is not looked up: that lookup took four fifths of the time.
 */
const knownSince = sql`coalesce(d.document_date, case when d.indexed_revision > 1 then (
  select r.created_at from cell.revisions r where r.shard = d.shard and r.org = d.org and r.container = d.container
     and r.document = d.id and r.revision = d.indexed_revision) end, d.created_at)`

function ofDocuments(scope: RecallScope, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select d.id as document from cell.documents d where ${within(scope, 'd', 'id')} and ${condition}`
}

function ofUser(scope: RecallScope, userId: string): RawBuilder<unknown> {
  const { org, shards } = scope
  const named = filterToSql(
    {
      key: 'userId',
      value: userId,
      filterType: 'metadata',
      negate: false,
      ignoreCase: false,
      numericOperator: '=',
    },
    comparison => sql`${comparison}`,
  )
  return sql`${attributes(scope, named)}
    union all ${ofDocuments(
      scope,
      sql`d.container = any(array(select c.container from cell.containers c
        where ${onShards(sql.ref('c.shard'), shards)} and c.org = ${org} and c.tag = ${userId}))`,
    )}
    union all select s.document from cell.secondary_tags s where ${within(scope, 's')} and s.tag = ${userId}`
}
