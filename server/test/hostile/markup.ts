import type { HostileFile } from './file.ts'
import { documentXml, docx, paragraph } from './office.ts'

const secrets = /root:.*:0:0|a secret of the host/
const laughs = Array.from({ length: 10 }, (_, i) =>
  i === 0 ? '<!ENTITY l0 "ha">' : `<!ENTITY l${i} "${`&l${i - 1};`.repeat(10)}">`,
)
const laughter = `<!DOCTYPE x [${laughs.join('')}]>`
const quadratic = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100_000)}">]>`
const stranger = '<!DOCTYPE x [<!ENTITY p SYSTEM "file:///etc/passwd">]>'
const svg = 'xmlns="http://www.w3.org/2000/svg"'
const text = (value: string) => () => Buffer.from(value)
const nest = (tag: string, depth: number, inside = 'deep', attributes = '') =>
  `<${tag}${attributes}>`.repeat(depth) + inside + `</${tag}>`.repeat(depth)

/** XML and HTML, alone and inside of documents. */
export const markup: HostileFile[] = [
  { name: 'laughs.xml', make: text(`<?xml version="1.0"?>${laughter}<x>&l9;</x>`) },
  { name: 'laughs.svg', make: text(`<?xml version="1.0"?>${laughter}<svg ${svg}><text>&l9;</text></svg>`) },
  { name: 'laughs.html', make: text(`${laughter}<html><body>&l9;</body></html>`) },
  { name: 'laughs.docx', make: () => docx(documentXml(paragraph('&l9;'), laughter)) },
  { name: 'quadratic.xml', make: text(`<?xml version="1.0"?>${quadratic}<x>${'&a;'.repeat(50_000)}</x>`) },
  { name: 'quadratic.docx', make: () => docx(documentXml(paragraph('&a;'.repeat(50_000)), quadratic)) },
  { name: 'stranger.xml', make: text(`<?xml version="1.0"?>${stranger}<x>&p;</x>`), never: secrets },
  {
    name: 'stranger.svg',
    make: text(`${stranger}<svg ${svg}><text>&p;</text><image href="file:///etc/passwd"/></svg>`),
    never: secrets,
  },
  { name: 'stranger.docx', make: () => docx(documentXml(paragraph('&p;'), stranger)), never: secrets },
  { name: 'deep.xml', make: text(`<?xml version="1.0"?>${nest('a', 1_000_000)}`) },
  { name: 'deep.svg', make: text(`<svg ${svg}>${nest('g', 200_000)}</svg>`) },
  { name: 'deep.docx', make: () => docx(documentXml(nest('w:p', 300_000))) },
  {
    name: 'deep-tables.docx',
    make: () =>
      docx(
        documentXml(
          '<w:tbl><w:tr><w:tc>'.repeat(20_000) + paragraph('deep') + '</w:tc></w:tr></w:tbl>'.repeat(20_000),
        ),
      ),
  },
  { name: 'deep.html', make: text(`<html><body>${nest('div', 300_000)}</body></html>`) },
  { name: 'unclosed.html', make: text(`<html><body>${'<b><i><a href="#">'.repeat(100_000)}x`) },
  { name: 'deep-tables.html', make: text(`<html><body>${'<table><tr><td>'.repeat(20_000)}x`) },
  { name: 'deep-lists.html', make: text(`<html><body>${'<ul><li>x'.repeat(20_000)}`) },
  {
    name: 'wide-table.html',
    make: text(`<html><body><table><tr>${'<td colspan="1000000" rowspan="1000000">x'.repeat(1_000)}</table>`),
  },
  {
    name: 'attributes.html',
    make: text(
      `<html><body><p ${Array.from({ length: 300_000 }, (_, i) => `a${i}="b"`).join(' ')}>x</p></body></html>`,
    ),
  },
  { name: 'angles.html', make: text(`<html><body>${'<'.repeat(5_000_000)}`) },
  { name: 'comments.html', make: text(`<html><body>${'<!--'.repeat(1_000_000)}`) },
  { name: 'siblings.html', make: text(`<html><body>${'<p>a, b, c, d'.repeat(300_000)}</body></html>`) },
  {
    name: 'references.html',
    make: text(`<html><body><p>${'&#x110000;&amp'.repeat(500_000)}</p></body></html>`),
  },
  {
    name: 'script.html',
    make: text(
      `<html><body><script>while(1){}</script><meta http-equiv="refresh" content="0;url=file:///etc/passwd"><iframe src="file:///etc/passwd"></iframe><p>quiet</p></body></html>`,
    ),
    never: secrets,
  },
  {
    name: 'selectors.html',
    make: text(
      `<html><head><style>${'a>b~c+d:not(:nth-child(2n+1)),'.repeat(100_000)}e{}</style></head><body><p>quiet</p></body></html>`,
    ),
  },
]
