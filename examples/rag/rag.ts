import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type ChunkHit, Reverie } from '@reverie/sdk'

/** Searches a folder of files and cites file and page, without a language model: `node rag.ts <folder> <question>`. */
const [folder, question] = process.argv.slice(2)
if (!folder || !question) throw new Error('Usage: node rag.ts <folder> <question>')

const reverie = new Reverie({
  baseUrl: process.env.REVERIE_URL ?? 'http://127.0.0.1:8787',
  apiKey: process.env.REVERIE_KEY ?? '',
})
const containerTag = 'rag_example'

await Promise.all(globSync('**/*.{md,txt,pdf,docx,html}', { cwd: folder }).map(addFile))

const { results } = await reverie.searchChunks({
  q: question,
  containerTag,
  limit: 3,
  threshold: 0.5,
})
for (const { chunk, place, filepath } of results)
  console.log(`\n${chunk.trim()}\n  — ${filepath?.slice(1)}${pagesOf(place)}`)
if (results.length === 0) console.log('No passage answers that.')

/** Only some formats have pages. A passage may cross from one page to the next. */
function pagesOf({ page, endPage = page }: ChunkHit['place']): string {
  if (page === undefined) return ''
  return page === endPage ? `, page ${page}` : `, pages ${page}–${endPage}`
}

/** With a customId, a second run updates the document, and an unchanged file costs nothing. */
async function addFile(name: string): Promise<void> {
  const { id } = await reverie.upload(
    { path: join(folder!, name) },
    // `rag`: search the text, form no memories.
    { containerTag, customId: name.replaceAll(/[^\w.:-]/g, '_'), filepath: `/${name}`, taskType: 'rag' },
  )
  await reverie.waitUntilDone(id)
  console.log(`${name} is ready`)
}
