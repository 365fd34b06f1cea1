import { describe, expect, test } from 'vitest'
import { expectBlocks } from '../../../../test/expect-blocks.ts'
import { TextBuilder } from '../text-builder.ts'
import { writeHtml } from './write-html.ts'

function read(html: string, isPage = false): string {
  const builder = new TextBuilder()
  writeHtml(builder, html, { isPage })
  const built = builder.finish()
  expectBlocks({ ...built, type: 'webpage' })
  return built.text
}

describe('writeHtml', () => {
  test('writes headings, paragraphs and line breaks', () => {
    const html = '<h2>A <b>title</b></h2><p>One\n  two<br>three</p>text<div>in <i>a</i> div</div>'
    expect(read(html)).toBe('## A title\n\nOne two\nthree\n\ntext\n\nin a div')
  })

  test('writes nested lists with their numbers', () => {
    const html = '<ol start=3><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ol>'
    expect(read(html)).toBe('3. a\n  - b\n4. c\n\nd')
  })

  test('writes data tables with their captions', () => {
    const html = '<table><caption>Prices</caption><tr><th>a<th>b<tr><td colspan=2>1<tr><td>2<td>3|4</table>'
    expect(read(html)).toBe('Prices\n\n| a | b |\n| --- | --- |\n| 1 |  |\n| 2 | 3\\|4 |')
  })

  test('writes layout tables as paragraphs', () => {
    const html = '<table><tr><td><table><tr><td>Hello<td>there</table><tr><td>Bye</table>'
    expect(read(html)).toBe('Hello\n\nthere\n\nBye')
  })

  test('writes code unchanged', () => {
    const html = '<pre><code class="language-js">let a =\n   1 &lt; 2</code></pre>'
    expect(read(html)).toBe('```js\nlet a =\n   1 < 2\n```')
  })

  test('leaves out everything that is not visible', () => {
    const html =
      '<head><title>t</title></head><style>a</style><script>b</script><p hidden>c<p style="display: none">d<template>e</template><img alt="f"><p>g'
    expect(read(html)).toBe('g')
  })

  test('leaves out navigation, banners and footers of a web page', () => {
    const html =
      '<nav>Home</nav><div class="cookie-banner">We use cookies</div><main><p>Text</p></main><footer>Imprint</footer>'
    expect(read(html, true)).toBe('Text')
    expect(read(html)).toBe('Home\n\nWe use cookies\n\nText\n\nImprint')
  })

  test.each([
    ['elements', '<div>'.repeat(200_000)],
    ['end tags of others', `${'<b>'.repeat(50_000)}${'</i>'.repeat(50_000)}`],
    ['tables', '<table><tr><td>'.repeat(900)],
    ['lists', '<ul><li>'.repeat(990)],
    ['open tags', '<a '.repeat(100_000)],
  ])('reads a hostile number of %s in reasonable time', (_, html) => {
    // Measures processor time, because the machine may be busy with other tests.
    const before = process.cpuUsage()
    expect(read(`<p>before</p>${html}`)).toContain('before')
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(10_000)
  })
})
