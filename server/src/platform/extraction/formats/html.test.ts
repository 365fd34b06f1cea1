import { describe, expect, test } from 'vitest'
import { expectBlocks, listBlocks } from '../../../../test/expect-blocks.ts'
import type { Extraction } from '../extraction.ts'
import { extractHtml } from './html.ts'

const sentence = 'The bees of the valley sleep in flowers, and they wake when the sun has warmed them. '

async function read(html: string | Uint8Array, contentType = 'text/html'): Promise<Extraction> {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html
  const file = { bytes, kind: 'html' as const, name: '', contentType, url: 'https://bee.example/sleep/' }
  const extraction = await extractHtml(file)
  expectBlocks(extraction)
  return extraction
}

const article = `<!doctype html><html lang="en-GB"><head>
  <title>How bees sleep | The Daily Bee</title>
  <meta property="og:title" content="How bees sleep - The Daily Bee"><meta property="og:site_name" content="The Daily Bee">
  <meta property="og:image" content="/bee.jpg"><meta property="og:type" content="article">
  <script type="application/ld+json">{"@graph": [{"@type": "NewsArticle", "headline": "How bees sleep",
    "author": [{"name": "Ada Apis"}, {"name": "Bo Bombus"}], "datePublished": "2024-05-01T08:00:00+02:00"}]}</script>
  </head><body><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/shop">Shop</a></nav>
  <article><h1>How bees sleep</h1><p class="byline">By Ada Apis</p>
  <p>${sentence.repeat(4)}</p><figure><img src="a.jpg"><figcaption>A bee. Photo: Someone</figcaption></figure>
  <h2>In flowers</h2><p>${sentence.repeat(4)}</p><p><a href="/x">Read also: what wasps dream of</a></p>
  <ul><li>They are warm.</li><li>They are dry.</li></ul><p>${sentence.repeat(4)}</p></article>
  <div class="related"><h3>Related</h3><a href="/1">${sentence}</a><a href="/2">${sentence}</a></div>
  <footer>Imprint and privacy of the Daily Bee</footer></body></html>`

describe('a web page', () => {
  test('is reduced to its article, without navigation and the like', async () => {
    const { text, blocks } = await read(article)
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'heading',
      'paragraph',
      'list',
      'list',
      'paragraph',
    ])
    for (const clutter of ['Home', 'By Ada', 'Photo', 'wasps', 'Related', 'Imprint', 'How bees sleep'])
      expect(text).not.toContain(clutter)
  })

  test('gets its author, date and title from its metadata', async () => {
    expect(await read(article)).toMatchObject({
      type: 'webpage',
      title: 'How bees sleep',
      author: 'Ada Apis, Bo Bombus',
      date: '2024-05-01T06:00:00.000Z',
      language: 'en',
      ogImage: 'https://bee.example/bee.jpg',
    })
  })

  test('without an article is read whole', async () => {
    const rows = Array.from({ length: 20 }, (_, i) => `<tr><td>Part ${i}</td><td>${i * 7} mm</td></tr>`).join(
      '',
    )
    const extraction = await read(
      `<title>Parts</title><nav>Home</nav><h1>Parts</h1><p>All of them.</p><table>${rows}</table>`,
    )
    const [heading, paragraph, table] = listBlocks(extraction)
    expect([heading, paragraph]).toEqual(['heading: # Parts', 'paragraph: All of them.'])
    expect(table).toContain('| Part 19 | 133 mm |')
    expect(extraction.title).toBe('Parts')
  })

  test('is decoded as it declares', async () => {
    const html = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>'
    const bytes = Buffer.concat([Buffer.from(html), Buffer.from([0xcf, 0xf0, 0xe8])])
    expect((await read(bytes)).text).toBe('При')
    expect((await read(Buffer.from([0xcf, 0xcf]), 'text/html; charset=koi8-r')).text).toBe('оо')
  })

  test('with broken metadata is read without it', async () => {
    const html =
      '<meta property="article:published_time" content="yesterday"><meta property="og:image" content="javascript:x"><script type="application/ld+json">{,}</script><p>Hi'
    const extraction = await read(html)
    expect(extraction).toEqual({
      text: 'Hi',
      blocks: [{ kind: 'paragraph', start: 0, end: 2 }],
      type: 'webpage',
    })
  })

  test('with endless nesting is still read', async () => {
    const { text } = await read(`<p>before</p>${'<div>'.repeat(5_000)}deep`)
    expect(text).toContain('deep')
  })
})
