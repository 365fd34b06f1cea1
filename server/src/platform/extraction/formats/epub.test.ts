import { expect, test } from 'vitest'
import { extract, zipOf } from '../../../../test/office-files.ts'
import { extractEpub } from './epub.ts'

const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'

const book = `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <metadata><dc:title>The Pond</dc:title><dc:creator>Ann</dc:creator><dc:date>2011-09-01</dc:date><dc:language>en-GB</dc:language></metadata>
  <manifest><item id="two" href="text/two.xhtml"/><item id="one" href="text/one%20a.xhtml"/>
  <item id="nav" href="nav.xhtml" properties="nav"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>
  <spine><itemref idref="nav"/><itemref idref="one"/><itemref idref="two"/></spine></package>`

const parts = {
  'META-INF/container.xml': container,
  'OEBPS/book.opf': book,
  'OEBPS/nav.xhtml':
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><a href="text/two.xhtml#top">Evening</a></body></html>',
  'OEBPS/toc.ncx':
    '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>Ignored: it has a heading</text></navLabel><content src="text/one%20a.xhtml"/></navPoint></navMap></ncx>',
  'OEBPS/text/one a.xhtml':
    '<html><head><title>t</title></head><body><h1>Morning</h1><p>Mist.</p></body></html>',
  'OEBPS/text/two.xhtml': '<html><body><p>Frogs.</p></body></html>',
}

test('chapters of a book come in reading order, with titles from its contents where they have no heading', async () => {
  expect(await extract(extractEpub, 'epub', zipOf(parts))).toMatchObject({
    text: '# Morning\n\nMist.\n\n## Evening\n\nFrogs.',
    title: 'The Pond',
    author: 'Ann',
    date: '2011-09-01',
    language: 'en',
  })
})

test('a book with DRM is refused as encrypted, a book with encrypted fonts is read', async () => {
  const sealing = (target: string) =>
    `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${target}"/></enc:CipherData></enc:EncryptedData></encryption>`
  const locked = zipOf({ ...parts, 'META-INF/encryption.xml': sealing('OEBPS/text/two.xhtml') })
  await expect(extract(extractEpub, 'epub', locked)).rejects.toMatchObject({ code: 'extract.encrypted' })
  const scrambled = zipOf({ ...parts, 'META-INF/encryption.xml': sealing('OEBPS/font.otf') })
  expect((await extract(extractEpub, 'epub', scrambled)).text).toContain('Frogs.')
})

test('a book without chapters ends with extract.malformed', async () => {
  const { 'OEBPS/book.opf': _, ...rest } = parts
  await expect(extract(extractEpub, 'epub', zipOf(rest))).rejects.toMatchObject({ code: 'extract.malformed' })
})

test('a book whose table of contents is not well formed has its chapters all the same', async () => {
  for (const broken of ['<html><body><br><a href="text/two.xhtml">Evening', 'nothing', '']) {
    const { text } = await extract(extractEpub, 'epub', zipOf({ ...parts, 'OEBPS/nav.xhtml': broken }))
    expect(text).toContain('Mist.')
    expect(text).toContain('Frogs.')
  }
})

test('a book keeps the order of its spine, names a chapter twice if it does, and skips files that are missing', async () => {
  const spine = '<spine><itemref idref="two"/><itemref idref="gone"/><itemref idref="one"/><itemref/></spine>'
  const changed = book.replace(/<spine>.*<\/spine>/s, spine)
  const { text } = await extract(extractEpub, 'epub', zipOf({ ...parts, 'OEBPS/book.opf': changed }))
  expect(text).toBe('## Evening\n\nFrogs.\n\n# Morning\n\nMist.')
})

test('a book without a container file is found by the ending of its package', async () => {
  const { 'META-INF/container.xml': _, ...rest } = parts
  expect((await extract(extractEpub, 'epub', zipOf(rest))).title).toBe('The Pond')
})

test('references out of the archive lead to no chapter', async () => {
  const changed = book.replace('text/two.xhtml', '../../../../etc/passwd').replace('2011-09-01', '2011-02-31')
  const extraction = await extract(extractEpub, 'epub', zipOf({ ...parts, 'OEBPS/book.opf': changed }))
  expect(extraction.text).toBe('# Morning\n\nMist.')
  expect(extraction.date).toBeUndefined()
})

test('chapters in UTF-16 and in Windows-1252 are decoded', async () => {
  const encoded = {
    ...parts,
    'OEBPS/text/one a.xhtml': Buffer.from('\ufeff<html><body><h1>Größe</h1></body></html>', 'utf16le'),
    'OEBPS/text/two.xhtml': Buffer.from('<html><body><p>Fünf Frösche hören zu.</p></body></html>', 'latin1'),
  }
  expect((await extract(extractEpub, 'epub', zipOf(encoded))).text).toBe(
    '# Größe\n\n## Evening\n\nFünf Frösche hören zu.',
  )
})
