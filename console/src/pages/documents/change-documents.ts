import { reverie } from '../../data/client.ts'
import { counted } from '../../parts/numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { changeRows, type DocumentRow, refreshDocuments } from './use-documents.ts'

/** The API deletes at most 100 by their ids. */
const perCall = 100

/** Removes the rows at once. Answers with the receipts, one for each container and call. */
export async function deleteAll(
  documents: readonly Pick<DocumentRow, 'id'>[],
): Promise<string[] | undefined> {
  const ids = documents.map(({ id }) => id)
  changeRows(rows => rows.filter(({ id }) => !ids.includes(id)))
  try {
    const receipts: string[] = []
    for (let at = 0; at < ids.length; at += perCall) {
      const answer = await reverie.documents.deleteMany({ ids: ids.slice(at, at + perCall) })
      receipts.push(...answer.erasureIds)
    }
    return receipts
  } catch (error) {
    sayError(error)
    return undefined
  } finally {
    void refreshDocuments()
  }
}

export async function retryAll(documents: readonly DocumentRow[]): Promise<void> {
  const ids = new Set(documents.map(({ id }) => id))
  changeRows(rows => rows.map(row => (ids.has(row.id) ? { ...row, status: 'queued', errorCode: null } : row)))
  const done = await eachOf([...ids], id => reverie.documents.retry(id))
  if (done > 0) say(`${counted(done, 'document')} tried again.`)
  await refreshDocuments()
}

/** Moves documents to another container. The undo moves each back to its own. */
export async function moveAll(documents: readonly DocumentRow[], tag: string): Promise<void> {
  const moved = documents.filter(({ containerTags }) => containerTags[0] !== tag)
  const ids = new Set(moved.map(({ id }) => id))
  changeRows(rows => rows.map(row => (ids.has(row.id) ? { ...row, containerTags: [tag] } : row)))
  const done = await eachOf(moved, ({ id }) => reverie.update(id, { containerTag: tag }))
  const back = async () => {
    await eachOf(moved, ({ id, containerTags }) => reverie.update(id, { containerTags }))
    await refreshDocuments()
  }
  // Results of a search do not tell their container, so there is no way back for them.
  const mayUndo = moved.every(({ containerTags }) => containerTags.length > 0)
  if (done > 0)
    say(`${counted(done, 'document')} moved to ${tag}.`, mayUndo ? { undo: () => void back() } : {})
  await refreshDocuments()
}

/** Does something for each item, a few at a time. A refusal is said once. Answers how many worked. */
async function eachOf<Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>): Promise<number> {
  const queue = [...items]
  let [done, refused]: [number, unknown] = [0, undefined]
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      await act(item).then(
        () => {
          done += 1
        },
        error => {
          refused = error
        },
      )
  }
  await Promise.all([work(), work(), work(), work()])
  if (refused) sayError(refused)
  return done
}
