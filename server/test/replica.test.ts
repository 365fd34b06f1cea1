import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkReplicas } from '../src/edges/cli/doctor/check-replicas.ts'
import { type RunningProcess, start } from '../src/edges/cli/run.ts'
import { userOf } from '../src/platform/db/login.ts'
import { Replica, usualReplicaLimits } from '../src/platform/db/replica.ts'
import { add, type Client, startTestServer, type TestServer, until, untilFinished } from './harness.ts'
import { type ScriptedEmbedder, startScriptedEmbedder } from './scripted-embedder.ts'
import { createStandbyPair, type StandbyPair } from './standby.ts'

let pair: StandbyPair
let embedder: ScriptedEmbedder
let server: TestServer
let other: RunningProcess
/** Two processes of one installation, as behind a load balancer. */
let here: Client
let there: Client

const replicas = (): Replica[] => [server, other].map(({ app }) => app.cells.all[0]!.replica!)
const untilFollowing = () =>
  until(
    async () => replicas().map(({ state, lagMs }) => `${state} ${lagMs}`),
    states => states.every(state => state === 'following 0'),
  )

/** Reads of the other process, by outcome. */
async function outcomes(): Promise<Record<string, number>> {
  const { values } = await other.app.metrics.replicaReads.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
}

/** Runs a read of the other process, and says where it was answered. */
async function outcomeOf<T>(read: () => Promise<T>): Promise<{ answer: T; outcomes: string[] }> {
  const before = await outcomes()
  const answer = await read()
  const after = await outcomes()
  return { answer, outcomes: Object.keys(after).filter(each => after[each] !== before[each]) }
}

const list = async (client: Client, containerTag?: string) => {
  const tags = containerTag === undefined ? {} : { containerTags: [containerTag] }
  const { status, body } = await client.request('POST', '/v3/documents/list', tags)
  expect(status).toBe(200)
  return body.memories as { id: string; status: string; metadata: unknown }[]
}
const idsIn = async (client: Client, tag?: string) => (await list(client, tag)).map(({ id }) => id).sort()
const search = async (client: Client, q: string, containerTag: string) => {
  const { status, body } = await client.request('POST', '/v3/search', { q, containerTag, chunkThreshold: 0 })
  expect(status).toBe(200)
  return body.results.map(({ documentId }: { documentId: string }) => documentId) as string[]
}
const addDone = async (content: string, containerTag: string) => {
  const id = await add(here, { content, containerTag })
  await untilFinished(here, id)
  return id
}
/** Runs `work` while the standby stays at the state that it has now. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await pair.standby.pause()
  try {
    await work()
  } finally {
    await pair.standby.resume()
    await untilFollowing()
  }
}

// Elsewhere, scripts/postgres brings no Postgres.
describe.skipIf(process.platform !== 'linux')('with a replica', () => {
  beforeAll(async () => {
    ;[pair, embedder] = await Promise.all([createStandbyPair(), startScriptedEmbedder()])
    server = await startTestServer({
      databases: [pair.primary],
      // A machine with other tests replays later than one that has only this to do.
      config: { ...embedder.config, REPLICA_URLS: `main=${pair.standby.url}`, REPLICA_WAIT_MS: 250 },
    })
    other = await start(server.config, { api: true, worker: false })
    here = server.client
    there = server.clientAt(other.url)
    await untilFollowing()
  }, 120_000)
  afterAll(async () => {
    await other?.stop()
    await server?.close()
    await embedder?.close()
    await pair?.drop()
  }, 120_000)

  test('SYS-34: lists, searches, profiles and counts of what nobody is changing are answered by the replica', async () => {
    const id = await addDone('Bees dance to name a direction.', 'quiet')
    await untilFollowing()
    const reads: (() => Promise<unknown>)[] = [
      () => list(there, 'quiet'),
      () => list(there),
      () => search(there, 'bees', 'quiet'),
      () => there.request('POST', '/v4/memories/list', { containerTags: ['quiet'] }),
      () => there.request('POST', '/v4/profile', { containerTag: 'quiet' }),
      () => there.request('POST', '/v3/documents/documents/facets', { containerTags: ['quiet'] }),
    ]
    for (const read of reads) expect((await outcomeOf(read)).outcomes).toEqual(['served'])
    expect(await idsIn(there, 'quiet')).toEqual([id])
    const spread = server.clientAt(other.url, await server.newClient({ spread: true }))
    await add(spread, { content: 'One of many shards.', containerTag: 'wide' })
    await untilFollowing()
    expect(await outcomeOf(() => list(spread))).toMatchObject({ answer: [{}], outcomes: ['served'] })
  })

  test('SYS-34: while replay is paused, a caller sees its own writes through any process, and others read from the replica', async () => {
    const [mine, others] = [await addDone('My first note.', 'mine'), await addDone('Their note.', 'others')]
    await untilFollowing()
    await whilePaused(async () => {
      const second = await add(here, { content: 'My second note.', containerTag: 'mine' })
      const listed = await outcomeOf(() => idsIn(there, 'mine'))
      expect(listed).toEqual({ answer: [mine, second].sort(), outcomes: ['stale'] })
      await untilFinished(here, second)
      expect(await search(there, 'My second note.', 'mine')).toContain(second)
      await here.request('PATCH', `/v3/documents/${mine}`, { metadata: { colour: 'red' } })
      expect((await list(there, 'mine')).find(({ id }) => id === mine)!.metadata).toEqual({ colour: 'red' })
      await here.request('DELETE', `/v3/documents/${second}`)
      expect(await idsIn(there, 'mine')).toEqual([mine])
      expect(await idsIn(there)).toEqual(expect.arrayContaining([mine, others]))
      const fresh = await add(here, { content: 'In a new container.', containerTag: 'fresh' })
      expect(await idsIn(there, 'fresh')).toEqual([fresh])
      const quiet = await outcomeOf(() => search(there, 'Their note.', 'others'))
      expect(quiet).toEqual({ answer: [others], outcomes: ['served'] })
    })
    expect(await outcomeOf(() => idsIn(there, 'mine'))).toEqual({ answer: [mine], outcomes: ['served'] })
  })

  test('SYS-34: memories, profiles and the names of containers are as new as the last write too', async () => {
    const memory = { containerTag: 'person', memories: [{ content: 'Ada plays the violin.' }] }
    await here.request('POST', '/v4/memories', memory)
    await untilFollowing()
    await whilePaused(async () => {
      const again = { containerTag: 'person', memories: [{ content: 'Ada lives in Lisbon.' }] }
      await here.request('POST', '/v4/memories', again)
      const listed = await there.request('POST', '/v4/memories/list', { containerTags: ['person'] })
      expect(JSON.stringify(listed.body)).toContain('Lisbon')
      const profile = await there.request('POST', '/v4/profile', { containerTag: 'person' })
      expect(JSON.stringify(profile.body)).toContain('Lisbon')
      const found = await there.request('POST', '/v4/search', {
        q: 'Lisbon',
        containerTag: 'person',
        threshold: 0,
      })
      expect(JSON.stringify(found.body)).toContain('Lisbon')
      await here.request('PATCH', '/v3/container-tags/person', { name: 'Ada' })
      const containers = await there.request('GET', '/v3/container-tags/list')
      expect(JSON.stringify(containers.body)).toContain('"Ada"')
    })
  })

  test('SYS-34: no caller sees an older state than before, whatever the lag and the process', async () => {
    const counts: number[] = []
    let isOver = false
    const watch = async () => {
      for (let i = 0; !isOver; i++) counts.push((await list(i % 2 ? here : there, 'growing')).length)
    }
    const watching = watch()
    for (let i = 0; i < 12; i++) {
      if (i % 4 === 1) await pair.standby.pause()
      await add(here, { content: `Note ${i}.`, containerTag: 'growing' })
      if (i % 4 === 3) await pair.standby.resume()
    }
    isOver = true
    await watching
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    await untilFollowing()
  })

  test('a query that the replica cancels because of replay is answered by the primary', async () => {
    await addDone('Cancelled once.', 'cancelled')
    await untilFollowing()
    const holder = await pair.primary.admin.connect()
    await holder.query('begin; lock table cell.documents in access exclusive mode')
    await pair.primary.admin.query('select pg_log_standby_snapshot()')
    const locked = () =>
      pair.standby.query(`select from pg_locks where relation = 'cell.documents'::regclass and granted`)
    await until(locked, found => found.length > 0)
    const blocked = () =>
      pair.standby.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and usename like 'reverie_login%'`,
      )
    const reading = outcomeOf(() => idsIn(there, 'cancelled'))
    try {
      const [waiting] = await until(blocked, found => found.length > 0, 4_000)
      await pair.standby.query('select pg_cancel_backend($1)', [waiting!.pid])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await reading).toMatchObject({ answer: [expect.any(String)], outcomes: ['failed'] })
  })

  test('the replica holds row-level security and the role of the application, and refuses a login with more rights', async () => {
    const [{ pool }] = replicas() as [Replica]
    const { rows } = await pool.query(
      'select current_user as role, (select count(*) from cell.documents) as visible, pg_is_in_recovery() as standby',
    )
    expect(rows).toEqual([{ role: 'reverie_app', visible: 0, standby: true }])
    expect(userOf(server.config.REPLICA_URLS.slice('main='.length))).toBe('postgres')
    const powerful = new Replica({
      ...usualReplicaLimits,
      ...{
        cell: 'main',
        url: pair.standby.url,
        size: 1,
        processName: 'test',
        primary: server.app.cells.all[0]!,
      },
    })
    await expect(powerful.pool.query('select')).rejects.toThrow(/can see every organization's rows/)
    await powerful.look()
    expect(powerful.state).toBe('away')
    await powerful.close(100)
    const sound = { subject: 'replica of cell main', found: 'up to date', state: 'ok' }
    expect(await checkReplicas(server.config)).toEqual([sound])
  })

  test('no request fails while the replica is killed under load, and it answers again when it is back', async () => {
    await addDone('Found all the time.', 'load')
    await untilFollowing()
    const statuses = new Map<number, number>()
    let isOver = false
    const send = async (client: Client, i: number) => {
      while (!isOver) {
        const path = i % 2 ? '/v3/search' : '/v3/documents/list'
        const body = i % 2 ? { q: 'found', containerTag: 'load' } : { containerTags: ['load'] }
        const { status } = await client.request('POST', path, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const load = Array.from({ length: 6 }, (_, i) => send(i % 3 ? there : here, i))
    await pair.standby.kill()
    await until(
      async () => replicas().map(({ state }) => state),
      states => states.every(state => state === 'away'),
    )
    const ready = await fetch(`${other.url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', checks: { main: 'ok', embedder: 'ok', 'replica main': 'failing' } },
    ])
    await pair.standby.start()
    await untilFollowing()
    const { served } = await outcomes()
    await until(outcomes, now => now.served! > served!)
    isOver = true
    await Promise.all(load)
    expect([...statuses.keys()]).toEqual([200])
  })

  test('a standby that was promoted answers nothing any more', async () => {
    await pair.standby.query('select pg_promote()')
    await until(
      async () => replicas().map(({ state }) => state),
      states => states.every(state => state === 'other'),
    )
    const id = await add(here, { content: 'Only the primary has it.', containerTag: 'after' })
    expect(await outcomeOf(() => idsIn(there, 'after'))).toEqual({ answer: [id], outcomes: ['other'] })
    expect(await checkReplicas(server.config)).toMatchObject([
      { found: expect.stringContaining('earlier timeline') },
    ])
  })
})
