import type { HtmlElement } from './parse-html.ts'

export type LinkedData = { headline?: string; author?: string; datePublished?: string; image?: string }

const maxChars = 500_000
const maxNodes = 200

type Json = Record<string, unknown>

/** The page's JSON-LD about its article, if there is any and it can be parsed. */
export function findLinkedData(elements: readonly HtmlElement[]): LinkedData {
  const scripts = elements.filter(
    ({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''),
  )
  const article = scripts.slice(0, 20).flatMap(readScript).find(isArticle)
  if (!article) return {}
  const found = {
    headline: asText(article.headline),
    author: namesOf(article.author),
    datePublished: asText(article.datePublished),
    image: addressOf(article.image),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

function readScript(script: HtmlElement): Json[] {
  const text = script.children.map(node => (node.type === 'text' ? node.data : '')).join('')
  if (text.length > maxChars) return []
  try {
    return flatten(JSON.parse(text.replace(/^\s*(?:<!--|\/\/<!\[CDATA\[)|(?:-->|\/\/\]\]>)\s*$/g, '')))
  } catch {
    return [] // JSON-LD written by hand often has a comma too many; the page has other metadata.
  }
}

/** The objects of a list or a graph, or a single object. */
function flatten(value: unknown): Json[] {
  const found: Json[] = []
  const open = [value]
  while (open.length > 0 && found.length < maxNodes) {
    const next = open.pop()
    if (Array.isArray(next)) open.push(...next.slice(0, maxNodes).reverse())
    else if (isObject(next)) {
      found.push(next)
      open.push(next['@graph'], next.mainEntity)
    }
  }
  return found
}

function isArticle(node: Json): boolean {
  const types = [node['@type']].flat()
  return types.some(
    type => typeof type === 'string' && /(?:Article|Posting|Report|Recipe|Review)$/.test(type),
  )
}

function namesOf(author: unknown): string | undefined {
  const names = [author]
    .flat()
    .slice(0, 10)
    .map(one => asText(isObject(one) ? one.name : one))
    .filter(name => name !== undefined && !/^https?:/.test(name))
  return names.length > 0 ? names.join(', ') : undefined
}

function addressOf(image: unknown): string | undefined {
  const [first] = [image].flat()
  return asText(isObject(first) ? first.url : first)
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 1_000) : undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
