import type { Organization, Principal } from '../../../platform/access/principal.ts'
import { inScope } from '../../../platform/db/tx.ts'
import { lanes } from '../../../platform/lanes/lane.ts'
import { wakeDreams } from '../../../platform/lanes/wake-dreams.ts'
import { newId } from '../../../platform/lib/ids.ts'
import { defaultContainerTag } from '../../containers/place-container.ts'
import { addDocument } from '../../documents/add-document.ts'
import { continueConversation, renderMessages, toConversation } from '../../documents/conversation.ts'
import { embedForSets } from '../../memories/embed-for-sets.ts'
import { type MemoryDraft, writeMemories } from '../../memories/write-memories.ts'
import type { ArchiveApp, Step } from '../archive-app.ts'
import type { ImportItem } from '../importers/importer.ts'
import type { AppliedCounts } from './apply-records.ts'
import { importName } from './import-names.ts'
import { findImported, lockImports } from './imported-store.ts'
import { splitConversation } from './split-conversation.ts'

/** An item as it comes back from its staged file. */
type Staged<T> = Omit<T, 'date' | 'until'> & { date?: string; until?: string }
type Item<K extends ImportItem['item']> = Staged<Extract<ImportItem, { item: K }>>
type Statement = Item<'statement'>

/** Memories that are embedded and written together. */
const statementsPerWrite = 100
const mostStatementChars = 10_000

/** Adds what an importer found, as if it had been told at its date. What a former import added is left as it is. */
export async function applyItems(
  app: ArchiveApp,
  organization: Organization,
  step: Step,
  lines: readonly string[],
): Promise<AppliedCounts> {
  const items = lines.map(line => JSON.parse(line) as Item<'text'> | Item<'conversation'> | Statement)
  const target = toTarget(app, organization, step)
  const counts: AppliedCounts = {}
  const count = (name: string, by = 1) => {
    counts[name] = (counts[name] ?? 0) + by
  }
  for (const item of items) {
    if (item.item === 'text') count(await addText(target, item))
    if (item.item === 'conversation') for (const outcome of await addSittings(target, item)) count(outcome)
    step.signal.throwIfAborted()
  }
  const statements = items.filter(item => item.item === 'statement')
  for (let at = 0; at < statements.length; at += statementsPerWrite) {
    const some = statements.slice(at, at + statementsPerWrite)
    const added = await addStatements(target, some)
    count('memories', added)
    count('skippedMemories', some.length - added)
  }
  return counts
}

type Target = {
  app: ArchiveApp
  principal: Principal
  tag: string
  format: string
  signal: AbortSignal
}

function toTarget(app: ArchiveApp, organization: Organization, { job, signal }: Step): Target {
  const principal = { organization, key: { id: job.askedBy, name: 'import' }, containerTag: undefined }
  return { app, principal, tag: job.containerTag ?? defaultContainerTag, format: job.format, signal }
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

const dated = (text: string | undefined) => (text === undefined ? {} : { documentDate: new Date(text) })

type Outcome = 'documents' | 'skippedDocuments'

const outcomeOf = ({ isUnchanged }: { isUnchanged?: true }): Outcome =>
  isUnchanged ? 'skippedDocuments' : 'documents'

async function addText({ app, principal, tag, format }: Target, item: Item<'text'>): Promise<Outcome> {
  const { key, content, date, metadata, filepath, isMemory = true } = item
  const pieces = cutText(content, app.maxTextBytes)
  let outcome: Outcome = 'skippedDocuments'
  for (const [at, piece] of pieces.entries()) {
    const accepted = await addDocument(
      app,
      principal,
      {
        content: piece,
        containerTag: tag,
        customId: importName(format, key, at + 1),
        taskType: isMemory ? 'memory' : 'rag',
        ...(metadata && { metadata }),
        ...(filepath !== undefined && { filepath }),
        ...dated(date),
      },
      { source: format, lane: lanes.bulk },
    )
    if (!accepted.isUnchanged) outcome = 'documents'
  }
  return outcome
}

/** Bytes of a character are four at most. */
function cutText(content: string, mostBytes: number): string[] {
  if (Buffer.byteLength(content) <= mostBytes) return [content]
  const chars = Math.floor(mostBytes / 4)
  return Array.from({ length: Math.ceil(content.length / chars) }, (_, at) =>
    content.slice(at * chars, (at + 1) * chars),
  )
}

async function addSittings(
  { app, principal, tag, format }: Target,
  { key, messages, date, metadata }: Item<'conversation'>,
): Promise<Outcome[]> {
  const said = messages.map(message => ({ ...message, date: dateOf(message.date as unknown as string) }))
  const outcomes: Outcome[] = []
  for (const [at, sitting] of splitConversation(said, app.maxTextBytes * 0.8).entries()) {
    const blocks = renderMessages(sitting.map(({ role, text }) => ({ role, content: text })))
    if (blocks.length === 0) continue
    const { content, turns } = toConversation(blocks)
    const saidAt = sitting.find(each => each.date)?.date ?? dateOf(date)
    const body = {
      ...{ content, containerTag: tag, customId: importName(format, key, at + 1) },
      ...(metadata && { metadata }),
      ...(saidAt && { documentDate: saidAt }),
    }
    const options = { source: format, lane: lanes.bulk, turns }
    const accepted = await addDocument(app, principal, body, {
      ...options,
      merge: stored => continueConversation(stored, blocks),
    })
    outcomes.push(outcomeOf(accepted))
  }
  return outcomes
}

/** Returns how many of the statements are new. */
async function addStatements(target: Target, statements: readonly Statement[]): Promise<number> {
  const { app, principal, tag, format, signal } = target
  return app.containers.retryIfClosed(async () => {
    const key = await app.containers.resolve(principal.organization, tag)
    const cell = app.cells.of(key.shard)
    const named = new Map(statements.map(statement => [importName(format, statement.key), statement]))
    const known = await inScope(cell, { org: key.org }, db => findImported(db, key, [...named.keys()]))
    const fresh = [...named].filter(([name]) => !known.has(name))
    if (fresh.length === 0) return 0
    const texts = fresh.map(([, { content }]) => content.slice(0, mostStatementChars))
    const { model, vectors } = await embedForSets(app, key, texts, signal)
    const drafts = fresh.map(([name, statement], i) => ({
      ...toDraft(key.shard, name, statement, texts[i]!),
      ...vectors[i]!,
    }))
    return inScope(cell, { org: key.org }, async db => {
      // Two imports of the same file at once would both find nothing.
      await lockImports(db, key)
      const since = await findImported(db, key, [...named.keys()])
      const added = drafts.filter(({ metadata }) => !since.has(String(metadata?.importId)))
      if (added.length === 0) return 0
      await writeMemories(db, key, model, added)
      await wakeDreams(db, app.wakes.of(key.shard), key, 0)
      return added.length
    })
  })
}

function toDraft(
  shard: number,
  name: string,
  statement: Statement,
  text: string,
): Omit<MemoryDraft, 'vector'> {
  const id = newId(shard)
  const documentDate = dateOf(statement.date) ?? null
  return {
    id,
    text,
    isStatic: statement.isStatic ?? false,
    isInference: false,
    version: 1,
    parent: null,
    root: id,
    metadata: { ...statement.metadata, importId: name },
    forgetAfter: dateOf(statement.until) ?? null,
    forgetReason: statement.until === undefined ? null : 'no longer true at the source',
    documentDate,
    eventDates: [],
    trueFrom: documentDate,
    origin: 'api',
    sourceCount: 1,
  }
}
