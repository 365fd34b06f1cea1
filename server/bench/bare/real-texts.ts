import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export type RealTexts = { name: string; documents: string[]; questions: string[] }

/** SciFact (5,183 abstracts and 300 questions) when available; otherwise the repository's own files. */
export function readTexts(dataDir: string): RealTexts {
  const folder = join(dataDir, 'scifact')
  return existsSync(folder) ? readSciFact(folder) : readOwnFiles()
}

function readSciFact(folder: string): RealTexts {
  const lines = gunzipSync(readFileSync(join(folder, 'corpus.jsonl.gz'))).toString()
  const corpus = parseLines<{ title: string; text: string }>(lines)
  const judged = readFileSync(join(folder, 'qrels', 'test.tsv'), 'utf8')
    .split('\n')
    .slice(1)
  const ids = new Set(judged.map(line => line.split('\t')[0]))
  const asked = parseLines<{ _id: string; text: string }>(readFileSync(join(folder, 'queries.jsonl'), 'utf8'))
  return {
    name: 'SciFact',
    documents: corpus.map(({ title, text }) => `${title}\n\n${text}`),
    questions: asked.filter(({ _id }) => ids.has(_id)).map(({ text }) => text),
  }
}

/** Cut into pages, because there are only a few hundred files. Their comments serve as questions. */
function readOwnFiles(): RealTexts {
  const root = join(import.meta.dirname, '../../..')
  const paths = globSync(['*.md', 'docs/**/*.md', 'server/src/**/*.ts', 'acceptance/**/*.ts'], { cwd: root })
  const files = paths.sort().map(path => readFileSync(join(root, path), 'utf8'))
  const documents = files.flatMap(text => text.match(/.{1,2000}(?:\n|$)/gs) ?? [])
  const comments = files.flatMap(text => text.match(/(?<=\/\*\* )[^*]{40,300}(?= \*\/)/g) ?? [])
  return { name: 'files of this repository', documents, questions: comments.filter((_, i) => i % 4 === 0) }
}

function parseLines<T>(lines: string): T[] {
  return lines
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
