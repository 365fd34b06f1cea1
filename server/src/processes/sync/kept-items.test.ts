import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { lastRun, sync } from '../../../test/sync-steps.ts'
import { startWebServer, type WebServer } from '../../../test/web-server.ts'
import type { Connector } from '../../platform/connectors/connector.ts'

let server: TestServer
let web: WebServer
beforeAll(async () => {
  web = await startWebServer()
  server = await startTestServer({ worker: false, config: { FETCH_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await server?.close()
  await web?.close()
})

async function connect(provider: string, containerTag: string, settings: object): Promise<string> {
  const answer = await server.client.request('POST', `/v3/connections/${provider}`, {
    containerTag,
    settings,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}

async function textsIn(containerTag: string): Promise<string[]> {
  const { body } = await server.client.request('POST', '/v3/documents/list', {
    ...{ containerTags: [containerTag], includeContent: true, limit: 100 },
  })
  return body.memories.map(({ content }: { content: string }) => content).sort()
}

const feedOf = (...posts: number[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Kiln log</title>${posts
    .map(
      n =>
        `<item><guid>post-${n}</guid><title>Post ${n}</title><description>Firing ${n}</description></item>`,
    )
    .join('')}</channel></rss>`

test('entries that a feed no longer shows are kept when the feed is read again from its beginning', async () => {
  web.site['/feed'] = { body: feedOf(2, 1) }
  const id = await connect('rss', 'kept_feed', { feedUrl: `${web.url}/feed` })
  await sync(server, server.client, id)
  web.site['/feed'] = { body: feedOf(3, 2) }
  const changed = await server.client.request('PATCH', `/v3/connections/${id}`, {
    settings: { feedUrl: `${web.url}/feed`, maxPages: 50 },
  })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  await sync(server, server.client, id)
  expect(await lastRun(server.client, id)).toMatchObject({
    ...{ status: 'completed', itemsProcessed: 1, itemsUnchanged: 1, itemsDeleted: 0 },
  })
  expect(await textsIn('kept_feed')).toEqual(['Firing 1', 'Firing 2', 'Firing 3'])
})

const checkpoint = z.object({ at: z.int() })

/** Six batches, of which two move the checkpoint. */
const slow: Connector<unknown, undefined, z.output<typeof checkpoint>> = {
  describe: {
    ...{ provider: 'slow-checkpoint', title: 'Test', summary: 'Test.', everyMinutes: 60 },
    ...{ settings: z.object({}), credentials: { kind: 'none' }, checkpoint },
  },
  check: async () => ({ account: 'test' }),
  async *pull() {
    let moved = { at: 0 }
    for (let n = 0; n < 6; n++) {
      if (n === 3) moved = { at: 3 }
      const read = async () => ({ kind: 'text' as const, text: `Item ${n}` })
      const item = { externalId: `${n}`, version: '1', metadata: {}, read }
      yield { changes: [{ kind: 'upsert', item }], checkpoint: moved }
    }
  },
}

test('a batch with the checkpoint of the batch before stores its items and does not write the checkpoint again', async () => {
  server.app.sources.connectors.add(slow as Connector)
  const id = await connect('slow-checkpoint', 'slow_checkpoint', {})
  const { admin } = server.databases[0]!
  await admin.query(`
    create table public.written (checkpoint jsonb);
    create function public.note_checkpoint() returns trigger language plpgsql security definer as $$
      begin insert into public.written values (new.checkpoint); return null; end $$;
    create trigger note_checkpoint after update of checkpoint on cell.connections
      for each row execute function public.note_checkpoint();`)
  await sync(server, server.client, id)
  expect(await textsIn('slow_checkpoint')).toEqual([0, 1, 2, 3, 4, 5].map(n => `Item ${n}`))
  const { rows } = await admin.query('select checkpoint from public.written')
  expect(rows).toEqual([{ checkpoint: { at: 0 } }, { checkpoint: { at: 3 } }])
})
