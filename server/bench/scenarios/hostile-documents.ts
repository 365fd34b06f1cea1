import { setTimeout as sleep } from 'node:timers/promises'
import { say } from '../../measure/report.ts'
import type { Client } from '../client.ts'
import type { Cluster } from '../clusters.ts'
import { shapeNamed, withinBytes } from '../hostile-shapes.ts'
import type { Reverie } from '../processes.ts'

/** Texts arrive as JSON up to MAX_TEXT_BYTES, whatever the size limit of files. */
export const maxTextBytes = 990_000
export const hostileTag = 'hostile'

/** Sent as text, so that dreaming reads it as the user's words. */
export const spoken = (customId: string, content: string) => ({
  content,
  customId,
  containerTag: hostileTag,
  dreaming: 'instant' as const,
})

/** The outcome of a document; `late` when it did not end in time. */
export async function untilEnded(client: Client, id: string, deadline: number): Promise<string> {
  while (performance.now() < deadline) {
    const { body } = await client.get(id)
    if (body.status === 'failed') return body.errorCode ?? 'without a code'
    if (body.status === 'done' && body.dreamingStatus !== 'dreaming')
      return body.dreamingStatus === 'failed' ? (body.errorCode ?? 'without a code') : 'done'
    await sleep(200)
  }
  return 'late'
}

/** Kills the process while it works on a text of `bytes`; after its restart it finishes the text. */
export async function killAmid(
  api: Reverie,
  hostile: Client,
  cluster: Cluster,
  { bytes, endSeconds }: { bytes: number; endSeconds: number },
) {
  const text = withinBytes(shapeNamed('movedEverywhere').make(bytes), bytes - 10)
  const id = await hostile.addUntilAccepted(spoken('killed', `Killed. ${text}`))
  const amid = await untilAmid(hostile, id)
  await untilCounted(cluster)
  const started = performance.now()
  await api.kill()
  const attempts = await countAttempts(cluster)
  const how = await untilEnded(hostile, id, performance.now() + endSeconds * 2_000)
  const seconds = Math.round((performance.now() - started) / 1000)
  say(`killed while ${amid}: ${attempts} attempts counted, then ${how} after ${seconds} s`)
  return { amid, attempts, how, ended: how !== 'late', seconds }
}

/** A document is due for dreaming before its first attempt is counted; a kill in between rightly costs no attempt. */
async function untilCounted(cluster: Cluster): Promise<void> {
  const deadline = performance.now() + 5_000
  while (performance.now() < deadline && (await countAttempts(cluster)) === 0) await sleep(20)
}

/** Attempts counted on unfinished documents: of the pipeline, or of dreaming once they are indexed. */
async function countAttempts(cluster: Cluster): Promise<number> {
  const rows = await cluster.query<{ attempts: number }>(
    `select max(case status when 'done' then dream_attempts else attempts end)::int as attempts
       from cell.documents where status not in ('done', 'failed') or dreaming_status = 'dreaming'`,
  )
  return rows[0]?.attempts ?? 0
}

/** Sends SIGTERM while a long text is in progress; returns the seconds until the process has exited. */
export async function stopAmid(
  api: Reverie,
  hostile: Client,
  waitMs: number,
): Promise<{ amid: string; seconds: number }> {
  const id = await hostile.addUntilAccepted(
    spoken('stopped', `Stopped. ${withinBytes(shapeNamed('prose').make(maxTextBytes), maxTextBytes - 10)}`),
  )
  const amid = await untilAmid(hostile, id)
  const started = performance.now()
  await Promise.race([api.end('SIGTERM'), sleep(waitMs)])
  const seconds = Math.round((performance.now() - started) / 100) / 10
  say(`SIGTERM while ${amid}: gone after ${seconds} s`)
  return { amid, seconds }
}

/** Waits for dreaming where it is slow enough to be observed, else for any step. */
async function untilAmid(client: Client, id: string): Promise<string> {
  for (;;) {
    const { body } = await client.get(id)
    if (body.status === 'failed') return 'failed'
    if (body.status === 'done') return body.dreamingStatus === 'dreaming' ? 'dreaming' : 'idle'
    await sleep(50)
  }
}
