import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { createAuthenticate } from '../../edges/http/authenticate.ts'
import type { Organization } from '../../platform/access/principal.ts'
import { openPool } from '../../platform/db/pool.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { createKey, createOrganization } from './create-organization.ts'
import { KeyRing } from './key-ring.ts'
import { isSecret, mintKey, parseKey } from './key-value.ts'
import { markDisabled } from './store.ts'

describe('a key value', () => {
  test('is an id and a secret, of which only the hash is passed on', () => {
    const { value, id, secretHash } = mintKey()
    expect(value).toMatch(/^sm_[0-9a-z]{12}_[0-9a-f]{56}$/)
    const parsed = parseKey(value)!
    expect(parsed.id).toBe(id)
    expect(secretHash).toEqual(createHash('sha256').update(parsed.secret).digest())
    expect(isSecret(parsed.secret, secretHash)).toBe(true)
    expect(isSecret(parseKey(mintKey().value)!.secret, secretHash)).toBe(false)
  })

  test('differs each time', () => {
    const keys = Array.from({ length: 1_000 }, mintKey)
    expect(new Set(keys.map(({ id }) => id)).size).toBe(1_000)
    expect(new Set(keys.map(({ value }) => value.slice(16))).size).toBe(1_000)
  })

  test('with one changed character is recognised as wrong without a query', () => {
    const characters = [...'0123456789abcdefghijklmnopqrstuvwxyzAZ_- ']
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...characters), (place, character) => {
        const { value } = mintKey()
        const at = place % value.length
        fc.pre(value[at] !== character)
        expect(parseKey(value.slice(0, at) + character + value.slice(at + 1))).toBeUndefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('with two neighbours swapped, truncated or extended is refused as well', () => {
    const { value } = mintKey()
    for (let at = 0; at < value.length; at++) {
      expect(parseKey(value.slice(0, at))).toBeUndefined()
      const swapped = value.slice(0, at) + (value[at + 1] ?? '') + value[at] + value.slice(at + 2)
      if (swapped !== value) expect(parseKey(swapped)).toBeUndefined()
    }
    for (const text of [`${value}0`, ` ${value}`, `${value}\n`, '', 'sm_'])
      expect(parseKey(text)).toBeUndefined()
  })
})

describe('a key', () => {
  let database: TestDatabase
  let reachable: Source
  let organization: Organization
  let directory: Source
  let ring: KeyRing

  beforeAll(async () => {
    database = await createDatabase()
    const pool = openPool({ url: database.login, role: 'reverie_app', max: 2, name: 'keys test' })
    reachable = { name: 'directory', pool }
    organization = await createOrganization(reachable, { name: 'Ada & Sons', homeShard: 12 })
  })
  afterAll(async () => {
    await reachable.pool.end()
    await database.drop()
  })
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    directory = { ...reachable }
    ring = new KeyRing(directory)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const newKey = () => createKey(reachable, organization.id, 'test')
  const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)

  /** The result of a request with this key: the caller, or the error code. */
  async function call(value: string): Promise<string> {
    const authenticate = createAuthenticate(key => ring.findPrincipal(key))
    try {
      const principal = await authenticate(
        { access: 'scoped', method: 'GET' },
        { authorization: `Bearer ${value}` },
      )
      return principal!.organization.slug
    } catch (error) {
      const { status, code } = error as { status?: number; code?: string }
      return `${status} ${code}`
    }
  }

  /** Simulates a directory whose address does not answer. */
  function loseDirectory(): void {
    const lost = openPool({ url: 'postgres://postgres@127.0.0.1:1/gone', max: 1, name: 'keys test' })
    directory.pool = lost
    onTestEnd.push(() => lost.end())
  }
  const onTestEnd: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of onTestEnd.splice(0)) await end()
  })

  test('identifies its organization, the place of its data, and itself by its public part', async () => {
    const { id, value } = await newKey()
    expect(await ring.findPrincipal(value)).toMatchObject({
      organization: {
        id: organization.id,
        slug: 'ada-sons',
        name: 'Ada & Sons',
        homeShard: 12,
        spread: false,
      },
      key: { id, name: 'test' },
      containerTag: undefined,
    })
  })

  test('is stored as the hash of its secret, and its value is nowhere in the database', async () => {
    const { id, value } = await newKey()
    const { secret } = parseKey(value)!
    const { rows } = await database.admin.query(
      'select k.*, k::text as row from directory.keys k where id = $1',
      [id],
    )
    expect(rows[0].secret_hash).toEqual(createHash('sha256').update(secret).digest())
    for (const part of [secret, secret.slice(0, 16), Buffer.from(secret).toString('hex')])
      expect(rows[0].row).not.toContain(part)
  })

  test('with the secret of another key is refused', async () => {
    const { id } = await newKey()
    const own = { ...parseKey((await newKey()).value)!, id }
    const sum = crc32(`${own.id}_${own.secret}`).toString(16).padStart(8, '0')
    const forged = `sm_${own.id}_${own.secret}${sum}`
    expect(parseKey(forged)).toEqual(own)
    expect(await call(forged)).toBe('401 auth.invalid_key')
  })

  test('that was never created, or could not have been, is refused', async () => {
    expect(await call(mintKey().value)).toBe('401 auth.invalid_key')
    expect(await call('sk-something-else')).toBe('401 auth.invalid_key')
  })

  test('works from the moment it is created', async () => {
    const { value } = await newKey()
    expect(await call(value)).toBe('ada-sons')
  })

  test('that is disabled stops working within two seconds on a process that knows it', async () => {
    const { id, value } = await newKey()
    expect(await call(value)).toBe('ada-sons')
    expect(await unscoped(reachable, db => markDisabled(db, id))).toBe(true)
    passTime(2_000)
    expect(await call(value)).toBe('401 auth.disabled_key')
  })

  test('that is disabled stops working at once on a process that does not know it', async () => {
    const { id, value } = await newKey()
    await unscoped(reachable, db => markDisabled(db, id))
    expect(await call(value)).toBe('401 auth.disabled_key')
  })

  test('that expires stops working at that moment, however recently it was cached', async () => {
    const { id, value } = await newKey()
    await database.admin.query('update directory.keys set expires_at = $2 where id = $1', [
      id,
      new Date(Date.now() + 1_000),
    ])
    expect(await call(value)).toBe('ada-sons')
    passTime(999)
    expect(await call(value)).toBe('ada-sons')
    passTime(1)
    expect(await call(value)).toBe('401 auth.expired_key')
  })

  test('that has expired or is disabled looks unknown to anybody without its secret', async () => {
    const { id } = await newKey()
    await database.admin.query(
      "update directory.keys set expires_at = now() - interval '1 day', disabled_at = now() where id = $1",
      [id],
    )
    const { secret } = parseKey((await newKey()).value)!
    const sum = crc32(`${id}_${secret}`).toString(16).padStart(8, '0')
    expect(await call(`sm_${id}_${secret}${sum}`)).toBe('401 auth.invalid_key')
  })

  test('that is limited to a container reports it', async () => {
    const { id, value } = await newKey()
    await database.admin.query(`update directory.keys set container_tag = 'user_1' where id = $1`, [id])
    expect((await ring.findPrincipal(value))?.containerTag).toBe('user_1')
  })

  test('is looked up in the directory once in two seconds, not at every request', async () => {
    const { value } = await newKey()
    const connect = vi.spyOn(directory.pool, 'connect')
    for (let i = 0; i < 5; i++) await call(value)
    expect(connect).toHaveBeenCalledTimes(1)
    passTime(2_000)
    await call(value)
    expect(connect).toHaveBeenCalledTimes(2)
    connect.mockRestore()
  })

  test('seen recently works for 15 minutes while the directory is unreachable', async () => {
    const { value } = await newKey()
    expect(await call(value)).toBe('ada-sons')
    loseDirectory()
    passTime(14 * 60_000)
    expect(await call(value)).toBe('ada-sons')
    passTime(60_000)
    expect(await call(value)).toBe('503 cell.unavailable')
  })

  test('not seen before is not called wrong while the directory is unreachable', async () => {
    const { value } = await newKey()
    loseDirectory()
    expect(await call(value)).toBe('503 cell.unavailable')
    directory.pool = reachable.pool
    expect(await call(value)).toBe('ada-sons')
  })
})
