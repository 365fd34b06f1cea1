import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { connectionWrites } from '../../../test/lost-commits/connection-writes.ts'
import { documentWrites } from '../../../test/lost-commits/document-writes.ts'
import { otherWrites } from '../../../test/lost-commits/other-writes.ts'
import { webhookWrites } from '../../../test/lost-commits/webhook-writes.ts'
import { Caller, loseCommit } from '../../../test/lost-commits/write.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../test/postgres-proxy.ts'
import { scripted } from '../../../test/scripted-connector.ts'
import { ScriptedSource } from '../../../test/scripted-source.ts'
import type { Connector } from '../../platform/connectors/connector.ts'

let source: ScriptedSource
let server: TestServer
let proxy: PostgresProxy
let caller: Caller
beforeAll(async () => {
  source = await new ScriptedSource().start()
  server = await startTestServer({
    worker: false,
    config: { FETCH_ALLOW: '127.0.0.1' },
    async between(url) {
      proxy = await startPostgresProxy(url)
      return proxy.url
    },
  })
  server.app.sources.connectors.add(scripted as Connector)
  caller = new Caller(server.url, server.client.key)
})
afterAll(async () => {
  await server.close()
  await proxy.close()
  await source.close()
})

/** More than the commits of any request. */
const mostCommits = 10

const writes = [...documentWrites, ...otherWrites, ...webhookWrites, ...connectionWrites(() => source)]

/**
 * A transaction that never commits leaves no rows; only files could be left. So faults before the commit are tested
 * where files are written.
 */
const faults = [
  { fault: 'after', writes },
  { fault: 'before', writes: documentWrites },
] as const

describe.each(faults)('a connection cut $fault the commit', ({ fault, writes }) => {
  test.each(writes)('leaves rows, files and answers consistent: $name', async write => {
    for (let skip = 0; ; skip++) {
      const tag = `lost-${fault}-${skip}-${write.name.replaceAll(/\W/g, '-')}`.slice(0, 90)
      const { isCut, problem } = await loseCommit({ caller, proxy }, write, tag, { fault, skip })
      expect(problem, `commit ${skip}`).toBeUndefined()
      if (!isCut) {
        expect(skip, 'commits that were cut').toBeGreaterThan(0)
        return
      }
      expect(skip).toBeLessThan(mostCommits)
    }
  })
})

/**
 * Routes without such a test: they only read, need a failed document, an inferred memory or an authorization, are
 * aliases, only ask for an import, or belong to people who sign in, whose links and sessions work once. The router remembers after its answer, as
 * a conversation does.
 */
const others =
  /(search|list|profile|buckets|documents\/documents|by-ids|facets|graph|retry|review|connections\/\S*(connection|documents|import|authorize|test)|webhook\/\S+)$|^\S+ (\/v1|\/v3\/https?|\/v3\/memories)\b/
const ofPeople =
  /^\S+ \/v3\/(auth\/(sign-in|sign-out|invitation|join|sessions|password|reset-password|oidc)|members|invitations|oauth)\b/

test('every route that writes is tested with lost commits', async () => {
  const { paths } = (await caller.send('GET', '/openapi.json')).body
  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const writing = routes.filter(
    route => !route.startsWith('GET ') && !others.test(route) && !ofPeople.test(route),
  )
  const covered = new Set(writes.map(({ route }) => route))
  expect(writing.filter(route => !covered.has(route))).toEqual([])
})
