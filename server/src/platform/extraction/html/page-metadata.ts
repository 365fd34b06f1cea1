import { DomUtils } from 'htmlparser2'
import { toIsoDate } from '../iso-date.ts'
import { findLinkedData, type LinkedData } from './linked-data.ts'
import { type HtmlElement, type HtmlNode, isElement } from './parse-html.ts'
import { textOf } from './text-of.ts'

export type PageMetadata = {
  title?: string
  author?: string
  date?: string
  language?: string
  ogImage?: string
}

const maxFieldChars = 500

/** Metadata of a page, from its head and elsewhere. */
export function readMetadata(
  nodes: readonly HtmlNode[],
  url: string | undefined,
): { metadata: PageMetadata; isArticle: boolean } {
  const elements = DomUtils.find(isElement, [...nodes], true, 200_000) as HtmlElement[]
  const page = new HtmlPage(elements)
  const fields = {
    title: titleOf(page),
    author: authorOf(page),
    date: dateOf(page),
    language: languageOf(page),
    ogImage: imageOf(page, url),
  }
  const metadata = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { metadata, isArticle: isArticle(page) }
}

class HtmlPage {
  readonly elements: readonly HtmlElement[]
  readonly data: LinkedData
  readonly #metas = new Map<string, string>()

  constructor(elements: readonly HtmlElement[]) {
    this.elements = elements
    this.data = findLinkedData(elements)
    for (const { name, attribs } of elements) {
      const key = (attribs.property ?? attribs.name ?? attribs.itemprop)?.toLowerCase()
      const content = attribs.content?.replace(/\s+/g, ' ').trim()
      if (name === 'meta' && key && content && !this.#metas.has(key))
        this.#metas.set(key, content.slice(0, maxFieldChars))
    }
  }

  meta(...names: string[]): string | undefined {
    return names.map(name => this.#metas.get(name)).find(value => value !== undefined)
  }

  first(matches: (element: HtmlElement) => boolean): HtmlElement | undefined {
    return this.elements.find(matches)
  }
}

function isArticle(page: HtmlPage): boolean {
  if (page.data.headline !== undefined || page.meta('article:published_time') !== undefined) return true
  return /article|blog/.test(page.meta('og:type') ?? '')
}

function titleOf(page: HtmlPage): string | undefined {
  const site = page.meta('og:site_name', 'application-name')
  const named = page.meta('og:title', 'twitter:title')
  if (named) return site ? withoutSite(named, site) : named
  const headings = page.elements.filter(element => element.name === 'h1')
  const title = page.first(element => element.name === 'title')
  const heading = headings.length === 1 ? textOf(headings[0]!) : ''
  const text = title ? textOf(title) : heading
  if (heading && text.toLowerCase().includes(heading.toLowerCase())) return heading
  return withoutSite(text.slice(0, maxFieldChars), site) || heading || page.data.headline
}

/** Removes the site's name, which is short and comes last: `How bees sleep | The Daily Bee`. */
function withoutSite(title: string, site: string | undefined): string {
  const parts = title.split(/\s+[|\u2013\u2014\u00b7»-]\s+|\s+::\s+/)
  const last = parts.at(-1)!
  if (parts.length < 2) return title
  const isSite = site ? isLike(last, site) : last.split(' ').length <= 3 && parts[0]!.split(' ').length >= 3
  return isSite ? title.slice(0, title.lastIndexOf(last)).replace(/[\s|\u2013\u2014\u00b7»:-]+$/, '') : title
}

function isLike(a: string, b: string): boolean {
  const [one, other] = [a, b].map(text => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return one!.includes(other!) || other!.includes(one!)
}

function authorOf(page: HtmlPage): string | undefined {
  const named = page.meta('author', 'article:author', 'dc.creator', 'parsely-author', 'sailthru.author')
  const element = page.first(({ attribs }) => attribs.rel === 'author' || attribs.itemprop === 'author')
  return [page.data.author, named, element && textOf(element)].map(asName).find(name => name !== undefined)
}

/** `By Ada Lovelace`, but no address, and no line that contains more than names. */
function asName(written: string | undefined): string | undefined {
  const name = written?.replace(/^by\s+/i, '').trim()
  return name && name.length <= 100 && !/https?:|\d{4}/.test(name) ? name : undefined
}

function dateOf(page: HtmlPage): string | undefined {
  const time = page.first(element => element.name === 'time' && element.attribs.datetime !== undefined)
  const candidates = [
    page.meta('article:published_time', 'og:article:published_time'),
    page.data.datePublished,
    page.meta(
      'datepublished',
      'date',
      'dc.date',
      'dc.date.issued',
      'pubdate',
      'publishdate',
      'sailthru.date',
    ),
    time?.attribs.datetime,
  ]
  return candidates.map(date => date && toIsoDate(date)).find(date => date)
}

function languageOf(page: HtmlPage): string | undefined {
  const html = page.first(element => element.name === 'html')
  const tag = html?.attribs.lang || html?.attribs['xml:lang'] || page.meta('og:locale', 'dc.language')
  return /^[a-z]{2}(?=$|[-_])/i.exec(tag?.trim() ?? '')?.[0].toLowerCase()
}

function imageOf(page: HtmlPage, url: string | undefined): string | undefined {
  const image =
    page.meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ??
    page.data.image
  if (!image) return undefined
  const base = url ?? page.meta('og:url')
  const absolute = base === undefined ? URL.parse(image) : URL.parse(image, base)
  return absolute && /^https?:$/.test(absolute.protocol) ? absolute.href : undefined
}
