import { existsSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { DataFolder } from '../read-data.ts'
import type { Reference } from './engines.ts'

export type Fixture = {
  file: string
  path: string
  extension: string
  tags: string[]
  /** The text that another engine read, where the data include it. */
  reference?: Reference
  bytes(): Buffer
}

type Line = { file: string; tags?: string[]; ref?: { engine?: string } }

/** Real files: 2,283 of them, from the test sets of other parsers. */
export function listFixtures(data: DataFolder): Fixture[] {
  const references = data.json<Record<string, string>>('fixtures/reference_text.json')
  return data.lines<Line>('fixtures/MANIFEST.jsonl').map(({ file, tags = [], ref }) => {
    const path = resolve(data.path, 'fixtures', file)
    const text = references[file]
    return {
      file,
      path,
      extension: extname(file).slice(1).toLowerCase(),
      tags,
      ...(text !== undefined && { reference: { engine: ref?.engine ?? '', text } }),
      bytes: () => readFileSync(path),
    }
  })
}

export type Article = { id: string; url: string; body: string; html(): Buffer }

/** Web pages whose article somebody marked by hand. */
export function listArticles(data: DataFolder): Article[] {
  const marked = data.json<Record<string, { articleBody: string; url: string }>>(
    'web_extraction/ground-truth.json',
  )
  return Object.entries(marked).map(([id, { articleBody, url }]) => ({
    id,
    url,
    body: articleBody,
    html: () => readPage(join(data.path, 'web_extraction/html', `${id}.html`)),
  }))
}

function readPage(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`))
}
