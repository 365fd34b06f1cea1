import { readFileSync } from 'node:fs'
import { Reverie, ReverieError } from '@reverie/sdk'
import { type ImportItem, readExport } from './read-export.ts'

/** Imports an export of mem0, Supermemory or Zep: `node migrate.ts <export.json>`. A second run adds nothing twice. */
const [path] = process.argv.slice(2)
if (!path) throw new Error('Usage: node migrate.ts <export.json>')

const reverie = new Reverie({
  baseUrl: process.env.REVERIE_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.REVERIE_KEY ?? '',
})
const batchSize = 100 // the most that one request takes
const failures: string[] = []

const { service, items } = readExport(JSON.parse(readFileSync(path, 'utf8')))
console.log(`${items.length} memories from ${service}`)
const byTag = Object.groupBy(items, ({ containerTag }) => containerTag)
for (const [containerTag, all = []] of Object.entries(byTag)) {
  const known = await listKnown(containerTag)
  const missing = all.filter(({ customId }) => !known.has(customId))
  let written = 0
  for (let at = 0; at < missing.length; at += batchSize) {
    written += await write(containerTag, missing.slice(at, at + batchSize))
    if (at + batchSize < missing.length) console.log(`${containerTag}: ${written} of ${missing.length}`)
  }
  console.log(`${containerTag}: ${written} written, ${all.length - missing.length} were there`)
}
for (const failure of failures) console.log(`failed: ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1

/** The customIds of earlier runs. They include forgotten memories, so a memory that the user deleted does not come back. */
async function listKnown(containerTag: string): Promise<Set<unknown>> {
  const known = new Set<unknown>()
  const filters = { AND: [{ key: 'importedFrom', value: service }] }
  const include = { forgottenMemories: true }
  for await (const { metadata } of reverie.memories.list({ containerTag, filters, include }))
    known.add((metadata as { customId?: string } | null)?.customId)
  return known
}

/**
 * Returns the number of written memories. A request writes all its memories or none, so a refused request is repeated memory
 * by memory to find the invalid ones.
 */
async function write(containerTag: string, batch: ImportItem[]): Promise<number> {
  const memories = batch.map(({ customId, content, documentDate }) => ({
    content,
    metadata: { importedFrom: service, customId },
    temporalContext: { documentDate }, // "last week" in the text is relative to this date
  }))
  try {
    await reverie.memories.add({ containerTag, memories })
    return batch.length
  } catch (error) {
    if (!(error instanceof ReverieError) || error.status !== 400) throw error
    if (batch.length === 1) failures.push(`${batch[0]!.customId}: ${error.details ?? error.message}`)
    let written = 0
    if (batch.length > 1) for (const item of batch) written += await write(containerTag, [item])
    return written
  }
}
