import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createDatabase, type TestDatabase } from '../../../test/database.ts'
import { openPool } from '../../platform/db/pool.ts'
import { type Source, unscoped } from '../../platform/db/tx.ts'
import { Circuit } from '../../platform/providers/circuit.ts'
import { type Llm, LlmError } from '../../platform/providers/llm/llm.ts'
import { MeteredLlm, OverBudget } from './metered-llm.ts'

let database: TestDatabase
let directory: Source
beforeAll(async () => {
  database = await createDatabase()
  directory = {
    name: 'directory',
    pool: openPool({ url: database.login, role: 'reverie_app', max: 4, name: 'spending test' }),
  }
})
afterAll(async () => {
  await directory.pool.end()
  await database.drop()
})

let organizations = 0
async function newOrganization(): Promise<string> {
  const { rows } = await database.admin.query(
    'insert into directory.organizations (id, slug, name, home_shard) values (gen_random_uuid(), $1, $1, 1) returning id',
    [`spender-${++organizations}`],
  )
  return rows[0].id
}

const usage = { inputTokens: 1_000, outputTokens: 1_000 }
const schema = z.object({})
const request = {
  system: 'x'.repeat(4_000),
  prompt: '',
  schema,
  maxOutputTokens: 5_000,
  signal: new AbortController().signal,
}

/** A call costs a dollar, and a dollar is reserved for it. */
const meter = (
  dailyUsd: number,
  generate: Llm['generate'] = async () => ({ value: {} as never, usage, ms: 1 }),
  circuit?: Circuit,
) =>
  new MeteredLlm({ name: 'double', generate }, directory, {
    prices: { inputUsdPerMillion: 500, outputUsdPerMillion: 500 },
    dailyUsd,
    ...(circuit && { circuit }),
  })

async function spentBy(org: string): Promise<number> {
  const { rows } = await database.admin.query('select usd from directory.llm_spend where org = $1', [org])
  return rows[0]?.usd
}

test('concurrent calls stay within the daily limit together', async () => {
  const org = await newOrganization()
  const llm = meter(3)
  const settled = await Promise.allSettled(Array.from({ length: 10 }, () => llm.generate(org, request)))
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = settled.filter(each => each.status === 'rejected').map(({ reason }) => reason)
  for (const reason of refused) expect(reason).toBeInstanceOf(OverBudget)
  expect(await spentBy(org)).toBeCloseTo(3)
})

test('an organization does not spend the budget of another', async () => {
  const [one, other] = [await newOrganization(), await newOrganization()]
  const llm = meter(1)
  await llm.generate(one, request)
  await expect(llm.generate(one, request)).rejects.toBeInstanceOf(OverBudget)
  expect((await llm.generate(other, request)).usd).toBeCloseTo(1)
})

test('a failed call pays for what it used, and the rest of its reservation is free again', async () => {
  const org = await newOrganization()
  const paid = { inputTokens: 1_000, outputTokens: 0 }
  const failing = meter(2, async () => {
    throw new LlmError('bad_response', 'no', { usage: paid })
  })
  await expect(failing.generate(org, request)).rejects.toMatchObject({ code: 'bad_response' })
  expect(await spentBy(org)).toBeCloseTo(0.5)
  const away = meter(2, async () => {
    throw new LlmError('provider_unavailable', 'no')
  })
  await expect(away.generate(org, request)).rejects.toMatchObject({ code: 'provider_unavailable' })
  expect(await spentBy(org)).toBeCloseTo(0.5)
})

test('while the circuit is open the model is not called and nothing is reserved', async () => {
  const org = await newOrganization()
  const circuit = new Circuit()
  let calls = 0
  const llm = meter(
    2,
    async () => {
      calls++
      throw new LlmError('provider_unavailable', 'It is away.')
    },
    circuit,
  )
  for (let i = 0; i < 5; i++) await expect(llm.generate(org, request)).rejects.toBeInstanceOf(LlmError)
  expect(calls).toBe(3)
  expect(llm.isDown).toBe(true)
  await expect(llm.generate(org, request)).rejects.toThrow(
    'It is away. It is not asked until it answers a probe.',
  )
  expect(await spentBy(org)).toBeCloseTo(0)
  circuit.succeeded()
  await expect(llm.generate(org, request)).rejects.toThrow('It is away.')
  expect(calls).toBe(4)
})

test('an unusable answer keeps the circuit closed, and a caller that runs out of time causes a probe', async () => {
  const org = await newOrganization()
  const probed = Promise.withResolvers<void>()
  const circuit = new Circuit({
    firstProbeMs: 1,
    probe: async () => {
      probed.resolve()
      return 'answers'
    },
  })
  const late = new Error('out of time')
  await expect(meter(0, () => Promise.reject(late), circuit).generate(org, request)).rejects.toBe(late)
  await probed.promise
  const useless = () => Promise.reject(new LlmError('bad_response', 'no'))
  for (let i = 0; i < 4; i++)
    await expect(meter(0, useless, circuit).generate(org, request)).rejects.toThrow('no')
  expect(circuit.isOpen).toBe(false)
  circuit.stop()
})

test('without a limit nothing is refused, and every call is counted', async () => {
  const org = await newOrganization()
  const llm = meter(0)
  for (let i = 0; i < 3; i++) await llm.generate(org, request)
  expect(await spentBy(org)).toBeCloseTo(3)
})

test('a day whose limit is smaller than one call allows one call', async () => {
  const org = await newOrganization()
  const llm = meter(0.1)
  await llm.generate(org, request)
  await expect(llm.generate(org, request)).rejects.toBeInstanceOf(OverBudget)
})

test('a paid answer survives a directory that is down, and its reservation stays spent', async () => {
  const org = await newOrganization()
  const pool = openPool({ url: database.login, role: 'reverie_app', max: 1, name: 'spending test' })
  const generate: Llm['generate'] = async () => {
    await pool.end()
    return { value: {} as never, usage: { inputTokens: 1, outputTokens: 1 }, ms: 1 }
  }
  const prices = { inputUsdPerMillion: 500, outputUsdPerMillion: 500 }
  const source = { name: 'directory', pool }
  const llm = new MeteredLlm({ name: 'double', generate }, source, { prices, dailyUsd: 2 })
  expect(await llm.generate(org, request)).toMatchObject({ value: {} })
  expect(await spentBy(org)).toBeCloseTo(1)
})

test('the model is never called inside a transaction', async () => {
  const org = await newOrganization()
  await expect(unscoped(directory, () => meter(0).generate(org, request))).rejects.toThrow(
    'inside a transaction',
  )
})
