import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DreamSteps } from '../../../test/dream-steps.ts'
import { until } from '../../../test/harness.ts'
import { laneOf } from '../../../test/lane-of.ts'
import { expectFiguresToAgree, queryCells } from '../../../test/recount.ts'

let d: DreamSteps
beforeAll(async () => {
  d = await DreamSteps.start()
})
afterAll(async () => {
  await expectFiguresToAgree(d.server.databases)
  await d.close()
})

const [lisbon, porto, faro] = ['Lisbon', 'Porto', 'Faro'].map(town => `The user lives in ${town}.`) as [
  string,
  string,
  string,
]
const nothing = { status: 409, body: { code: 'memory.nothing_to_undo' } }
const latestVersions = async (containerTag: string) => {
  const { container } = await laneOf(d.server, d.client, containerTag)
  return queryCells<{ text: string }>(
    d.server.databases,
    'select text from cell.memories where container = $1 and is_latest and not is_forgotten order by id',
    [container],
  )
}

describe('Undoing an edit', () => {
  test('goes back one version at a time, from the latest on, and not further than the first', async () => {
    const first = await d.state('steps', 'Ada likes tea.')
    const { body: second } = await d.edit('steps', first, 'Ada likes green tea.')
    const { body: third } = await d.edit('steps', first, 'Ada likes mint tea.')
    expect(await d.undo(second.id)).toMatchObject(nothing)
    expect((await d.undo(third.id)).body).toMatchObject({ undone: 'edit', current: [{ id: second.id }] })
    expect(await d.undo(third.id)).toMatchObject(nothing)
    expect((await d.undo(second.id)).body).toMatchObject({ undone: 'edit', current: [{ id: first }] })
    expect(await d.undo(first)).toMatchObject(nothing)
    await d.dreamAll('steps')
    expect(await d.list('steps')).toMatchObject([{ id: first, version: 1, history: [] }])
  })

  test('lets the memory be edited again, and the undone version is no part of its history', async () => {
    const first = await d.state('again', 'Ada likes tea.')
    const { body: wrong } = await d.edit('again', first, 'Ada likes beer.')
    await d.undo(wrong.id)
    const { body: right } = await d.edit('again', first, 'Ada likes green tea.')
    expect(right).toMatchObject({ version: 2, parentMemoryId: first })
    const expected = [{ id: right.id, version: 2, history: [{ id: first, version: 1 }] }]
    const before = await d.list('again')
    expect(before).toMatchObject(expected)
    expect(before[0]!.history).toHaveLength(1)
    await d.dreamAll('again')
    const after = await d.list('again')
    expect(after).toMatchObject(expected)
    expect(after[0]!.history).toHaveLength(1)
  })

  /** The undo waits for its turn to dream, after it has looked up the memory. */
  test('does not undo a version that somebody replaced meanwhile, and leaves one latest version', async () => {
    const tag = 'raced'
    const first = await d.state(tag, 'Ada likes tea.')
    const { body: second } = await d.edit(tag, first, 'Ada likes green tea.')
    const { container } = await laneOf(d.server, d.client, tag)
    const locker = await d.server.databases[0]!.admin.connect()
    try {
      await locker.query('begin')
      await locker.query(`select pg_advisory_xact_lock(hashtextextended('dreams ' || $1, 0))`, [container])
      const undoing = d.undo(second.id)
      const waiting = `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`
      await until(
        () => queryCells(d.server.databases, waiting, []),
        ({ length }) => length > 0,
      )
      const { body: third } = await d.edit(tag, second.id, 'Ada likes mint tea.')
      expect(third.version).toBe(3)
      await locker.query('commit')
      expect(await undoing).toMatchObject(nothing)
    } finally {
      locker.release()
    }
    expect(await latestVersions(tag)).toEqual([{ text: 'Ada likes mint tea.' }])
  })
})

describe('Undoing a forgetting', () => {
  test('restores an expiry date in the future, and happens once', async () => {
    const id = await d.state('expires', 'Ada rents a boat.', { forgetAfter: '2999-01-01' })
    await d.forget('expires', id)
    expect((await d.undo(id)).body).toMatchObject({ undone: 'forgetting', current: [{ id }] })
    expect(await d.list('expires')).toMatchObject([{ id, forgetAfter: '2999-01-01T00:00:00.000Z' }])
    expect(await d.undo(id)).toMatchObject(nothing)
  })

  test('restores a memory that has expired, without its expiry date', async () => {
    const id = await d.state('expired', 'Ada rents a boat.', { forgetAfter: '2020-01-01' })
    expect(await d.list('expired')).toEqual([])
    expect((await d.undo(id)).body).toMatchObject({ undone: 'forgetting', current: [{ id }] })
    await d.dreamAll('expired')
    expect(await d.list('expired')).toMatchObject([{ id, forgetAfter: null }])
  })

  test('is refused for a memory whose document was deleted', async () => {
    const id = await d.say('sourceless', lisbon, '2024-01-05')
    const [memory] = await d.list('sourceless')
    await d.request('DELETE', `/v3/documents/${id}`)
    expect(await d.undo(memory!.id)).toMatchObject(nothing)
  })

  test('is possible only with a key for its container', async () => {
    const id = await d.state('mine', 'Ada likes tea.')
    await d.forget('mine', id)
    const keyFor = async (containerTag: string) =>
      d.server.clientFor((await d.request('POST', '/v3/auth/scoped-key', { containerTag })).body.key)
    const [theirs, mine] = [await keyFor('theirs'), await keyFor('mine')]
    for (const [method, path] of [
      ['GET', `/v4/memories/${id}`],
      ['POST', `/v4/memories/${id}/undo`],
    ] as const)
      expect((await theirs.request(method, path)).body.code).toBe('memory.not_found')
    expect((await mine.request('POST', `/v4/memories/${id}/undo`)).status).toBe(200)
  })
})

describe('Undoing an update of dreaming', () => {
  test('separates one pair at a time, and a later statement still supersedes both', async () => {
    const tag = 'pairs'
    await d.say(tag, lisbon, '2024-01-05')
    await d.say(tag, porto, '2024-02-05')
    const [moved] = await d.list(tag)
    expect((await d.undo(moved!.id)).body.current).toHaveLength(2)
    expect(await d.undo(moved!.id)).toMatchObject(nothing)
    await d.say(tag, faro, '2024-03-05')
    expect(await d.texts(tag)).toEqual([faro])
    const [last] = await d.list(tag)
    await d.undo(last!.id)
    expect(await d.texts(tag)).toEqual([faro, porto])
    await d.undo(last!.id)
    expect(await d.texts(tag)).toEqual([faro, lisbon, porto])
    expect(await d.undo(last!.id)).toMatchObject(nothing)
  })

  test('by two people at once leaves both statements current', async () => {
    const tag = 'together'
    await d.say(tag, lisbon, '2024-01-05')
    await d.say(tag, porto, '2024-02-05')
    const [moved] = await d.list(tag)
    const answers = await Promise.all([d.undo(moved!.id), d.undo(moved!.id)])
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await d.texts(tag)).toEqual([lisbon, porto])
    await d.dreamAll(tag)
    expect(await d.texts(tag)).toEqual([lisbon, porto])
  })

  test('holds when the container is merged into another, which then has both statements', async () => {
    await d.say('merges', lisbon, '2024-01-05')
    await d.say('merges', porto, '2024-02-05')
    await d.undo((await d.list('merges'))[0]!.id)
    await d.state('merged', 'Ada likes tea.')
    await d.request('POST', '/v3/container-tags/merge', {
      containerTags: ['merges'],
      targetContainerTag: 'merged',
    })
    await d.upkeep('merged')
    await d.dreamAll('merged')
    expect(await d.texts('merged')).toEqual(['Ada likes tea.', lisbon, porto])
  })
})
