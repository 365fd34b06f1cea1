import { describe, expect, test } from 'vitest'
import { childOf, eachElement, findAll, readXml, textOf } from './xml.ts'

const read = (xml: string) => readXml(Buffer.from(xml))
const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

describe('XML names', () => {
  test('use our prefix for a namespace, whatever prefix the file uses', () => {
    const root = read(
      `<x:a xmlns:x="${w}" x:id="1" id="2"><b xmlns="${w}"/><b/><y:c xmlns:y="unknown"/></x:a>`,
    )
    expect(root).toMatchObject({ name: 'w:a', attributes: { 'w:id': '1', id: '2' } })
    expect(root.children.map(child => (typeof child === 'string' ? child : child.name))).toEqual([
      'w:b',
      'b',
      'y:c',
    ])
  })
})

describe('XML trees', () => {
  test('can be searched by path and by name, and read as text', () => {
    const root = read('<a><b>one<c>two</c></b><b><![CDATA[<three>]]></b> &amp; &nbsp;</a>')
    expect(textOf(childOf(root, 'b', 'c'))).toBe('two')
    expect(findAll(root, ['b']).map(textOf)).toEqual(['onetwo', '<three>'])
    expect(textOf(root)).toBe('onetwo<three> & &nbsp;')
  })

  test('are visited one by one; nested elements of the same name stay inside', () => {
    const seen: string[] = []
    eachElement(Buffer.from('<r><p>1</p><s><p>2<p>3</p></p></s></r>'), new Set(['p']), element =>
      seen.push(textOf(element)),
    )
    expect(seen).toEqual(['1', '23'])
  })

  test('are decoded as the file declares', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>café au lait</a>', 'latin1')
    expect(textOf(readXml(latin))).toBe('café au lait')
    const wide = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>wide</a>', 'utf16le')
    expect(textOf(readXml(wide))).toBe('wide')
  })
})

describe('hostile XML files', () => {
  test('are refused when malformed or nested too deep', () => {
    for (const xml of ['<a><b></a>', '<a>', 'no xml', '', '<a>'.repeat(1000)])
      expect(() => read(xml), xml.slice(0, 20)).toThrow(
        expect.objectContaining({ code: 'extract.malformed' }),
      )
  })

  test('do not expand their own entities', () => {
    expect(textOf(read('<!DOCTYPE a [<!ENTITY e "much">]><a>&e;</a>'))).toBe('&e;')
  })
})
