import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { documentXml, docx, epub, paragraph } from '../test/hostile/office.ts'
import { hostileSet } from '../test/hostile/set.ts'
import { longText, shortText } from './texts.ts'

export type UploadFile = { name: string; read(): Uint8Array }

const fixtures = join(import.meta.dirname, '../../../shared/data/fixtures')

/** This many of the fixtures, evenly spread; none when the data folder is missing. */
export function listFixtureFiles(count: number): UploadFile[] {
  const manifest = join(fixtures, 'MANIFEST.jsonl.gz')
  if (!existsSync(manifest)) return []
  const lines = gunzipSync(readFileSync(manifest)).toString('utf8').trim().split('\n')
  const paths = lines.map(line => (JSON.parse(line) as { file: string }).file)
  return spread(paths, count).map(path => ({
    name: basename(path),
    read: () => readFileSync(join(fixtures, path)),
  }))
}

/** Half of the files are hostile. */
export function generateFiles(count: number): UploadFile[] {
  const hostile = spread(
    hostileSet.filter(({ name }) => !/[/\0]|.{100}/.test(name)),
    Math.floor(count / 2),
  ).map(({ name, make }) => ({ name, read: make }))
  const harmless = Array.from({ length: count - hostile.length }, (_, n) => harmlessFile(n))
  return harmless.flatMap((file, n) => (hostile[n] ? [file, hostile[n]] : [file]))
}

/** This many items of a list, evenly spread; a short list repeats. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = list.length / count
  return Array.from({ length: count }, (_, i) =>
    step >= 1 ? list[Math.floor(i * step)]! : list[i % list.length]!,
  )
}

function harmlessFile(n: number): UploadFile {
  const text = longText(n)
  const makers: [string, () => string | Buffer][] = [
    ['txt', () => text],
    ['md', () => `# ${shortText(n)}\n\n${text}`],
    [
      'html',
      () => `<html><head><title>${n}</title></head><body><article><p>${text}</p></article></body></html>`,
    ],
    ['docx', () => docx(documentXml(text.split('\n\n').map(paragraph).join('')))],
    ['epub', () => epub(`<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${text}</p></body></html>`)],
    ['csv', () => `number,text\n${n},"${text}"\n`],
    ['eml', () => `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${n}\r\n\r\n${text}`],
    ['rtf', () => `{\\rtf1\\ansi ${text}}`],
  ]
  const [ending, make] = makers[n % makers.length]!
  return { name: `letter-${n}.${ending}`, read: () => Buffer.from(make()) }
}
