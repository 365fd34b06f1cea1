import { sql } from 'kysely'
import { ofContainer } from '../../platform/db/of-container.ts'
import { chainStart, revisionText, revisionTurns } from '../../platform/db/revision-text.ts'
import type { Db } from '../../platform/db/tx.ts'
import type { ContainerKey } from '../containers/store.ts'

/** Drops and folds revisions that are no longer needed one by one. */

/** A chat that pauses this long is usually over. Folding earlier would write the texts of live chats again and again. */
export const tidyAfterHours = 1

/** Revisions that a memory cites are looked at again then: the memory may have been formed from a later one. */
const checkAgainHours = 24

export type UntidyDocument = ContainerKey & { document: string }

/** Lists documents with due revisions, those that are due the longest first. */
export async function findUntidy(db: Db, most: number): Promise<UntidyDocument[]> {
  const { rows } = await sql<UntidyDocument>`
    select distinct shard, org, container, document from (
      select shard, org, container, document from cell.revisions where tidy_at <= now() order by tidy_at limit ${most}) due`.execute(
    db,
  )
  return rows
}

const tidyLock = (document: string) => sql`hashtextextended('tidy ' || ${document}, 0)`

/** Until the transaction ends, nobody else tidies the document. False when somebody does. */
export async function takeTidyTurn(db: Db, document: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${tidyLock(document)}) as taken`.execute(db)
  return rows[0]!.taken
}

/** The same for a request, which waits for its turn: tidying one document takes milliseconds. */
export async function awaitTidyTurn(db: Db, document: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tidyLock(document)})`.execute(db)
}

/** Consecutive revisions, each of which begins with the text of the one before. */
export type RevisionChain = {
  start: number
  last: number
  rows: number
  /** The last row into which the rows before it may be folded: later ones are still named by the document. */
  foldTo: number
  isNewest: boolean
  /** The document, a fact or a memory names one of its revisions, or a file belongs to it. */
  isNamed: boolean
}

const of = (key: ContainerKey, alias: string, document: string) =>
  sql`${ofContainer(key, alias)} and ${sql.ref(`${alias}.document`)} = ${document}`

/**
 * The chains of a document. New citations always name the newest revision, under a lock of the document: a chain that is
 * neither newest nor named in one snapshot is never named again.
 */
export async function listChains(db: Db, key: ContainerKey, document: string): Promise<RevisionChain[]> {
  const { rows } = await sql<RevisionChain>`
    with chain as (
      select ${chainStart('r')} as start, max(r.revision) as last, count(*)::int as rows, bool_or(r.blob_key is not null) as has_file
        from cell.revisions r where ${of(key, 'r', document)} group by 1),
    named as (select c.*, d.latest_revision between c.start and c.last as is_newest,
                     array(select n from unnest(array[d.latest_revision, d.indexed_revision, d.dreamed_revision]) n where n between c.start and c.last) as pointers
                from chain c, cell.documents d where ${ofContainer(key, 'd')} and d.id = ${document} and d.tombstoned_at is null)
    select c.start, c.last, c.rows, c.is_newest as "isNewest",
           coalesce((select min(n) from unnest(c.pointers) n), c.last) as "foldTo",
           c.has_file or cardinality(c.pointers) > 0
             or exists (select from cell.facts f where ${of(key, 'f', document)} and f.revision between c.start and c.last)
             or exists (select from cell.memory_sources s where ${of(key, 's', document)} and s.revision between c.start and c.last) as "isNamed"
      from named c order by c.start`.execute(db)
  return rows
}

/** Stores the text of the row `foldTo` whole and deletes the rows of the chain before it. Readers see the same texts. */
export async function foldChain(
  db: Db,
  key: ContainerKey,
  document: string,
  { start, foldTo }: RevisionChain,
): Promise<void> {
  await sql`
    with whole as materialized (
      select ${revisionText('r')} as content, ${revisionTurns('r')} as turns from cell.revisions r
       where ${of(key, 'r', document)} and r.revision = ${foldTo} and r.root is not null),
    folded as (
      update cell.revisions r set content = w.content, turns = w.turns::jsonb, root = null, since = ${start}, tidy_at = null from whole w
       where ${of(key, 'r', document)} and r.revision = ${foldTo} returning r.revision)
    delete from cell.revisions r using folded f where ${of(key, 'r', document)} and r.revision >= ${start} and r.revision < f.revision`.execute(
    db,
  )
}

export async function dropChain(
  db: Db,
  key: ContainerKey,
  document: string,
  { start, last }: RevisionChain,
): Promise<void> {
  await sql`
    delete from cell.revisions r where ${of(key, 'r', document)} and r.revision between ${start} and ${last}`.execute(
    db,
  )
}

/** Tails of so many appends are joined, and so many of the joined ones again. */
const tailsPerRow = 16

/**
 * Joins the tails of earlier appends from time to time, so that a text of n turns has a few dozen
 * rows, and each turn is written three times at most. Rows that the document names stay.
 */
export async function joinTails(
  db: Db,
  key: ContainerKey,
  { document, root, revision }: { document: string; root: number; revision: number },
): Promise<void> {
  const span = [tailsPerRow ** 2, tailsPerRow].find(each => (revision - root) % each === 0)
  if (span === undefined || !(await takeTidyTurn(db, document))) return
  await sql`
    with top as (
      select least(${revision}::int - 1, d.indexed_revision, case when d.dreamed_revision >= ${root}::int then d.dreamed_revision end) as revision
        from cell.documents d where ${ofContainer(key, 'd')} and d.id = ${document}),
    joined as materialized (
      select max(t.revision) as last, count(*) as rows, string_agg(t.content, '' order by t.revision) as content,
             '[' || string_agg(nullif(btrim(t.turns::text, '[]'), ''), ', ' order by t.revision) || ']' as turns
        from cell.revisions t, top where ${of(key, 't', document)} and t.root = ${root}::int
         and t.revision > greatest(${root}::int, ${revision}::int - 1 - ${span}::int) and t.revision <= top.revision),
    kept as (
      update cell.revisions r set content = j.content, turns = j.turns::jsonb from joined j
       where ${of(key, 'r', document)} and r.revision = j.last and r.root = ${root}::int and j.rows > 1 returning r.revision)
    delete from cell.revisions r using kept k where ${of(key, 'r', document)} and r.revision < k.revision
       and r.revision > greatest(${root}::int, ${revision}::int - 1 - ${span}::int) and r.root = ${root}::int`.execute(
    db,
  )
}

/** Sets the next look at the revisions that are still due. A chain that is folded and newest needs none. */
export async function postponeTidying(db: Db, key: ContainerKey, document: string): Promise<void> {
  await sql`
    update cell.revisions r set tidy_at = now() + case when r.root is null then ${checkAgainHours}::int else ${tidyAfterHours}::int end * interval '1 hour'
     where ${of(key, 'r', document)} and r.tidy_at <= now()`.execute(db)
}
