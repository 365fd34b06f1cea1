import { describe, expect, test } from 'vitest'
import { readMetadata } from './page-metadata.ts'
import { parseHtml } from './parse-html.ts'

const read = (html: string, url?: string) => readMetadata(parseHtml(html), url).metadata
const meta = (name: string, content: string) => `<meta name="${name}" content="${content}">`
const og = (name: string, content: string) => `<meta property="${name}" content="${content}">`
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

describe('the title of a page', () => {
  test.each([
    ['from its title element', '<title>How bees sleep</title>', 'How bees sleep'],
    ['without the name of its site', '<title>How bees sleep | The Bee</title>', 'How bees sleep'],
    ['with a short part that is no site', '<title>Bees - Wasps</title>', 'Bees - Wasps'],
    [
      'from its only heading',
      '<title>Bees, Inc: How bees sleep</title><h1>How bees sleep</h1>',
      'How bees sleep',
    ],
    ['from its heading where it has no title', '<h1>How bees<br>sleep</h1>', 'How bees sleep'],
    ['as missing when it has several headings and no title element', '<h1>One</h1><h1>Two</h1>', undefined],
    ['in one line', '<title>\n How\n bees </title>', 'How bees'],
    ['with its entities decoded', '<title>Bees &amp; caf&eacute;s &#8364;</title>', 'Bees & cafés €'],
    ['for sharing before the others', `<title>x</title>${og('og:title', 'Shared')}`, 'Shared'],
    ['from right to left', '<title>שלום לכל העולם | האתר</title>', 'שלום לכל העולם'],
  ])('is read %s', (_, html, title) => {
    expect(read(html).title).toBe(title)
  })

  test('is bounded', () => {
    expect(read(`<title>${'word '.repeat(1_000)}</title>`).title!.length).toBeLessThanOrEqual(500)
  })
})

describe('the author of a page', () => {
  test.each([
    ['from its head', meta('author', 'By Ada Apis'), 'Ada Apis'],
    ['as missing when it is an address', og('article:author', 'https://social.example/ada'), undefined],
    ['as missing when its line says more than a name', '<a rel="author">Ada Apis, 6 May 2024</a>', undefined],
    ['from a link', '<a rel="author">Ada <b>Apis</b></a>', 'Ada Apis'],
    ['from several people', data({ '@type': 'Article', author: ['Ada', { name: 'Bo' }] }), 'Ada, Bo'],
    [
      'from data inside a list',
      data([{ '@type': 'Org' }, { '@type': ['BlogPosting'], author: 'Ada' }]),
      'Ada',
    ],
    ['as missing from data about something else', data({ '@type': 'Product', author: 'Ada' }), undefined],
  ])('is read %s', (_, html, author) => {
    expect(read(html).author).toBe(author)
  })
})

describe('the date of a page', () => {
  test.each([
    [
      'of its publication',
      og('article:published_time', '2024-05-06T07:08:09+02:00'),
      '2024-05-06T05:08:09.000Z',
    ],
    [
      'of the next source when one is no date',
      `${og('article:published_time', 'soon')}${meta('date', '2024-05-06')}`,
      '2024-05-06',
    ],
    [
      'of a time element with a machine date',
      '<time>yesterday</time><time datetime="2024-05-06">x</time>',
      '2024-05-06',
    ],
    ['of no kind', '<time>6 May</time>', undefined],
  ])('is that %s', (_, html, date) => {
    expect(read(html).date).toBe(date)
  })
})

describe('the image and language of a page', () => {
  test.each([
    ['/a.png', 'https://bee.example/x/', 'https://bee.example/a.png'],
    ['a.png', 'https://bee.example/x/', 'https://bee.example/x/a.png'],
    ['//cdn.example/a.png', 'https://bee.example/', 'https://cdn.example/a.png'],
    ['a.png', undefined, undefined],
    ['javascript:alert(1)', 'https://bee.example/', undefined],
    ['data:image/png;base64,AA', 'https://bee.example/', undefined],
    ['http://[', 'https://bee.example/', undefined],
  ])('an image at %s on %s is %s', (image, url, expected) => {
    expect(read(og('og:image', image), url).ogImage).toBe(expected)
  })

  test.each([
    ['<html lang="pt-BR">', 'pt'],
    ['<html lang=" EN ">', 'en'],
    ['<html xml:lang="de">', 'de'],
    [og('og:locale', 'fr_FR'), 'fr'],
    ['<html lang="">', undefined],
    ['<html lang="english">', undefined],
  ])('the language of %s is %s', (html, language) => {
    expect(read(html).language).toBe(language)
  })

  test('linked data that nests for ever, is broken or is huge does no harm', () => {
    let deep: unknown = { '@type': 'Article', headline: 'Deep' }
    for (let i = 0; i < 1_000; i++) deep = { '@graph': [deep] }
    const broken = '<script type="application/ld+json">{"@type": "Article",}</script>'
    const huge = data({ '@type': 'Article', headline: 'x'.repeat(600_000) })
    expect(read(`${data(deep)}${broken}${huge}<title>Kept</title>`)).toEqual({ title: 'Kept' })
  })
})
