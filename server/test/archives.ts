import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import type { ApiResponse, Client, TestServer } from './harness.ts'
import { until } from './harness.ts'

/** Exports and imports over the API, and archives to look into or to spoil. */

export type Entry = { name: string; data: Uint8Array; type?: 'file' | 'symlink'; linkname?: string }
export type Line = Record<string, any>

export async function exportArchive(
  server: TestServer,
  client: Client,
  body: Record<string, unknown> = {},
): Promise<Buffer> {
  const started = await client.request('POST', '/v3/exports', body)
  if (started.status !== 202) throw new Error(`export answered ${JSON.stringify(started.body)}`)
  const ended = await untilEnded(client, `/v3/exports/${started.body.id}`)
  if (ended.body.status !== 'done') throw new Error(`export: ${JSON.stringify(ended.body)}`)
  return download(server, client, started.body.id)
}

export async function download(server: TestServer, client: Client, id: string): Promise<Buffer> {
  const response = await fetch(`${server.url}/v3/exports/${id}/file`, {
    headers: { authorization: `Bearer ${client.key}` },
  })
  if (response.status !== 200) throw new Error(`download answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

export const untilEnded = (client: Client, path: string): Promise<ApiResponse> =>
  until(
    () => client.request('GET', path),
    ({ body }) => ['done', 'failed'].includes(body?.status),
  )

/** Uploads a file in pieces and returns the import when it has ended. */
export async function importFile(
  server: TestServer,
  client: Client,
  file: Uint8Array,
  body: Record<string, unknown> = {},
  pieceBytes = 1_000_000,
): Promise<any> {
  const created = await client.request('POST', '/v3/imports', body)
  if (created.status !== 201) throw new Error(`import answered ${JSON.stringify(created.body)}`)
  const { id } = created.body
  for (let part = 0; part === 0 || part * pieceBytes < file.length; part++)
    await uploadPiece(server, client, id, part, file.subarray(part * pieceBytes, (part + 1) * pieceBytes))
  await client.request('POST', `/v3/imports/${id}/start`)
  return (await untilEnded(client, `/v3/imports/${id}`)).body
}

export async function uploadPiece(
  server: TestServer,
  client: Client,
  id: string,
  part: number,
  piece: Uint8Array,
): Promise<{ status: number; body: any }> {
  const form = new FormData()
  form.set('part', String(part))
  form.set('file', new Blob([Uint8Array.from(piece)]), 'piece')
  const response = await fetch(`${server.url}/v3/imports/${id}/parts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key}` },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

export async function entriesOf(archive: Uint8Array): Promise<Entry[]> {
  const entries = await unpackTar(Uint8Array.from(gunzipSync(archive)), { strict: true })
  return entries.map(({ header, data }) => ({ name: header.name, data: data ?? new Uint8Array() }))
}

export async function recordsOf(archive: Uint8Array): Promise<Line[]> {
  const entries = await entriesOf(archive)
  return entries
    .filter(({ name }) => name.startsWith('records/'))
    .flatMap(({ data }) => Buffer.from(data).toString().trimEnd().split('\n'))
    .map(line => JSON.parse(line) as Line)
}

/** Packs entries, with right checksums unless they are among the entries. */
export async function packArchive(entries: readonly Entry[], isSummed = true): Promise<Buffer> {
  const hasChecksums = !isSummed || entries.some(({ name }) => name === 'checksums.txt')
  const all: readonly Entry[] = hasChecksums
    ? entries
    : [...entries, { name: 'checksums.txt', data: checksumsOf(entries) }]
  const tar = await packTar(
    all.map(({ name, data, type = 'file', linkname }) => ({
      header: { name, size: data.length, type, ...(linkname && { linkname }) },
      body: Uint8Array.from(data),
    })),
  )
  return gzipSync(tar)
}

export function checksumsOf(entries: readonly Entry[]): Buffer {
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
  return Buffer.from(entries.map(({ name, data }) => `${sha256(data)}  ${name}\n`).join(''))
}

/** The archive with other records. */
export async function rewrite(archive: Uint8Array, change: (lines: Line[]) => unknown[]): Promise<Buffer> {
  const entries = await entriesOf(archive)
  const lines = change(await recordsOf(archive))
  const text = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return packArchive([
    ...entries.filter(({ name }) => name === 'manifest.json' || name.startsWith('files/')),
    { name: 'records/000900.jsonl', data: Buffer.from(`${text}\n`) },
  ])
}

/** Records with the shard of every id blanked, and without what differs between servers: the ids of containers. */
export function comparable(lines: readonly Line[]): unknown[] {
  const id = /^([0-9a-f]{8}-[0-9a-f]{4}-7)[0-9a-f]{3}(-[0-9a-f]{4}-[0-9a-f]{12})$/
  const blank = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(id, '$1000$2') : value
  return lines.map(line => {
    const blanked = Object.fromEntries(Object.entries(line).map(([name, value]) => [name, blank(value)]))
    if (line.record === 'container') delete blanked.id
    delete blanked.file
    if (line.record === 'question')
      blanked.expected = line.expected.map((name: string) => (name.length === 22 ? 'an id' : name))
    return blanked
  })
}
