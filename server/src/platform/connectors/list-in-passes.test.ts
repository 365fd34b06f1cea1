import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Change } from './connector.ts'
import { type Lister, listInPasses, type PassState, passState } from './list-in-passes.ts'

/** A provider in memory that lists from the newest edit back. */
class Items {
  perPage = 10
  readonly edits = new Map<string, number>()
  now = Date.UTC(2026, 0, 1)
  alwaysFullUpTo = 5
  pages = 0
  found: string[] = []
  #sorted: [string, number][] = []

  lister(): Lister {
    return {
      scope: 'all',
      now: new Date(this.now),
      overlapMs: 60_000,
      alwaysFullUpTo: this.alwaysFullUpTo,
      list: async (cursor, since) => {
        this.pages++
        if (cursor === undefined)
          this.#sorted = [...this.edits]
            .filter(([, at]) => since === undefined || at >= Date.parse(since))
            .sort(([, one], [, other]) => other - one)
        const sorted = this.#sorted
        const from = Number(cursor ?? 0)
        const to = from + this.perPage
        const entries = sorted.slice(from, to).map(([id, at]) => ({
          ...{ id, editedAt: new Date(at).toISOString() },
          change: upsert(id),
        }))
        return { entries, next: to < sorted.length ? String(to) : undefined }
      },
      find: async id => {
        this.found.push(id)
        return this.edits.has(id) ? upsert(id) : { kind: 'deleted', externalId: id }
      },
    }
  }

  edit(from: number, to: number): void {
    for (let n = from; n <= to; n++) {
      this.now += 1_000
      this.edits.set(`item-${n}`, this.now)
    }
  }
}

const upsert = (externalId: string): Change => ({
  kind: 'upsert',
  item: { externalId, version: '1', metadata: {}, read: async () => ({ kind: 'text', text: '' }) },
})

async function pull(items: Items, checkpoint?: PassState) {
  const batches = await Array.fromAsync(listInPasses(items.lister(), checkpoint))
  const changes = batches.flatMap(batch => batch.changes)
  const ids = (kind: Change['kind']) =>
    changes
      .filter(change => change.kind === kind)
      .map(change => (change.kind === 'upsert' ? change.item.externalId : change.externalId))
  const last = passState.parse(JSON.parse(JSON.stringify(batches.at(-1)!.checkpoint)))
  return { met: ids('upsert'), deleted: ids('deleted'), last }
}

test('a large source is listed to the last edit only, and as a whole once a day', async () => {
  const items = new Items()
  items.edit(1, 95)
  const { last } = await pull(items)
  items.now += 3_600_000
  items.edit(3, 4)
  items.edits.delete('item-50')
  items.pages = 0
  const second = await pull(items, last)
  expect(second.met.sort()).toContain('item-3')
  expect(second.met.length).toBeLessThan(70)
  expect(second.deleted).toEqual([])
  items.now += 86_400_000
  const third = await pull(items, second.last)
  expect(third.met).toHaveLength(94)
  expect(third.deleted).toEqual(['item-50'])
  expect(items.found).toEqual(['item-50'])
})

test('an item that is shared late with an old time is found by the next complete listing', async () => {
  const items = new Items()
  items.edit(1, 40)
  const { last } = await pull(items)
  items.edits.set('late', Date.UTC(2020, 0, 1))
  const second = await pull(items, last)
  expect(second.met).not.toContain('late')
  items.now += 86_400_000
  expect((await pull(items, second.last)).met).toContain('late')
})

test('a time in the future hides no later edits, and a time that is none ends nothing', async () => {
  const items = new Items()
  items.edit(1, 30)
  items.edits.set('ahead', Date.UTC(2099, 0, 1))
  const { last } = await pull(items)
  items.now += 3_600_000
  items.edit(31, 31)
  expect((await pull(items, last)).met).toContain('item-31')
})

test('a clock that was set back leads to a complete listing, and not to none for years', async () => {
  const items = new Items()
  items.edit(1, 30)
  const { last } = await pull(items)
  items.now -= 40 * 86_400_000
  items.edits.delete('item-7')
  expect((await pull(items, last)).deleted).toEqual(['item-7'])
})

test('the checkpoint of a long listing moves with several pages, and few pages are listed again', async () => {
  const items = new Items()
  items.perPage = 100
  for (let n = 0; n < 12_000; n++)
    items.edits.set(createHash('sha256').update(String(n)).digest('hex').slice(0, 32), n * 1_000)
  let batches = 0
  let checkpoint: PassState | undefined
  for await (const batch of listInPasses(items.lister(), undefined)) {
    checkpoint = batch.checkpoint
    if (++batches === 118) break
  }
  items.pages = 0
  const { last } = await pull(items, checkpoint)
  expect(items.pages).toBeLessThan(6)
  expect(JSON.stringify(last).length).toBeLessThan(350_000)
})
