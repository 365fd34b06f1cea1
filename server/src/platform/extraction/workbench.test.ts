import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { docxOf, paragraph } from '../../../test/office-files.ts'
import type { Workbench } from './extraction.ts'
import { openWorkbench } from './workbench.ts'

const open = (readImage = async () => ''): Workbench =>
  openWorkbench({ progress: () => undefined, readImage })
const file = (name: string, content: string | Uint8Array, contentType = '') => ({
  name,
  contentType,
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
})

describe('a file inside a file', () => {
  test('is read by its content, whatever its name says', async () => {
    const bench = open()
    expect(await bench.readAttached(file('notes.bin', docxOf(paragraph('Hello'))))).toMatchObject({
      text: 'Hello',
    })
    expect(await bench.readAttached(file('', '<!doctype html><p>Hi', 'text/plain'))).toMatchObject({
      type: 'webpage',
      text: 'Hi',
    })
  })

  test('that is an image or a recording has no text, and is no error', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
    expect(await open().readAttached(file('a.png', png))).toBeUndefined()
    const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(30, 1)])
    expect(await open().readAttached(file('a.wav', wav))).toBeUndefined()
  })

  test('of no type that can be read says so', async () => {
    const archive = zipSync({ 'a.txt': strToU8('x') })
    await expect(open().readAttached(file('a.zip', archive))).rejects.toMatchObject({
      code: 'extract.unsupported_type',
    })
  })

  test('may have fifty megabytes together with all others, and not one byte more', async () => {
    const bench = open()
    // A program cannot be read, but its bytes count.
    const large = Buffer.alloc(24_999_999)
    large.write('\x7fELF\x02\x01\x01', 'latin1')
    for (let i = 0; i < 2; i++)
      await expect(bench.readAttached(file('a.bin', large))).rejects.toMatchObject({
        code: 'extract.unsupported_type',
      })
    expect(await bench.readAttached(file('b.txt', 'ok'))).toMatchObject({ text: 'ok' })
    await expect(bench.readAttached(file('c.txt', 'x'))).rejects.toThrow('together are too large')
  })

  test('may have two million characters together with all others', async () => {
    const bench = open()
    await bench.readAttached(file('a.txt', 'x'.repeat(1_999_998)))
    expect(await bench.readAttached(file('b.txt', 'ok'))).toMatchObject({ text: 'ok' })
    await expect(bench.readAttached(file('c.txt', 'x'))).rejects.toThrow('too much text')
  })

  test('of another file has an allowance of its own', async () => {
    await open().readAttached(file('a.txt', 'x'.repeat(2_000_000)))
    expect(await open().readAttached(file('b.txt', 'ok'))).toMatchObject({ text: 'ok' })
  })

  test('that is damaged does not use up more than its bytes', async () => {
    const bench = open()
    for (let i = 0; i < 5; i++)
      await expect(bench.readAttached(file('a.docx', 'PK\x03\x04 and no more'))).rejects.toThrow()
    expect(await bench.readAttached(file('b.txt', 'ok'))).toMatchObject({ text: 'ok' })
  })
})
