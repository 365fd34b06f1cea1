import type { TextBuilder } from '../text-builder.ts'
import { asMessage } from './as-message.ts'

/** Below this many levels of headings, values are identified by their paths. */
const maxHeadings = 4

/** Deeper values are left out: they are generated, and their paths would be longer than the values. */
const maxDepth = 32

const maxDataChars = 2_000

/** ASCII without a space. Chinese and Japanese have no spaces either, and are text. */
const isData = /^[!-~]*$/

type Fields = Record<string, unknown>

/** Writes a value in readable form: fields as lines, nested values below headings, messages with their speakers. */
export function writeJson(builder: TextBuilder, value: unknown, level = 1): void {
  if (Array.isArray(value)) writeArray(builder, value, level)
  else if (isFields(value)) writeFields(builder, value, level)
  else builder.paragraph(toText(value))
}

function writeArray(builder: TextBuilder, items: readonly unknown[], level: number): void {
  if (isVector(items)) return
  const messages = items.map(asMessage)
  if (items.length > 0 && messages.every(message => message !== undefined))
    for (const message of messages) builder.paragraph(message)
  else
    for (const item of items) {
      if (typeof item !== 'object' || item === null) builder.listItem(toText(item))
      else if (isFlat(item) || level > maxHeadings) builder.paragraph(toLines(item).join('\n'))
      else writeJson(builder, item, level + 1)
    }
}

/** Writes simple fields first, then nested ones. */
function writeFields(builder: TextBuilder, fields: Fields, level: number): void {
  const parts = Object.entries(fields).filter(([, value]) => isPart(value))
  const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isPart(value)))
  builder.paragraph(toLines(own).join('\n'))
  for (const [key, value] of parts) {
    if (level > maxHeadings) builder.paragraph(toLines({ [key]: value }).join('\n'))
    else {
      builder.heading(level, key)
      writeJson(builder, value, level + 1)
    }
  }
}

/** One line per value: `path.to.it: value`. */
function toLines(value: unknown): string[] {
  const lines: string[] = []
  const open: { path: string; value: unknown; depth: number }[] = [{ path: '', value, depth: 0 }]
  while (open.length > 0) {
    const next = open.pop()!
    if (typeof next.value !== 'object' || next.value === null) {
      const text = toText(next.value)
      if (text !== '') lines.push(next.path === '' ? text : `${next.path}: ${text}`)
    } else if (isVector(next.value)) continue
    else if (isScalars(next.value)) {
      lines.push(`${next.path === '' ? '' : `${next.path}: `}${next.value.map(toText).join(', ')}`)
    } else if (next.depth < maxDepth) {
      const entries = Object.entries(next.value).map(([key, inner]) => ({
        path: next.path === '' ? key : `${next.path}.${key}`,
        value: inner,
        depth: next.depth + 1,
      }))
      for (let i = entries.length - 1; i >= 0; i--) open.push(entries[i]!)
    }
  }
  return lines
}

/** Null and base64 data, such as images, become empty: they tell a reader nothing. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return text.length > maxDataChars && isData.test(text.slice(0, maxDataChars)) ? '' : text
}

function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !isScalars(value) && Object.keys(value).length > 0
}

function isFlat(value: object): boolean {
  return Object.values(value).every(inner => !isPart(inner) || isFlatObject(inner))
}

function isFlatObject(value: unknown): boolean {
  return isFields(value) && Object.values(value).every(inner => !isPart(inner))
}

function isScalars(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every(item => typeof item !== 'object' || item === null)
}

/** A list of numbers for a machine, such as an embedding. */
function isVector(value: object): boolean {
  return Array.isArray(value) && value.length > 50 && value.every(item => typeof item === 'number')
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
