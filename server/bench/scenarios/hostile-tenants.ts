import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { createClient, install } from '../installation.ts'
import type { Probe } from '../probes.ts'
import type { Reverie } from '../processes.ts'
import { shortText } from '../texts.ts'
import type { Trial } from '../trial.ts'

const double = join(import.meta.dirname, '../../test/embedding-server.ts')

/** A request to this very process: shows the delay that the machine itself causes. */
export const control = 'control'

/** Longer than any stall to be measured. */
const probeTimeoutMs = 120_000

export const shutdownMs = 25_000

/** The installation with its attacker, and the requests of everybody else. */
export type Tenants = { api: Reverie; hostile: Client; probes: Record<string, Probe> }

export async function startTenants(
  trial: Trial,
  cluster: Cluster,
  { local }: { local: number },
  data: string,
): Promise<Tenants> {
  const settings = await install(trial, [cluster], {
    DATA_DIR: data,
    BLOB_DIR: join(data, 'blobs'),
    SHUTDOWN_TIMEOUT_MS: String(shutdownMs),
    // Short leases, so that documents of a killed process come back in seconds.
    LEASE_MS: '10000',
    RECONCILE_MS: '3000',
    ...(local > 0 ? {} : await startDouble(trial)),
  })
  const api = await trial.processes.start('all', 'all', settings)
  const hostile = await createClient(trial, settings, 'hostile', api.url)
  const quiet = await createClient(trial, settings, 'quiet', api.url)
  const patient = ({ url, key }: Client) => new Client(url, key, probeTimeoutMs)
  return { api, hostile: patient(hostile), probes: await makeProbes(patient(hostile), patient(quiet)) }
}

/** Vectors from a separate program at no cost: embedding takes the same work whatever the text. */
async function startDouble(trial: Trial): Promise<Record<string, string>> {
  const { port } = await trial.processes.startProgram('embeddings', port => [double, '--port', String(port)])
  return { EMBEDDER: 'http', EMBEDDER_URL: `http://127.0.0.1:${port}/v1`, EMBEDDER_MODEL: 'double' }
}

/** Requests that other tenants send all the time. Adds repeat a few documents, so that the load stays small. */
async function makeProbes(hostile: Client, quiet: Client): Promise<Record<string, Probe>> {
  const echo = createServer((_, response) => response.end())
    .listen(0, '127.0.0.1')
    .unref()
  await once(echo, 'listening')
  const here = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
  // Not dreamed of: the first dream of a process loads its rules, which would count as idle time.
  for (let n = 0; n < 5; n++)
    await quiet.timeToDone({ content: shortText(n), containerTag: 'notes', taskType: 'rag' })
  const adding = (client: Client) => async (n: number) =>
    toProbe(
      await client.add({
        content: shortText(n),
        containerTag: 'probes',
        customId: `probe-${n % 20}`,
        taskType: 'rag',
      }),
    )
  return {
    health: async () => toProbe(await quiet.request('GET', '/health')),
    search: async n => toProbe(await quiet.search(shortText(n % 5).slice(0, 60), 'notes')),
    add: adding(quiet),
    neighbourAdd: adding(hostile),
    [control]: () => timed(here),
  }
}

async function timed(url: string): Promise<{ ms: number; ok: boolean }> {
  const started = performance.now()
  const { ok } = await fetch(url)
  return { ms: performance.now() - started, ok }
}

const toProbe = ({ status, ms }: { status: number; ms: number }) => ({ ms, ok: status === 200 })
