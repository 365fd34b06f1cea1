import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { describe, expect, test } from 'vitest'
import { isTarFault, listUploadFiles } from './upload-files.ts'

/** The files of an upload are found in any packing, and an upload that is made to do harm is refused. */

async function read(upload: Uint8Array, name = 'upload'): Promise<[string, string][]> {
  async function* pieces() {
    for (let at = 0; at < upload.length; at += 10_000) yield upload.subarray(at, at + 10_000)
  }
  const files: [string, string][] = []
  for await (const file of listUploadFiles(pieces(), { name, bytes: upload.length })) {
    const chunks: Uint8Array[] = []
    for await (const chunk of file.body) chunks.push(chunk)
    files.push([file.name, Buffer.concat(chunks).toString('utf8', 0, 100)])
  }
  return files
}

const tarOf = (files: Record<string, string | Buffer>) =>
  packTar(
    Object.entries(files).map(([name, text]) => {
      const body = new Uint8Array(typeof text === 'string' ? Buffer.from(text) : text)
      return { header: { name, size: body.length }, body }
    }),
  )

describe('of the files of a folder, those that macOS adds are left out', () => {
  const files = {
    'notes/a.md': 'A',
    '__MACOSX/notes/._a.md': 'x',
    'notes/._b.md': 'x',
    '.DS_Store': 'x',
    'notes/b.md': 'B',
  }
  const kept = [
    ['notes/a.md', 'A'],
    ['notes/b.md', 'B'],
  ]

  test('in a zip', async () => {
    const entries = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])
    expect(await read(zipSync(Object.fromEntries(entries)))).toEqual(kept)
  })

  test('in a tar, compressed or not', async () => {
    const tar = await tarOf(files)
    expect(await read(tar)).toEqual(kept)
    expect(await read(gzipSync(tar))).toEqual(kept)
  })
})

test('a single file may be compressed', async () => {
  expect(await read(gzipSync('[1]'), 'a.json.gz')).toEqual([['a.json', '[1]']])
})

describe('an upload that grows to more than a hundred times its size is refused', () => {
  const zeros = Buffer.alloc(17_000_000)
  const bomb = zipSync({ 'a.json': zeros }, { level: 1 })

  test('as a zip', async () => {
    await expect(read(bomb)).rejects.toMatchObject({ code: 'archive.bomb' })
  })

  test('as a zip that denies it', async () => {
    const zip = Buffer.from(bomb)
    for (let at = zip.indexOf('a.json'); at >= 0; at = zip.indexOf('a.json', at + 1))
      for (const back of [22, 8])
        if (zip.readUInt32LE(at - back) === zeros.length) zip.writeUInt32LE(10, at - back)
    await expect(read(zip)).rejects.toMatchObject({ code: 'import.malformed' })
  })

  test('as a tar', async () => {
    await expect(read(gzipSync(await tarOf({ 'a.json': zeros })))).rejects.toMatchObject({
      code: 'archive.bomb',
    })
  })
})

test('a path of a zip that leads out is refused, and one of a tar is only a name', async () => {
  await expect(read(zipSync({ '../../a.json': Buffer.from('[]') }))).rejects.toMatchObject({
    code: 'import.malformed',
  })
  expect(await read(await tarOf({ '../../a.json': '[]' }))).toEqual([['../../a.json', '[]']])
})

test.each([
  ['is cut off', (tar: Buffer) => tar.subarray(0, 700)],
  [
    'has a number that is none',
    (tar: Buffer) => Buffer.concat([tar.subarray(0, 124), Buffer.from('zz'), tar.subarray(126)]),
  ],
  ['has a flipped bit in a header', (tar: Buffer) => Buffer.concat([Buffer.from('b'), tar.subarray(1)])],
  ['has something after its end', (tar: Buffer) => Buffer.concat([tar, Buffer.from('more')])],
])('a tar that %s is a fault of the upload', async (_, damage) => {
  const tar = Buffer.from(await tarOf({ 'a.json': 'x'.repeat(600) }))
  const fault = await read(damage(tar)).catch(error => error)
  expect(isTarFault(fault)).toBe(true)
})
