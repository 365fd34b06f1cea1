import { Parser } from 'htmlparser2'
import { charsetOf, decodeText } from '../../extraction/decode-text.ts'
import { measureHtml } from '../../extraction/html/parse-html.ts'
import { shortHash } from '../short-hash.ts'

/** What the crawler needs to know of a page. The extractor reads its text later, in the sandbox. */
export type CrawledPage = {
  title: string | undefined
  description: string | undefined
  language: string | undefined
  canonical: string | undefined
  mayIndex: boolean
  /** As written, with the base that they are relative to. Empty if the page asks not to follow them. */
  links: string[]
  base: string
  /** Changes with the visible text, not with scripts, tokens and attributes. */
  textHash: string
  /** The same for pages with the same words in any order, numbers and the words of the address aside. */
  wordsHash: string
  words: number
}

/** Deeper or larger pages were made to keep a parser busy. They are stored, and their links are not followed. */
const maxDepth = 1_000
const maxTags = 200_000
const maxLinks = 5_000

const invisible = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object'])

export function readPage(bytes: Uint8Array, contentType: string, url: string): CrawledPage {
  const html = decodeText(bytes, charsetOf(contentType) ?? charsetIn(bytes))
  const { tags, depth } = measureHtml(html)
  const reader = new PageReader(url)
  if (tags > maxTags || depth > maxDepth) reader.text(html.replace(/<[^<>]*>/g, ' '))
  else reader.parse(html)
  return reader.finish()
}

function charsetIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  return /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
}

class PageReader {
  readonly #url: string
  readonly #texts: string[] = []
  readonly #links: string[] = []
  #base: string
  #title: string | undefined
  #isInTitle = false
  #hidden = 0
  #description: string | undefined
  #language: string | undefined
  #canonical: string | undefined
  #mayIndex = true
  #mayFollow = true

  constructor(url: string) {
    this.#url = url
    this.#base = url
  }

  parse(html: string): void {
    const parser = new Parser({
      onopentag: (name, attributes) => this.#open(name, attributes),
      ontext: text => this.text(text),
      onclosetag: name => this.#close(name),
    })
    parser.write(html)
    parser.end()
  }

  text(text: string): void {
    if (this.#isInTitle) this.#title = `${this.#title ?? ''}${text}`
    else if (this.#hidden === 0) this.#texts.push(text)
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (invisible.has(name)) this.#hidden++
    else if (name === 'title' && this.#title === undefined) this.#isInTitle = true
    else if (name === 'a' || name === 'area') this.#link(attributes)
    else if (name === 'html') this.#language = attributes.lang
    else if (name === 'base' && attributes.href)
      this.#base = URL.parse(attributes.href, this.#url)?.href ?? this.#url
    else if (name === 'link' && /\bcanonical\b/i.test(attributes.rel ?? ''))
      this.#canonical ??= attributes.href
    else if (name === 'meta') this.#meta(attributes)
    else if (name === 'frame' && attributes.src) this.#links.push(attributes.src)
  }

  #close(name: string): void {
    if (invisible.has(name)) this.#hidden = Math.max(0, this.#hidden - 1)
    else if (name === 'title') this.#isInTitle = false
    // Words of neighbouring blocks are apart.
    if (this.#hidden === 0) this.#texts.push(' ')
  }

  #link({ href, rel }: Record<string, string>): void {
    const isFollowed = href !== undefined && !/\bnofollow\b/i.test(rel ?? '')
    if (isFollowed && this.#links.length < maxLinks) this.#links.push(href)
  }

  #meta({ name, content = '' }: Record<string, string>): void {
    if (/^(?:robots|reverie)$/i.test(name ?? '')) {
      if (/\b(?:noindex|none)\b/i.test(content)) this.#mayIndex = false
      if (/\b(?:nofollow|none)\b/i.test(content)) this.#mayFollow = false
    } else if (/^description$/i.test(name ?? '')) this.#description ??= content
  }

  finish(): CrawledPage {
    const text = this.#texts.join('').replace(/\s+/g, ' ').trim()
    const title = this.#title?.replace(/\s+/g, ' ').trim().slice(0, 500)
    const ofUrl = new Set(wordsOf(readableUrl(this.#url)))
    const words = [...new Set(wordsOf(text))].filter(word => !ofUrl.has(word)).sort()
    return {
      title: title || undefined,
      description: this.#description?.replace(/\s+/g, ' ').trim().slice(0, 500) || undefined,
      language: /^[a-z]{2,3}(?=$|[-_])/i.exec(this.#language ?? '')?.[0].toLowerCase(),
      canonical: this.#canonical,
      mayIndex: this.#mayIndex,
      links: this.#mayFollow ? this.#links : [],
      base: this.#base,
      textHash: shortHash(title ?? '', text),
      wordsHash: shortHash(words.join(' ')),
      words: words.length,
    }
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? []
}

function readableUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** X-Robots-Tag, for files that have no place for a meta element. */
export function mayIndexByHeader(value: string | null): boolean {
  return value === null || !/\b(?:noindex|none)\b/i.test(value)
}
