import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  refetch,
  run,
  runWithKills,
  Shelf,
  sourceFor,
  sync,
} from '../../../test/connectors/drive-connector.ts'
import { GithubServer, type RepositoryDouble } from '../../../test/connectors/github-server.ts'
import { SourceError, type Subscription } from './connector.ts'
import { githubToken as github, github as githubOauth } from './github.ts'

let server: GithubServer
let notes: RepositoryDouble
let shelf: Shelf

beforeEach(async () => {
  server = new GithubServer()
  await server.start()
  notes = server.add(7, 'ada/notes')
  shelf = new Shelf()
})
afterEach(() => server.close())

const sourceOf = (settings: object = {}, options: object = {}) =>
  sourceFor(github, {
    settings: { apiUrl: server.url, ...settings },
    credentials: { token: 'good' },
    chosen: ['7'],
    ...options,
  })

const inDays = (days: number, options: object = {}) =>
  sourceOf({}, { now: () => new Date(Date.now() + days * 86_400_000), ...options })

/** What must be stored, read from the server's side. */
function expected({ id, issues, discussions, files }: RepositoryDouble): Record<string, string> {
  const thread = (title: string, posts: [author: string, text: string][]) =>
    [`# ${title}`, ...posts.map(([author, text]) => `**${author}**:\n\n${text}`)].join('\n\n')
  return Object.fromEntries([
    ...[...issues.values()]
      .filter(issue => !issue.isDeleted && !issue.movedTo)
      .map(({ number, title, body, comments }) => [
        `${id}/issues/${number}`,
        thread(title, [
          ['ada', body],
          ...comments.map(({ author, body: text }): [string, string] => [author, text]),
        ]),
      ]),
    ...[...discussions.values()].map(({ number, title, body, comments }) => [
      `${id}/discussions/${number}`,
      thread(title, [['ada', body], ...comments.map((text): [string, string] => ['bob', text])]),
    ]),
    ...[...files]
      .filter(([path]) => /\.(md|txt)$/.test(path))
      .map(([path, text]) => [`${id}/files/${path}`, text]),
  ])
}

const stored = () =>
  Object.fromEntries(
    Object.entries(shelf.texts()).map(([id, text]) => [
      id,
      text.replaceAll(/ \(\d{4}-\d\d-\d\d\):\n/g, ':\n'),
    ]),
  )

function fill(repository: RepositoryDouble, count: number): void {
  for (let n = 1; n <= count; n++) repository.issue(n, `Body ${n}`, n % 3 === 0)
  for (let n = 1; n <= count; n++) repository.discussion(1_000 + n, `Talk ${n}`, [`Reply ${n}`])
  repository.comment(1, 'First comment')
  repository.commit(
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`docs/${n}.md`, `File ${n}`])),
  )
  repository.commit({ 'README.md': 'Read me', 'main.ts': 'code', 'notes.txt': 'Text' })
}

test('files, issues, pull requests and discussions are each one document, with comments in the order of their times', async () => {
  fill(notes, 12)
  await sync(github, sourceOf(), shelf)
  expect(stored()).toEqual(expected(notes))
  expect(shelf.items.get('7/issues/1')).toMatchObject({
    title: 'Title 1',
    text: '# Title 1\n\n**ada** (2019-01-01):\n\nBody 1\n\n**bob** (2019-01-01):\n\nFirst comment',
    metadata: {
      type: 'github_issue',
      repository: 'ada/notes',
      number: 1,
      state: 'open',
      author: 'ada',
      labels: ['bug'],
    },
  })
  expect(shelf.items.get('7/issues/3')?.metadata).toMatchObject({ type: 'github_pull_request' })
  expect(shelf.items.get('7/files/docs/0.md')?.url).toBe(
    'https://github.example/ada/notes/blob/main/docs/0.md',
  )
})

test('a later run reads only what has changed, and a run without changes costs requests that do not count', async () => {
  fill(notes, 12)
  await sync(github, sourceOf(), shelf)
  const { reads } = shelf
  notes.comment(2, 'Late')
  notes.issue(13, 'New')
  notes.discussion(1_003, 'Changed talk')
  notes.commit({ 'docs/1.md': 'Changed', 'docs/2.md': null, 'docs/new.md': 'New' })
  await run(github, sourceOf(), shelf)
  expect(stored()).toEqual(expected(notes))
  expect(shelf.reads - reads).toBe(5)
  await run(github, sourceOf(), shelf)
  server.statuses.length = server.requests.length = 0
  await run(github, sourceOf(), shelf)
  expect(shelf.reads - reads).toBe(5)
  expect(server.requests.length).toBeLessThanOrEqual(4)
  expect(server.statuses).toContain(304)
})

test('a run that is killed between batches continues, and stores everything once', async () => {
  server.maxPerPage = 5
  fill(notes, 31)
  expect(await runWithKills(github, sourceOf(), shelf)).toBeGreaterThan(3)
  expect(stored()).toEqual(expected(notes))
  expect(shelf.documents).toBe(Object.keys(expected(notes)).length)
})

test('an issue that changes while the pages are read hides none at their borders', async () => {
  server.maxPerPage = 5
  for (let n = 1; n <= 23; n++) notes.issue(n, `Body ${n}`)
  let pages = 0
  server.onRequest = path => {
    if (path.endsWith('/issues') && ++pages % 2 === 0)
      notes.issue(pages, `Changed while page ${pages} was read`)
  }
  await run(github, sourceOf({ content: ['issues'] }), shelf)
  server.onRequest = undefined
  expect(shelf.ids()).toEqual(Object.keys(expected(notes)).sort())
  await run(github, sourceOf({ content: ['issues'] }), shelf)
  expect(stored()).toEqual(expected(notes))
})

test('more issues of the same second than a page holds are all read', async () => {
  server.maxPerPage = 5
  for (let n = 1; n <= 17; n++) notes.issue(n, `Body ${n}`).updatedAt = '2019-03-01T00:00:00Z'
  notes.issue(18, 'later').updatedAt = '2019-03-02T00:00:00Z'
  await run(github, sourceOf({ content: ['issues'] }), shelf)
  expect(stored()).toEqual(expected(notes))
})

describe('what is gone', () => {
  test('a deleted and a moved issue leave within a week, without reading the others again', async () => {
    fill(notes, 4)
    await sync(github, sourceOf(), shelf)
    notes.issues.get(1)!.isDeleted = true
    notes.issues.get(2)!.movedTo = [8, 1]
    notes.discussions.delete(1_002)
    await sync(github, sourceOf(), shelf)
    expect(shelf.items.size).toBe(Object.keys(expected(notes)).length + 3)
    const { reads } = shelf
    await sync(github, inDays(8), shelf)
    expect(stored()).toEqual(expected(notes))
    expect(shelf.reads).toBe(reads)
    server.requests.length = 0
    await sync(github, inDays(9), shelf)
    expect(server.requests.length).toBeLessThanOrEqual(4)
  })

  test('an event about a deleted or moved issue removes it at once', async () => {
    fill(notes, 3)
    server.add(8, 'ada/other').issue(1, 'Moved here')
    await run(github, sourceOf(), shelf)
    notes.issues.get(1)!.isDeleted = true
    notes.issues.get(2)!.movedTo = [8, 1]
    notes.discussions.delete(1_001)
    await refetch(github, sourceOf(), shelf, [
      '7/issues/1',
      '7/issues/2',
      '7/discussions/1001',
      '7/issues/3',
      '7/files/gone.md',
    ])
    expect(stored()).toEqual(expected(notes))
  })

  test('a forced push is compared by its trees', async () => {
    fill(notes, 3)
    await run(github, sourceOf(), shelf)
    notes.files.clear()
    notes.commit({ 'other.md': 'Other history', 'docs/1.md': 'File 1' })
    await run(github, sourceOf(), shelf)
    expect(stored()).toEqual(expected(notes))
  })

  test('a commit that GitHub has removed leads to a comparison from the beginning', async () => {
    fill(notes, 3)
    await sync(github, sourceOf(), shelf)
    const { reads } = shelf
    notes.commits.clear()
    notes.commit({ 'docs/1.md': null, 'late.md': 'Late' })
    await sync(github, sourceOf(), shelf)
    expect(stored()).toEqual(expected(notes))
    expect(shelf.reads - reads).toBe(1)
  })

  test('a repository that is hidden from the token keeps its documents, and the others are still read', async () => {
    fill(notes, 2)
    const other = server.add(8, 'ada/other')
    fill(other, 2)
    const both = sourceOf({}, { chosen: ['7', '8'] })
    await sync(github, both, shelf)
    notes.isHidden = true
    other.issue(3, 'New')
    for (const source of [both, inDays(8, { chosen: ['7', '8'] })]) await sync(github, source, shelf)
    expect(stored()).toEqual({ ...expected(notes), ...expected(other) })
    expect(shelf.failures.get('7')).toBe('item_gone')
    await expect(sync(github, both, new Shelf())).rejects.toMatchObject({ code: 'source_gone' })
    await sync(github, sourceOf({}, { chosen: ['8'] }), shelf)
    expect(stored()).toEqual(expected(other))
  })

  test('a renamed repository keeps its documents', async () => {
    fill(notes, 2)
    await sync(github, sourceOf(), shelf)
    const { documents } = shelf
    notes.name = 'grace/notes'
    notes.issue(3, 'After')
    await sync(github, sourceOf(), shelf)
    expect(stored()).toEqual(expected(notes))
    expect(shelf.documents).toBe(documents + 1)
  })
})

test('a tree that GitHub cuts off is read folder by folder, and links are left out', async () => {
  notes.commit({ 'a.md': 'A', 'docs/b.md': 'B', 'docs/deep/er/c.md': 'C', 'x.link.md': 'a.md', 'e.md': '' })
  server.isTreeTruncated = true
  await sync(github, sourceOf({ content: ['files'] }), shelf)
  expect(shelf.texts()).toEqual({
    '7/files/a.md': 'A',
    '7/files/docs/b.md': 'B',
    '7/files/docs/deep/er/c.md': 'C',
  })
})

describe('a failing GitHub', () => {
  beforeEach(() => {
    server.maxPerPage = 5
    fill(notes, 23)
  })

  /** The nth request for pages of issues, and all after it, get this answer. */
  function failFrom(nth: number, answer: ReturnType<NonNullable<GithubServer['fault']>>): void {
    let seen = 0
    server.fault = path => (path.endsWith('/issues') && ++seen >= nth ? answer : undefined)
  }

  async function expectRecovery(): Promise<void> {
    server.fault = undefined
    await run(github, sourceOf(), shelf)
    expect(stored()).toEqual(expected(notes))
    expect(shelf.documents).toBe(Object.keys(expected(notes)).length)
  }

  test('with 401 in the middle ends the run as expired, and a new token continues', async () => {
    failFrom(3, { status: 401, body: {} })
    await expect(run(github, sourceOf(), shelf)).rejects.toMatchObject({ code: 'auth_expired' })
    expect(shelf.items.size).toBeGreaterThan(20)
    await expectRecovery()
  })

  test.each([
    ['the secondary limit', { 'retry-after': '17' }, 17_000],
    [
      'the hourly limit, by its own clock',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'in 90 s' },
      90_000,
    ],
  ])('with %s asks to wait, and continues later', async (_, headers, waitMs) => {
    const reset = String(Date.parse(server.time()) / 1_000 + 90)
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'in 90 s' ? reset : value]),
    )
    failFrom(2, { status: 403, body: { message: 'You have exceeded a rate limit' }, headers: sent })
    const error = await run(github, sourceOf(), shelf).catch(caught => caught as SourceError)
    expect(error).toMatchObject({ code: 'rate_limited', retryAfterMs: waitMs })
    await expectRecovery()
  })

  test('with a storm of 502 and 429 is asked again, and given up for later', async () => {
    let seen = 0
    server.fault = path =>
      path.endsWith('/issues') && ++seen % 3 > 0
        ? { status: seen % 3 === 1 ? 502 : 429, headers: { 'retry-after': '1' } }
        : undefined
    await run(github, sourceOf(), shelf)
    expect(stored()).toEqual(expected(notes))
    shelf = new Shelf()
    failFrom(2, { status: 503, body: {} })
    await expect(run(github, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expectRecovery()
  })

  test('with a page that breaks off ends the run, and loses nothing', async () => {
    failFrom(2, 'broken off')
    await expect(run(github, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expectRecovery()
  })

  test('that names a next page elsewhere gets no token there', async () => {
    server.fault = path =>
      path.endsWith('/issues')
        ? { status: 200, body: [], headers: { link: '<https://evil.example/steal>; rel="next"' } }
        : undefined
    await expect(run(github, sourceOf(), shelf)).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  test('without the permission for discussions says so', async () => {
    server.fault = path =>
      path === '/graphql'
        ? { status: 200, body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'No' }] } }
        : undefined
    await expect(run(github, sourceOf(), shelf)).rejects.toMatchObject({ code: 'settings_invalid' })
  })
})

describe('an event', () => {
  const secret = 'It is a secret'
  const subscription: Subscription = { id: 'github', secret }
  const payload = { repository: { id: 7, full_name: 'ada/notes', default_branch: 'main' } }

  function send(
    event: string,
    body: object,
    options: { secret?: string; signature?: string; form?: boolean } = {},
  ) {
    const json = JSON.stringify(body)
    const bytes = Buffer.from(options.form ? `payload=${encodeURIComponent(json)}` : json)
    const signature = `sha256=${createHmac('sha256', options.secret ?? secret)
      .update(bytes)
      .digest('hex')}`
    const headers = new Headers({
      'x-github-event': event,
      'x-hub-signature-256': options.signature ?? signature,
      'content-type': options.form ? 'application/x-www-form-urlencoded' : 'application/json',
    })
    return github.webhook!(sourceOf({}, { subscription }), {
      headers,
      body: bytes,
      query: new URLSearchParams(),
    })
  }

  test.each([
    ['issues', { issue: { number: 3 } }, ['7/issues/3']],
    ['issue_comment', { issue: { number: 3 }, comment: {} }, ['7/issues/3']],
    ['pull_request_review', { pull_request: { number: 4 } }, ['7/issues/4']],
    ['discussion_comment', { discussion: { number: 5 } }, ['7/discussions/5']],
    ['push', { ref: 'refs/heads/main' }, 'everything'],
    ['push', { ref: 'refs/heads/other' }, []],
    ['repository', { action: 'renamed' }, 'everything'],
    ['ping', { zen: 'Keep it logically awesome.' }, []],
    ['an_event_of_the_future', { issue: { number: 3 } }, []],
    ['issues', { issue: { number: 'three' } }, []],
    ['issues', { issue: { number: 3 }, repository: { id: 8, full_name: 'eve/other' } }, []],
  ])('%s with %j means %j', async (event, body, changed) => {
    expect(await send(event, { ...payload, ...body })).toEqual({ changed })
  })

  test('in a form is read too', async () => {
    expect(await send('issues', { ...payload, issue: { number: 3 } }, { form: true })).toEqual({
      changed: ['7/issues/3'],
    })
  })

  test.each([
    ['another secret', { secret: 'guessed' }],
    ['no signature', { signature: '' }],
    ['SHA-1', { signature: 'sha1=0000' }],
  ])('with %s is refused', async (_, options) => {
    await expect(send('issues', { ...payload, issue: { number: 3 } }, options)).rejects.toMatchObject({
      code: 'webhook_refused',
    })
  })

  test('without any known secret is refused, also with an empty one', async () => {
    const event = {
      headers: new Headers({
        'x-hub-signature-256': `sha256=${createHmac('sha256', '').update('{}').digest('hex')}`,
      }),
      body: Buffer.from('{}'),
      query: new URLSearchParams(),
    }
    await expect(github.webhook!(sourceOf(), event)).rejects.toMatchObject({ code: 'webhook_refused' })
    await expect(
      github.webhook!(sourceOf({}, { subscription: { id: 'github', secret: '' } }), event),
    ).rejects.toMatchObject({ code: 'webhook_refused' })
  })

  test('that arrives twice stores the issue once', async () => {
    fill(notes, 3)
    await run(github, sourceOf(), shelf)
    notes.comment(3, 'By event')
    for (let i = 0; i < 2; i++) await refetch(github, sourceOf(), shelf, ['7/issues/3'])
    expect(stored()).toEqual(expected(notes))
    expect(shelf.documents).toBe(Object.keys(expected(notes)).length)
  })
})

test('webhooks are registered once for each repository, renewed for another address, and removed', async () => {
  const other = server.add(8, 'ada/other')
  other.mayHook = false
  const first = await github.subscribe!(sourceOf({}, { chosen: ['7', '8'] }), 'https://reverie.example/hook')
  expect([...notes.hooks.values()]).toEqual([{ url: 'https://reverie.example/hook', secret: first!.secret }])
  // Killed before the first answer was stored.
  const second = await github.subscribe!(sourceOf({}, { chosen: ['7', '8'] }), 'https://reverie.example/hook')
  expect([...notes.hooks.values()]).toEqual([{ url: 'https://reverie.example/hook', secret: second!.secret }])
  server.requests.length = 0
  const third = await github.subscribe!(
    sourceOf({}, { subscription: second }),
    'https://reverie.example/hook',
  )
  expect(third).toEqual(second)
  expect(server.requests.filter(request => !request.startsWith('GET'))).toEqual([])
  const moved = await github.subscribe!(sourceOf({}, { subscription: second }), 'https://new.example/hook')
  expect([...notes.hooks.values()].map(({ url }) => url)).toEqual(['https://new.example/hook'])
  await github.close!(sourceOf({}, { subscription: moved }))
  expect(notes.hooks.size).toBe(0)
})

test('with OAuth the token of the moment is used, and a refusal to renew it ends the run', async () => {
  fill(notes, 2)
  const options = { settings: { apiUrl: server.url }, chosen: ['7'] }
  await sync(githubOauth, sourceFor(githubOauth, { ...options, accessToken: async () => 'good' }), shelf)
  expect(stored()).toEqual(expected(notes))
  const accessToken = async () => {
    throw new SourceError('auth_expired', 'Connect again')
  }
  const refused = run(githubOauth, sourceFor(githubOauth, { ...options, accessToken }), new Shelf())
  await expect(refused).rejects.toMatchObject({ code: 'auth_expired' })
})

test('repositories are listed to choose from, and nothing chosen reads nothing', async () => {
  fill(notes, 2)
  const { resources } = await github.resources!(sourceOf(), { page: 1, perPage: 30 })
  expect(resources).toMatchObject([
    { id: '7', name: 'notes', details: { full_name: 'ada/notes', default_branch: 'main' } },
  ])
  expect(await github.check(sourceOf())).toEqual({ account: 'ada' })
  await sync(github, sourceOf({}, { chosen: undefined }), shelf)
  expect(shelf.items.size).toBe(0)
  await sync(github, sourceOf({ repositories: ['ada/notes'] }, { chosen: undefined }), shelf)
  expect(stored()).toEqual(expected(notes))
  await sync(github, sourceOf({ content: ['files'] }, { chosen: ['7'] }), shelf)
  expect(shelf.ids().every(id => id.startsWith('7/files/'))).toBe(true)
})

test('a run over many repositories continues at the one it has reached', async () => {
  const all = Array.from({ length: 12 }, (_, i) => server.add(100 + i, `ada/r${i}`))
  for (const repository of all) repository.issue(1, `Issue of ${repository.name}`)
  const source = sourceOf({ content: ['issues'] }, { chosen: all.map(({ id }) => String(id)) })
  for (let step = 0; step < 12; step++) {
    server.requests.length = 0
    const killAt = shelf.checkpoint === undefined ? 1 : 2
    if (await run(github, source, shelf, { killAt })) break
    expect(server.requests.length).toBeLessThanOrEqual(8)
  }
  expect(stored()).toEqual(Object.assign({}, ...all.map(expected)))
})
