import { expect, test } from 'vitest'
import { readTextBoxes } from './text-boxes.ts'

function record(type: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, content])
}

function box(length: number): Buffer {
  const content = Buffer.alloc(18)
  content.writeUInt16LE(length, 10)
  return record(0x01b6, content)
}

test('text boxes of an old workbook are read by their stated length, with one or two bytes per character', () => {
  const workbook = Buffer.concat([
    record(0x003c, Buffer.from('\0of another record')),
    box(5),
    record(0x003c, Buffer.from('\0caf\xe9\rmore', 'latin1')),
    record(0x003c, Buffer.from('formatting')),
    box(2),
    record(0x003c, Buffer.concat([Buffer.from([1]), Buffer.from('は\ud800', 'utf16le')])),
    box(9),
  ])
  expect(readTextBoxes(workbook)).toEqual(['café\n', 'は\ufffd'])
  expect(readTextBoxes(workbook.subarray(0, 50))).toEqual(['c'])
})

test('titles and names in the charts of an old workbook are read', () => {
  const text = (...parts: (string | number[])[]) =>
    record(0x100d, Buffer.concat(parts.map(part => Buffer.from(part as string))))
  const workbook = Buffer.concat([
    text([0, 0, 3, 1], 'p\0H\0s\0'),
    text([0, 0, 5, 0], 'Rain!'),
    text([0, 0, 4], 'Old!'),
    text([0, 0, 0, 0]),
  ])
  expect(readTextBoxes(workbook)).toEqual(['pHs', 'Rain!', 'Old!'])
})
