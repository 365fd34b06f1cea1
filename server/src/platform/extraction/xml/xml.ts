import { SaxesParser } from 'saxes'
import { decodeText } from '../decode-text.ts'
import { ExtractError } from '../extraction.ts'
import { prefixOf } from './namespaces.ts'

/** An element with its name in our spelling (`w:p`), see `namespaces.ts`. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlNode[] }

export type XmlNode = XmlElement | string

/** The deepest of 2,000 text documents has 40 levels; a deeper file was made to overflow a stack. */
const maxDepth = 400

/** Limit for one tree in memory: about 500 MB at 250 bytes per element. */
const maxTreeElements = 2_000_000

/** Reads the whole document into one tree. */
export function readXml(bytes: Uint8Array): XmlElement {
  let root: XmlElement | undefined
  eachElement(bytes, undefined, element => {
    root ??= element
  })
  if (!root) throw new ExtractError('extract.malformed', 'The XML has no element')
  return root
}

/**
 * Calls `visit` with each element of these names as a tree of its own, in order, so that the document is never held
 * whole. An element nested in another of these names stays part of it. Entities of a DTD are unknown, so none
 * expands.
 */
export function eachElement(
  bytes: Uint8Array,
  names: ReadonlySet<string> | undefined,
  visit: (element: XmlElement) => void,
): void {
  const trees = new TreeBuilder(names, visit)
  const parser = new SaxesParser()
  parser.on('opentag', tag => trees.open(tag.name, tag.attributes))
  parser.on('closetag', () => trees.close())
  parser.on('text', text => trees.text(text))
  parser.on('cdata', text => trees.text(text))
  parser.on('error', error => {
    // XHTML uses named characters that only its DTD defines; they stay as written.
    if (!/entity/.test(error.message))
      throw new ExtractError('extract.malformed', 'The XML is not well formed', { cause: error })
  })
  parser.write(decodeXml(bytes)).close()
}

function decodeXml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const text = decodeText(bytes, /encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1])
  return text.trimStart()
}

type Prefixes = ReadonlyMap<string, string>

/** Resolves prefixes by scope, and keeps only the requested trees. */
class TreeBuilder {
  readonly #names: ReadonlySet<string> | undefined
  readonly #visit: (element: XmlElement) => void
  /** Prefixes as each open element sees them; most inherit those of their parent. */
  readonly #prefixes: Prefixes[] = []
  readonly #open: XmlElement[] = []
  #elements = 0

  constructor(names: ReadonlySet<string> | undefined, visit: (element: XmlElement) => void) {
    this.#names = names
    this.#visit = visit
  }

  open(rawName: string, rawAttributes: Record<string, string>): void {
    if (this.#prefixes.length === maxDepth)
      throw new ExtractError('extract.malformed', `The XML is nested deeper than ${maxDepth} elements`)
    const prefixes = declared(rawAttributes, this.#prefixes.at(-1) ?? new Map())
    this.#prefixes.push(prefixes)
    const name = translate(rawName, prefixes, prefixes.get(''))
    const isInside = this.#open.length > 0
    if (!isInside && this.#names && !this.#names.has(name)) return
    if (!isInside) this.#elements = 0
    if (++this.#elements > maxTreeElements)
      throw new ExtractError('extract.too_large', `The XML holds more than ${maxTreeElements} elements`)
    const element: XmlElement = { name, attributes: translateAll(rawAttributes, prefixes), children: [] }
    this.#open.at(-1)?.children.push(element)
    this.#open.push(element)
  }

  text(text: string): void {
    this.#open.at(-1)?.children.push(text)
  }

  close(): void {
    this.#prefixes.pop()
    const element = this.#open.pop()
    if (element && this.#open.length === 0) this.#visit(element)
  }
}

function declared(attributes: Record<string, string>, outer: Prefixes): Prefixes {
  let own: Map<string, string> | undefined
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    own ??= new Map(outer)
    const prefix = name.slice(6)
    own.set(prefix, prefixOf(attributes[name]!) ?? prefix)
  }
  return own ?? outer
}

function translate(name: string, prefixes: Prefixes, unprefixed: string | undefined): string {
  const colon = name.indexOf(':')
  if (colon < 0) return unprefixed ? `${unprefixed}:${name}` : name
  const prefix = name.slice(0, colon)
  const known = prefixes.get(prefix) ?? prefix
  return known === prefix ? name : `${known}${name.slice(colon)}`
}

/** An attribute without a prefix has no namespace, whatever the default is. */
function translateAll(attributes: Record<string, string>, prefixes: Prefixes): Record<string, string> {
  const translated: Record<string, string> = {}
  for (const name in attributes) translated[translate(name, prefixes, undefined)] = attributes[name]!
  return translated
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string'
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(isElement).filter(child => child.name === name)
}

/** Follows a path of names, taking the first child of each name. */
export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element
  for (const name of path)
    found = found?.children.find((child): child is XmlElement => isElement(child) && child.name === name)
  return found
}

/** All descendants with one of these names, but not inside each other. */
export function findAll(element: XmlElement, names: readonly string[]): XmlElement[] {
  return element.children
    .filter(isElement)
    .flatMap(child => (names.includes(child.name) ? [child] : findAll(child, names)))
}

/** All characters inside a node, whatever elements they are in. */
export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}
