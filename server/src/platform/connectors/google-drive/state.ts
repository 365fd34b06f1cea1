import { createHash } from 'node:crypto'
import { type Batch, type Change, SourceError } from '../connector.ts'
import { packLines, unpackLines } from '../pack-lines.ts'
import { type DriveApi, type DriveFile, idPattern } from './drive-api.ts'
import { type Folder, FolderTable } from './folder-table.ts'
import { type DriveCheckpoint, type DriveSource, type ListTask, userCorpus } from './settings.ts'

/** One pull: the connection, Google, and how far it is. */
export type DriveRun = { source: DriveSource; api: DriveApi; state: DriveState }

/** A table of this size packs to about ten megabytes. */
const mostFolders = 150_000
/** Folders whose children are asked for at once. */
const idsPerTask = 20

export class DriveState {
  readonly scope: string
  readonly chosen: readonly string[]
  readonly table: FolderTable
  readonly feeds: Record<string, string>
  task: ListTask | undefined
  seen: number
  readonly #todo: Set<string>

  constructor(source: DriveSource, from: Pick<DriveCheckpoint, 'chosen'> & Partial<DriveCheckpoint>) {
    this.scope = scopeOf(source)
    this.chosen = from.chosen
    this.table = new FolderTable(isFull(source) ? undefined : from.chosen, from.folders)
    this.feeds = { ...from.feeds }
    this.task = from.task
    this.seen = from.seen ?? 0
    this.#todo = new Set(unpackLines(from.todo ?? ''))
  }

  /** Lists all folders and then all files of a corpus. */
  listAll(corpus: string): void {
    this.#todo.add(`folders:${corpus}`).add(`files:${corpus}`)
  }

  /** Asks for a file that was chosen by itself. */
  readOne(id: string): void {
    this.#todo.add(`one:${id}`)
  }

  /** Lists what is below a folder. */
  listBelow(id: string): void {
    this.#todo.add(`in:${id}`)
  }

  /** The list to read next: children of several folders at once, as long as they lie in the same place. */
  nextTask(): ListTask | undefined {
    this.task ??= this.#takeTask()
    return this.task
  }

  #takeTask(): ListTask | undefined {
    let task: ListTask | undefined
    for (const entry of this.#todo) {
      const next = this.#toTask(entry)
      const fits = !task || (task.kind === next.kind && task.corpus === next.corpus)
      if (!fits || task?.ids.length === idsPerTask) break
      this.#todo.delete(entry)
      task = { ...next, ids: [...(task?.ids ?? []), ...next.ids] }
      if (next.ids.length === 0) break
    }
    return task
  }

  #toTask(entry: string): ListTask {
    const [kind, id = ''] = entry.split(':')
    if (kind === 'one') return { kind, corpus: userCorpus, ids: [id] }
    if (kind !== 'in') return { kind: kind as 'folders' | 'files', corpus: id, ids: [] }
    const corpus = this.table.get(id)?.drive || userCorpus
    return { kind: this.table.isIn(id) ? 'in' : 'out', corpus, ids: [id] }
  }

  /** The row of a folder as Google describes it now. The top folder of a shared drive calls itself Drive; the list of drives has its name. */
  toFolder({ id, name, parents, driveId, trashed }: DriveFile): Folder {
    const driveName = driveId === id ? this.table.get(id)?.name : undefined
    // Folders had several parents until 2020.
    const parent = parents.find(one => this.table.get(one)) ?? parents[0] ?? ''
    return { name: driveName ?? name, parent, drive: driveId ?? '', isTrashed: trashed }
  }

  save(): DriveCheckpoint {
    if (this.table.size > mostFolders)
      throw new SourceError(
        'settings_invalid',
        `There are more than ${mostFolders} folders. Choose fewer of them`,
      )
    return {
      ...{ scope: this.scope, chosen: [...this.chosen], feeds: { ...this.feeds }, seen: this.seen },
      folders: this.table.pack(),
      todo: packLines([...this.#todo]),
      ...(this.task && { task: this.task }),
    }
  }

  batch(changes: Change[]): Batch<DriveCheckpoint> {
    return { changes, checkpoint: this.save(), progress: { seen: this.seen } }
  }
}

export const isFull = ({ settings }: DriveSource): boolean => settings.syncScope === 'full'

/** What was chosen, of a connection that imports a choice. */
export const chosenOf = (source: DriveSource): readonly string[] =>
  isFull(source) ? [] : [...new Set(source.chosen ?? [])].filter(id => idPattern.test(id))

/** Another one means that other files belong to the connection. */
export function scopeOf(source: DriveSource): string {
  const scope = JSON.stringify([source.settings.syncScope, chosenOf(source).toSorted()])
  return createHash('sha256').update(scope).digest('hex').slice(0, 16)
}
