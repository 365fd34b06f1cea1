import { describe, expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

const page = new URL('https://bee.example/reports/May%20%C3%A9.pdf?x=/y.txt')

describe('the name of a fetched file', () => {
  test.each([
    ["attachment; filename*=UTF-8''%e2%82%ac%20rates.csv", '€ rates.csv'],
    ["attachment; filename*=iso-8859-1''caf%E9%20%A3.csv", 'café £.csv'],
    ["attachment; filename*=ISO-8859-1'en'plain.csv; filename=other.csv", 'plain.csv'],
    ["attachment; filename*=utf-8''%ff.csv", '%ff.csv'],
    ['attachment; FILENAME = report.csv', 'report.csv'],
    ['attachment; filename="semi;colon.csv"; size=7', 'semi;colon.csv'],
    ['attachment; filename="C:\\\\Users\\\\ann\\\\notes.txt"', 'notes.txt'],
    ['attachment; filename="שלום.txt"', 'שלום.txt'],
    ['attachment; filename="a\u0000b\u0007.txt"', 'ab.txt'],
    ['attachment; filename="   "', 'bee.example'],
    ['attachment; filename=""', 'bee.example'],
    ['attachment', 'May é.pdf'],
    ['', 'May é.pdf'],
  ])('from the header %j is %j', (header, name) => {
    expect(fileNameOf(header, page)).toBe(name)
  })

  test.each([
    ['https://bee.example/', 'bee.example'],
    ['https://bee.example/a/', 'bee.example'],
    ['https://bee.example/100%25', '100%'],
    ['https://bee.example/100%', '100%'],
    ['https://bee.example/a%2Fb.txt', 'b.txt'],
    ['https://bee.example/..%2f..%2fetc%2fpasswd', 'passwd'],
    ['https://bee.example/%00%0a', 'bee.example'],
    ['https://[2606:4700::1111]/', '[2606:4700::1111]'],
  ])('from the address %s is %j', (address, name) => {
    expect(fileNameOf('', new URL(address))).toBe(name)
  })

  test('has at most 255 characters and no half of one', () => {
    const name = fileNameOf(`attachment; filename="${'a'.repeat(254)}😀.txt"`, page)
    expect(name).toHaveLength(255)
    expect(name.isWellFormed()).toBe(true)
  })
})
