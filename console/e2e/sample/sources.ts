import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { decodeId } from '../../../server/src/platform/lib/ids.ts'
import { WebdavServer } from '../../../server/test/connectors/webdav-server.ts'
import type { E2eServer } from '../server.ts'
import { cloudFiles, feedEntries, vaultFiles } from './source-texts.ts'

/** The sources of the sample: a vault, a cloud, a blog, a feed that is gone, and a site that is being read. */
export type Sources = {
  /** Settings of the server that may read them. */
  settings: Record<string, string>
  connect(server: E2eServer, key: string): Promise<ConnectedSources>
  close(): Promise<void>
}

/** The ids of the connections. */
export type ConnectedSources = { vault: string; cloud: string; site: string; gone: string }

export async function startSources(): Promise<Sources> {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-sample-'))
  await writeFiles(join(folder, 'studio-notes'), vaultFiles)
  const cloud = await WebdavServer.start('nextcloud')
  for (const [path, text] of Object.entries(cloudFiles)) cloud.write(path, text)
  cloud.fault = (method, path) => (method === 'GET' && path.includes('.key') ? { status: 403 } : undefined)
  const web = await startWeb()
  return {
    settings: { FETCH_ALLOW: '127.0.0.1', CONNECTOR_FOLDERS: folder },
    connect: (server, key) => connectAll(server, key, { folder, cloud: cloud.url, web: web.url }),
    async close() {
      await cloud.close()
      web.server.close().closeAllConnections()
      await rm(folder, { recursive: true })
    },
  }
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function startWeb(): Promise<{ url: string; server: Server }> {
  let isGone = false
  const server = createServer((request, response) => {
    if (request.url === '/gone') {
      isGone = true
      return response.end()
    }
    if (request.url === '/old.xml' && isGone) return response.writeHead(410).end()
    if (request.url?.endsWith('.xml')) {
      response.setHeader('content-type', 'application/rss+xml')
      return response.end(feed(request.url === '/old.xml' ? 'Clay Market' : 'Slow Fire'))
    }
    if (request.url !== '/') return response.writeHead(404).end()
    response.setHeader('content-type', 'text/html')
    return response.end('<title>Kiln makers</title><p>Kilns of stone and of fibre.</p>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const feed = (title: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${feedEntries
    .map(
      ([name, text], at) =>
        `<item><guid>${title}-${at}</guid><title>${name}</title><description>${text}</description></item>`,
    )
    .join('')}</channel></rss>`

async function connectAll(
  server: E2eServer,
  key: string,
  { folder, cloud, web }: { folder: string; cloud: string; web: string },
): Promise<ConnectedSources> {
  const call = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/v3/${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const connect = async (provider: string, body: object): Promise<string> => {
    const { id } = (await (await call('POST', `connections/${provider}`, body)).json()) as { id: string }
    return id
  }
  const studio = { containerTag: 'workshop' }
  const ids = {
    vault: await connect('folder', {
      ...studio,
      settings: { path: join(folder, 'studio-notes'), include: ['*.md'] },
    }),
    cloud: await connect('webdav', {
      ...{ ...studio, settings: { url: cloud }, credentials: { username: 'ada', password: 'secret' } },
    }),
    blog: await connect('rss', { containerTag: 'reading', settings: { feedUrl: `${web}/blog.xml` } }),
    gone: await connect('rss', { containerTag: 'reading', settings: { feedUrl: `${web}/old.xml` } }),
    site: await connect('web-crawler', { containerTag: 'reading', settings: { startUrl: `${web}/` } }),
  }
  await untilRun(server, key, Object.values(ids))
  await fetch(`${web}/gone`)
  await call('POST', `connections/${ids.gone}/import`, {})
  await untilRun(server, key, [ids.gone], 2)
  await call('PATCH', `connections/${ids.blog}`, { paused: true })
  await untilRemembered(server, key)
  await retell(server, ids)
  return ids
}

async function untilRun(server: E2eServer, key: string, ids: readonly string[], runs = 1): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  for (const id of ids)
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`${server.url}/v3/connections/${id}/sync-runs`, { headers })
      const found = (await answer.json()) as { status: string }[]
      if (found.length >= runs && found[0]?.status !== 'running') break
      if (attempt > 300) throw new Error(`Connection ${id} was not imported within a minute`)
      await pause(200)
    }
}

/** The pictures show no work that is under way by chance. */
async function untilRemembered(server: E2eServer, key: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const query = new URLSearchParams({ view: 'pending', limit: '1' })
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${server.url}/v3/documents/processing?${query}`, { headers })
    const { totalCount, dreamingCount } = (await answer.json()) as {
      totalCount: number
      dreamingCount: number
    }
    if (totalCount === 0 && dreamingCount === 0) return
    await pause(200)
  }
  throw new Error('The documents of the sources were not remembered within two minutes')
}

/** Gives loopback addresses the names that they would have, adds runs of the past days, and stops one run in its middle. */
async function retell(server: E2eServer, ids: ConnectedSources): Promise<void> {
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  const name = (id: string, account: string, settings: object, nextMinutes: number) =>
    client.query(
      `update cell.connections set account = $2, settings = settings || $3::jsonb,
              next_run_at = now() + make_interval(mins => $4) where id = $1`,
      [decodeId(id), account, JSON.stringify(settings), nextMinutes],
    )
  try {
    await name(ids.vault, 'studio-notes', { path: '/srv/studio-notes' }, 8)
    await name(ids.cloud, 'mara at cloud.barronorte.example', {}, 41)
    await name(ids.site, 'kilnmakers.example', { startUrl: 'https://kilnmakers.example/' }, 900)
    await name(ids.gone, 'Clay Market', { feedUrl: 'https://claymarket.example/feed.xml' }, 55)
    for (const [id, minutes, items] of [
      [ids.vault, 10, 9],
      [ids.cloud, 60, 7],
    ] as const)
      await client.query(
        `insert into cell.sync_runs (shard, org, connection, id, trigger, status, phase, items_processed, items_unchanged,
           items_deleted, started_at, completed_at)
         select r.shard, r.org, r.connection, ('00000000-0000-7000-8000-' || lpad((1000 - n)::text, 12, '0'))::uuid, case n % 5 when 3 then 'event' else 'cron' end, 'completed', 'done',
                (abs(hashint4(n)) % 4) * (n % 2), $3::int - (abs(hashint4(n)) % 4) * (n % 2), case when n % 4 = 1 then 1 else 0 end, t.at,
                t.at + make_interval(secs => 1 + n % 3)
           from cell.sync_runs r, generate_series(1, 9) n,
                lateral (select r.started_at - make_interval(mins => $2::int * n) as at) t
          where r.connection = $1`,
        [decodeId(id), minutes, items],
      )
    await client.query(
      `update cell.sync_runs set status = 'running', completed_at = null, seen = 340, total = 1200, items_processed = 331,
              items_unchanged = 9, started_at = now() - interval '2 minutes' where connection = $1`,
      [decodeId(ids.site)],
    )
    await client.query(
      `update cell.connections set leased_until = now() + interval '1 day', current_run = (select id from cell.sync_runs where connection = $1)
        where id = $1`,
      [decodeId(ids.site)],
    )
  } finally {
    await client.end()
  }
}
