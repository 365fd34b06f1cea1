import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { zipOf } from '../../../../test/office-files.ts'
import { Zip } from './zip.ts'

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

describe('an archive', () => {
  test('is read by name, ignoring case and kind of slash', () => {
    const zip = new Zip(zipOf({ 'Word\\Document.xml': 'packed '.repeat(50), 'empty.txt': '' }))
    expect(text(zip.read('/word/document.xml'))).toBe('packed '.repeat(50))
    expect(text(zip.read('EMPTY.TXT'))).toBe('')
    expect(zip.read('other')).toBeUndefined()
    expect(zip.names).toEqual(['Word/Document.xml', 'empty.txt'])
  })

  test('is read when stored uncompressed, and when its end is cut off', () => {
    const stored = zipSync({ 'a.txt': [strToU8('plain'), { level: 0 }] })
    expect(text(new Zip(stored).read('a.txt'))).toBe('plain')
    const whole = zipOf({ 'a.txt': 'first', 'b.txt': 'second '.repeat(100) })
    const directory = Buffer.from(whole).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    expect(text(new Zip(whole.subarray(0, directory - 60)).read('a.txt'))).toBe('first')
  })

  test('is limited by measured sizes, per entry and in total', () => {
    const bomb = Buffer.from(zipOf({ 'a.xml': new Uint8Array(100_000) }))
    bomb.writeUInt32LE(5, bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24)
    const small = new Zip(bomb, { entryBytes: 10_000, totalBytes: 1_000_000 })
    expect(() => small.read('a.xml')).toThrow(expect.objectContaining({ code: 'extract.too_large' }))
    const often = new Zip(bomb, { entryBytes: 100_000, totalBytes: 250_000 })
    expect(often.read('a.xml')).toHaveLength(100_000)
    expect(often.read('a.xml')).toHaveLength(100_000)
    expect(() => often.read('a.xml')).toThrow(expect.objectContaining({ code: 'extract.too_large' }))
  })

  test('with a password ends with extract.encrypted', () => {
    const locked = Buffer.from(zipOf({ 'a.txt': 'secret' }))
    locked[locked.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8]! |= 1
    expect(() => new Zip(locked).read('a.txt')).toThrow(
      expect.objectContaining({ code: 'extract.encrypted' }),
    )
  })

  test('that points outside itself, or is not a zip, ends with extract.malformed', () => {
    const wrong = Buffer.from(zipOf({ 'a.txt': 'text' }))
    wrong.writeUInt32LE(0x7fffffff, wrong.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 42)
    expect(() => new Zip(wrong).read('a.txt')).toThrow(expect.objectContaining({ code: 'extract.malformed' }))
    expect(() => new Zip(strToU8('plain text'))).toThrow(
      expect.objectContaining({ code: 'extract.malformed' }),
    )
  })

  test('with 64-bit sizes is read', () => {
    const entry = Buffer.from(zipOf({ 'a.txt': 'large' }))
    const central = entry.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    const size = entry.readUInt32LE(central + 20)
    const extra = Buffer.alloc(12)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(size), 4)
    const nameEnd = central + 46 + entry.readUInt16LE(central + 28)
    entry.writeUInt32LE(0xffffffff, central + 20)
    entry.writeUInt16LE(12, central + 30)
    const wide = Buffer.concat([entry.subarray(0, nameEnd), extra, entry.subarray(nameEnd)])
    expect(text(new Zip(wide).read('a.txt'))).toBe('large')
  })
})
