import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GithubServer } from '../../../test/connectors/github-server.ts'
import { ImapServer } from '../../../test/connectors/imap-server.ts'
import { type Client, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { documentXml, docx, paragraph } from '../../../test/hostile/office.ts'
import { documentsIn, lastRun, makeDue, sync } from '../../../test/sync-steps.ts'
import { addUnpaced } from '../../../test/unpaced.ts'
import { type Page, type Site, startWebServer } from '../../../test/web-server.ts'
import { encodeId } from '../../platform/lib/ids.ts'

/** Sources that mean harm, through the sync. docs/security.md lists these tests. */

let server: TestServer
let client: Client
let folders: string
beforeAll(async () => {
  folders = mkdtempSync(join(tmpdir(), 'reverie-hostile-'))
  server = await startTestServer({
    worker: false,
    config: { FETCH_ALLOW: '127.0.0.1', CONNECTOR_FOLDERS: join(folders, 'allowed') },
  })
  client = server.client
  await addUnpaced(server.app.sources.connectors)
})
afterAll(async () => {
  await server?.close()
  rmSync(folders, { recursive: true, force: true })
})

let containers = 0

async function connect(provider: string, body: object, by = client) {
  const containerTag = `hostile_${++containers}`
  const answer = await by.request('POST', `/v3/connections/${provider}`, { containerTag, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id: answer.body.id as string, containerTag }
}

const failuresOf = async (id: string) =>
  (await client.request('GET', `/v3/connections/${id}/failures`)).body.failures as {
    externalId: string
    code: string
  }[]

const page = (text: string, links: readonly string[] = []): Page => ({
  body: `<html><head><title>${text}</title></head><body><p>${text}</p>${links.map(link => `<a href="${link}">.</a>`).join('')}</body></html>`,
})
const siteOf = (answer: (path: string) => Page | undefined): Site =>
  new Proxy({}, { get: (_, path) => answer(String(path)) }) as Site

/** Every month leads to its days, and to the months before it: into the past there is no end. */
function calendarPage(path: string): Page | undefined {
  const [, year, month] = /^\/events\/(\d+)\/(\d+)$/.exec(path)?.map(Number) ?? []
  if (year === undefined || month === undefined) return undefined
  const before = month === 1 ? `/events/${year - 1}/12` : `/events/${year}/${month - 1}`
  return page('No events in this month', [
    before,
    ...Array.from({ length: 28 }, (_, day) => `/events/${year}/${month}?day=${day + 1}`),
  ])
}

test('a crawler trap ends a crawl of many short steps, and the other pages are imported', async () => {
  const web = await startWebServer(
    siteOf(path => {
      if (path === '/') return page('Home', ['/events/2026/11', '/about'])
      if (path === '/about') return page('About us')
      return calendarPage(path)
    }),
  )
  try {
    const { id, containerTag } = await connect('web-crawler', {
      settings: { startUrl: `${web.url}/`, maxPages: 5_000, maxDepth: 50 },
    })
    await sync(server, client, id, { stepMs: 5 })
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
    const paths = [...(await documentsIn(client, containerTag)).keys()]
    expect(paths).toContain('/about')
    expect(paths.length).toBeLessThan(60)
    expect(web.visits.length).toBeLessThan(400)
  } finally {
    await web.close()
  }
}, 60_000)

test('a redirect in a circle is one failure, and the other pages are imported', async () => {
  const web = await startWebServer({
    '/': page('Home', ['/round', '/about']),
    '/round': { status: 302, headers: { location: '/and' } },
    '/and': { status: 302, headers: { location: '/round' } },
    '/about': page('About us'),
  })
  try {
    const { id, containerTag } = await connect('web-crawler', { settings: { startUrl: `${web.url}/` } })
    await sync(server, client, id)
    expect(await lastRun(client, id)).toMatchObject({ status: 'completed' })
    expect([...(await documentsIn(client, containerTag)).keys()].sort()).toEqual(['/', '/about'])
    const refused = await client.request('POST', '/v3/connections/web-crawler', {
      containerTag: 'hostile_round',
      settings: { startUrl: `${web.url}/round` },
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
  } finally {
    await web.close()
  }
}, 60_000)

test('links out of an allowed folder are refused, whatever they lead to, and what they replace is deleted', async () => {
  const root = join(folders, 'allowed', 'vault')
  const outside = join(folders, 'outside')
  for (const folder of [root, outside]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(outside, 'secret.md'), 'The secret of the operator')
  writeFileSync(join(root, 'note.md'), 'A note')
  writeFileSync(join(root, 'replaced.md'), 'Soon a link')
  for (const name of ['note.md', 'replaced.md']) utimesSync(join(root, name), 1_000_000, 1_000_000)
  symlinkSync(join(outside, 'secret.md'), join(root, 'file.md'))
  symlinkSync(outside, join(root, 'folder'))
  symlinkSync('../../outside/secret.md', join(root, 'relative.md'))
  const { id, containerTag } = await connect('folder', { settings: { path: root } })
  await sync(server, client, id)
  const links = ['file.md', 'folder', 'relative.md']
  expect([...(await documentsIn(client, containerTag)).keys()].sort()).toEqual(['note.md', 'replaced.md'])
  rmSync(join(root, 'replaced.md'))
  symlinkSync(join(outside, 'secret.md'), join(root, 'replaced.md'))
  await makeDue(server, id)
  await sync(server, client, id)
  expect(await documentsIn(client, containerTag)).toEqual(new Map([['note.md', 'A note']]))
  expect(await failuresOf(id)).toMatchObject(
    [...links, 'replaced.md'].map(externalId => ({ externalId, code: 'item_forbidden' })),
  )
  // To be asked for by itself, as a retry does, opens no other way.
  await client.request('POST', `/v3/connections/${id}/failures/retry`, {})
  await sync(server, client, id)
  expect(await documentsIn(client, containerTag)).toEqual(new Map([['note.md', 'A note']]))
  expect(await failuresOf(id)).toHaveLength(4)
  for (const path of [outside, join(root, 'folder'), join(root, '..', '..', 'outside')]) {
    const refused = await client.request('POST', '/v3/connections/folder', {
      containerTag: 'hostile_outside',
      settings: { path },
    })
    expect([refused.status, refused.body.code], path).toEqual([400, 'connection.check_failed'])
  }
})

test('an event of GitHub with a wrong signature is refused and starts nothing, a signed one imports', async () => {
  const github = new GithubServer()
  await github.start()
  try {
    const repository = github.add(7, 'ada/notes')
    repository.commit({ 'a.md': 'A' })
    const { id, containerTag } = await connect('github-token', {
      settings: { apiUrl: github.url, repositories: ['ada/notes'] },
      credentials: { token: 'good', webhookSecret: 'shared' },
    })
    await sync(server, client, id)
    repository.issue(1, 'A new issue')
    const address = `${server.url}/v3/connections/webhook/${encodeId(client.organization.id)}${id}`
    const body = JSON.stringify({ repository: { id: 7, full_name: 'ada/notes' }, issue: { number: 1 } })
    const send = (secret: string, signed = body) =>
      fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': 'issues',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`,
        },
        body,
      })
    const runs = async () => (await client.request('GET', `/v3/connections/${id}/sync-runs`)).body.length
    for (const answer of [await send('guessed'), await send(''), await send('shared', `${body} `)]) {
      expect(answer.status).toBe(403)
      expect(((await answer.json()) as { code: string }).code).toBe('connection.event_refused')
    }
    await sync(server, client, id)
    expect(await runs()).toBe(1)
    expect((await send('shared')).status).toBe(204)
    await sync(server, client, id)
    expect(await runs()).toBe(2)
    expect((await documentsIn(client, containerTag)).size).toBe(2)
  } finally {
    await github.close()
  }
})

test('a zip bomb attached to a mail costs that attachment: the thread and the other mails are read', async () => {
  const working = await startTestServer({ config: { FETCH_ALLOW: '127.0.0.1' } })
  const mailbox = await ImapServer.start()
  try {
    const [before, after] = documentXml('|').split('|') as [string, string]
    const bomb = docx({ before, unit: paragraph('all work and no play '), megabytes: 1_000, after })
    const lines = ['From: bob@example.com', 'To: ada@example.com', 'Date: Tue, 17 Nov 2026 09:00:00 +0000']
    mailbox.deliver(
      'INBOX',
      [
        ...lines,
        'Subject: Harmless',
        'Message-ID: <bomb@x>',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=cut',
        '',
        '--cut',
        'Content-Type: text/plain',
        '',
        'Please see the attached file about kilns.',
        '--cut',
        'Content-Type: application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        'Content-Disposition: attachment; filename="plan.docx"',
        'Content-Transfer-Encoding: base64',
        '',
        ...(bomb.toString('base64').match(/.{1,76}/g) ?? []),
        '--cut--',
        '',
      ].join('\n'),
    )
    mailbox.deliver(
      'INBOX',
      [...lines, 'Subject: Other', 'Message-ID: <other@x>', '', 'Glazes.', ''].join('\n'),
    )
    const { containerTag } = await connect(
      'imap',
      {
        settings: { host: '127.0.0.1', port: mailbox.port, security: 'none' },
        credentials: { username: 'ada', password: 'secret' },
      },
      working.client,
    )
    const { body } = await until(
      () =>
        working.client.request('POST', '/v3/documents/list', {
          containerTags: [containerTag],
          includeContent: true,
        }),
      answer =>
        answer.body.memories.length === 2 &&
        answer.body.memories.every(({ status }: { status: string }) => ['done', 'failed'].includes(status)),
    )
    expect(body.memories.map(({ status }: { status: string }) => status)).toEqual(['done', 'done'])
    const read = await Promise.all(
      body.memories.map(async ({ id }: { id: string }) => {
        const { body: document } = await working.client.request('GET', `/v3/documents/${id}`)
        return document.raw as string
      }),
    )
    expect(read.join('\n')).toContain('Please see the attached file about kilns')
    expect(read.join('\n')).toContain('Glazes')
    expect(Math.max(...read.map(text => text.length))).toBeLessThan(5_000_000)
  } finally {
    await working.close()
    await mailbox.close()
  }
}, 90_000)
