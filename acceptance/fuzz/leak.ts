import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { putAway, startTwoCells } from '../layouts.ts'
import { postgres, type StartedServer } from '../start-server.ts'
import { startEmbeddings } from './leak-embeddings.ts'
import { Model, mayReach, type Principal } from './leak-model.ts'
import type { Draw, Operation, World } from './leak-operation.ts'
import { makeOperation } from './leak-operations.ts'

const concurrency = 8
const roundLength = 1_000
const examplesPrinted = 20
const timeoutMs = 60_000

const draws: fc.Arbitrary<Draw> = fc.record({
  kind: fc.nat(),
  who: fc.nat(),
  a: fc.nat(),
  b: fc.nat(),
  c: fc.nat(),
})

type TimedResponse = { status: number; text: string; headers: Headers; askedAt: number; answeredAt: number }

/**
 * Two organizations on two cells, with containers of the same names and keys of every kind. Each document and memory has
 * a word of its own. Every response is searched for words that its caller must not read, and every status is compared
 * with a model of the permissions. `--mislabel yes` takes a key of an organization for one that is limited to a container, to
 * see the fuzzer fail.
 */
export async function fuzz(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      operations: { type: 'string', default: '3000' },
      seed: { type: 'string', default: '1' },
      mislabel: { type: 'string', default: 'no' },
    },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => putAway().finally(() => process.exit(1)))
  const embeddings = await startEmbeddings()
  try {
    const fuzzer = await LeakFuzzer.start(Number(values.seed), embeddings.url, values.mislabel === 'yes')
    return await fuzzer.run(Number(values.operations))
  } finally {
    await putAway()
    embeddings.close()
  }
}

class LeakFuzzer {
  readonly #seed: number
  readonly #url: string
  readonly #principals: Principal[]
  readonly #log: () => string
  readonly #world: World = {
    model: new Model(),
    tags: ['ada', 'bob', 'cleo', 'dan', 'eve'],
    spare: ['spare_1', 'spare_2', 'spare_3'],
    keyIds: [],
    mergeIds: [],
    erasures: [],
    links: [],
  }
  readonly #byStatus: Record<string, number> = {}
  readonly #crossReads: string[] = []
  readonly #wrongStatuses: string[] = []
  #operations = 0

  private constructor(seed: number, url: string, principals: Principal[], log: () => string) {
    this.#seed = seed
    this.#url = url
    this.#principals = principals
    this.#log = log
  }

  static async start(seed: number, embedderUrl: string, isMislabelled: boolean): Promise<LeakFuzzer> {
    const { server, target } = await startTwoCells({
      EMBEDDER: 'http',
      EMBEDDER_URL: embedderUrl,
      EMBEDDER_MODEL: 'words',
      LOG_LEVEL: 'error',
    })
    const principals = await createPrincipals(server, target)
    if (isMislabelled)
      for (const principal of principals) if (principal.name === 'spread') principal.tag = 'ada'
    return new LeakFuzzer(seed, server.url, principals, () => server.log())
  }

  async run(operations: number): Promise<boolean> {
    const started = performance.now()
    for (let round = 0; this.#operations < operations; round++) {
      const numRuns = Math.min(roundLength, operations - this.#operations)
      const drawn = fc.sample(draws, { seed: this.#seed * 1_000_003 + round, numRuns })
      await this.#round(drawn)
      const faults = this.#crossReads.length + this.#wrongStatuses.length
      console.log(
        `${this.#operations} operations, ${this.#world.model.things.length} things, ${faults} faults …`,
      )
    }
    const seconds = Math.round((performance.now() - started) / 100) / 10
    if (this.#wrongStatuses.length > 0) console.log(errorsIn(this.#log()))
    const [crossReads, wrongStatuses] = [this.#crossReads.length, this.#wrongStatuses.length]
    const ok = crossReads === 0 && wrongStatuses === 0
    const { things } = this.#world.model
    const figures = { seed: this.#seed, things: things.length, byStatus: this.#byStatus }
    console.log(
      JSON.stringify({ operations: this.#operations, crossReads, wrongStatuses, ...figures, seconds, ok }),
    )
    return ok
  }

  async #round(drawn: Draw[]): Promise<void> {
    let next = 0
    const hand = async () => {
      for (let draw = drawn[next++]; draw; draw = drawn[next++]) await this.#step(draw)
    }
    await Promise.all(Array.from({ length: concurrency }, hand))
  }

  async #step(draw: Draw): Promise<void> {
    this.#operations++
    const who = this.#principals[draw.who % this.#principals.length]!
    const operation = makeOperation(this.#world, who, draw)
    if (!operation) return
    const expected = expectedOf(operation, who)
    const { target, changes = [] } = operation
    const version = target?.version
    const wasQuiet = !target?.changing
    for (const thing of changes) thing.changing = (thing.changing ?? 0) + 1
    const answer = await this.#send(who, operation)
    for (const thing of changes) thing.changing!--
    this.#byStatus[answer.status] = (this.#byStatus[answer.status] ?? 0) + 1
    const described = `${who.name}: ${operation.method} ${operation.path} ${JSON.stringify(operation.body) ?? ''} → ${answer.status}`
    const leaks = this.#leaksIn(answer, operation, who)
    if (leaks.length > 0)
      this.#tell(
        this.#crossReads,
        `read what is another's: ${described}: ${leaks.join(', ')}\n${answer.text.slice(0, 2_000)}`,
      )
    const isSettled = wasQuiet && !target?.changing && !target?.isUnsure && target?.version === version
    if (answer.status >= 500 || (isSettled && !expected.includes(answer.status)))
      this.#tell(
        this.#wrongStatuses,
        `wrong status: ${described}, not ${expected.join(' or ')}\n${answer.text.slice(0, 500)}`,
      )
    if (answer.status < 300 || answer.status === 409)
      operation.onGood?.(
        answer.headers.get('content-type')?.includes('json') ? JSON.parse(answer.text) : undefined,
        answer.answeredAt,
        answer.status,
        answer.headers,
      )
    operation.onEnd?.()
  }

  #leaksIn(
    { text, askedAt }: TimedResponse,
    { linkOf, isWithin, tags }: Operation,
    who: Principal,
  ): string[] {
    const { model } = this.#world
    if (!linkOf) return model.leaksIn(text, who, askedAt, isWithin ? tags : undefined)
    const own = linkOf.canaries.map(({ word }) => word)
    const others = (text.match(/qz\d+zq/g) ?? []).filter(word => !own.includes(word))
    // Judged as the whole organization, because a signed URL stays valid when its document moves.
    const holder = { name: 'the link', org: linkOf.org, key: '' }
    return [...others, ...model.leaksIn(text, holder, askedAt)]
  }

  async #send(who: Principal, { method, path, body }: Operation): Promise<TimedResponse> {
    const isForm = body instanceof FormData
    const askedAt = performance.now()
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${who.key}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      headers: response.headers,
      askedAt,
      answeredAt: performance.now(),
    }
  }

  /** Prints a fault at once, because a run takes long. */
  #tell(faults: string[], fault: string): void {
    if (faults.push(fault) <= examplesPrinted) console.log(`✗ ${fault}\n`)
  }
}

/** Returns the last five log lines of the server. */
const errorsIn = (log: string) =>
  log
    .split('\n')
    .filter(line => line.startsWith('{'))
    .slice(-5)
    .join('\n')

/** Returns the correct statuses: 401 for the key, 403 for the tag, 404 for the owner, or those of success. */
function expectedOf({ linkOf, isForOrganizations, tags, target, good }: Operation, who: Principal): number[] {
  if (linkOf) return good
  if (who.isDead) return [401]
  if (who.tag !== undefined && isForOrganizations) return [403]
  const isElsewhere = who.tag !== undefined && tags?.some(tag => tag !== who.tag)
  const isHidden = target !== undefined && !mayReach(who, target)
  // A request that is wrong in both ways may get either status.
  if (isElsewhere) return isHidden ? [403, 404] : [403]
  return isHidden ? [404] : good
}

/** For each organization: an organization key, three scoped keys, and keys that are expired or disabled. */
async function createPrincipals(server: StartedServer, target: Record<string, string>): Promise<Principal[]> {
  const organizations = [
    { org: 'spread', key: target.REVERIE_KEY! },
    { org: 'home', key: target.REVERIE_OTHER_KEY! },
  ]
  const principals: Principal[] = [
    { name: 'disabled', org: 'spread', key: target.REVERIE_DISABLED_KEY!, isDead: true },
    { name: 'garbage', org: 'nobody', key: 'sm_garbage_garbage_garbage', isDead: true },
  ]
  for (const { org, key } of organizations) {
    const scoped = (tag: string) => createScoped(server.url, key, tag)
    const good: Principal[] = [{ name: org, org, key }]
    for (const tag of ['ada', 'bob', 'cleo'])
      good.push({ name: `${org}/${tag}`, org, tag, key: (await scoped(tag)).key })
    // Valid keys are listed several times, so that most operations use them, and half of those the organization key.
    principals.push(...good, ...good, ...good, ...good, ...Array(8).fill(good[0]))
    const expired = await scoped('ada')
    await expire(target.REVERIE_DATABASE!, expired.id)
    const disabled = await scoped('bob')
    await fetch(`${server.url}/v3/auth/scoped-key/${disabled.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
    principals.push({ name: `${org}/ada expired`, org, tag: 'ada', key: expired.key, isDead: true })
    principals.push({ name: `${org}/bob disabled`, org, tag: 'bob', key: disabled.key, isDead: true })
  }
  return principals
}

async function createScoped(
  url: string,
  key: string,
  containerTag: string,
): Promise<{ id: string; key: string }> {
  const response = await fetch(`${url}/v3/auth/scoped-key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ containerTag, rateLimitMax: 10_000, rateLimitTimeWindow: 1_000 }),
  })
  return (await response.json()) as { id: string; key: string }
}

/** Expires a key in the database, because the shortest lifetime that the API accepts is a day. */
async function expire(database: string, id: string): Promise<void> {
  const sql = `update directory.keys set expires_at = now() - interval '1 day' where id = '${id}'`
  await postgres('psql', '--name', 'main', '--dbname', database, '--quiet', '--command', sql)
}
