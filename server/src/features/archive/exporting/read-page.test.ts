import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, startTestServer, type TestServer } from '../../../../test/harness.ts'
import type { CellShards } from '../../../platform/db/cells.ts'
import { type ExportPlace, readPage } from './read-page.ts'

let server: TestServer
const tags = ['oak', 'elm', 'ash', 'yew', 'fir']

beforeAll(async () => {
  server = await startTestServer({ worker: false })
  const client = await server.newClient({ spread: true })
  server.client = client
  for (const containerTag of tags)
    await add(client, { content: `A note on the ${containerTag}.`, containerTag })
})
afterAll(() => server.close())

/** The shards of the organization as two cells would hold them. */
function reachOf(isInFirst: (shard: number) => boolean): CellShards[] {
  const cell = server.app.cells.all[0]!
  const shards = Array.from({ length: 1_024 }, (_, shard) => shard)
  return [
    { cell, shards: shards.filter(isInFirst) },
    { cell, shards: shards.filter(shard => !isInFirst(shard)) },
  ]
}

test('an export writes every container once although shards move between cells meanwhile', async () => {
  const { cells } = server.app
  const scope = { org: server.client.organization.id, container: undefined, hasVectors: false }
  const layouts = [reachOf(shard => shard % 2 === 0), reachOf(shard => shard < 512), reachOf(() => false)]
  const written: string[] = []
  let place: ExportPlace = { next: 0 }
  for (let n = 0; ; n++) {
    const page = await readPage({ cells, reach: layouts[written.length % 3]! }, scope, place)
    if (!page) break
    expect(n).toBeLessThan(100)
    for (const { kind, lines } of page.units)
      if (kind === 'container') written.push(JSON.parse(lines[0]!.line).tag)
    place = page.place
  }
  expect(written.toSorted()).toEqual(tags.toSorted())
})
