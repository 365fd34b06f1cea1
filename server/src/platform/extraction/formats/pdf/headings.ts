import type { PagePart } from './lay-out.ts'
import type { Bookmark } from './pdf-document.ts'

type TextPart = Extract<PagePart, { kind: 'text' }>

const maxHeadingChars = 150
const maxHeadingRows = 3

/** A heading's font is at least this much larger than that of the text. */
const largerThanBody = 1.15

/** When a larger share of the text looks like headings, font size says nothing. */
const maxHeadingShare = 0.3

const maxSizeLevels = 4

/** Levels of the parts that are headings: by the file's bookmarks, or else by font size. */
export function findHeadings(
  pages: readonly PagePart[][],
  bookmarks: readonly Bookmark[],
): Map<PagePart, number> {
  const headings = headingsByBookmark(pages, bookmarks)
  if (headings.size > 0 && headings.size >= 0.5 * bookmarks.length) return headings
  const depth = Math.max(0, ...headings.values())
  for (const [part, level] of headingsBySize(pages))
    if (!headings.has(part)) headings.set(part, depth + level)
  return headings
}

function headingsByBookmark(
  pages: readonly PagePart[][],
  bookmarks: readonly Bookmark[],
): Map<PagePart, number> {
  const headings = new Map<PagePart, number>()
  for (const { title, level, pageIndex } of bookmarks) {
    const wanted = toKey(title)
    if (wanted === '') continue
    const part = pages[pageIndex]?.find(
      part => part.kind === 'text' && !headings.has(part) && isTitled(part, wanted),
    )
    if (part) headings.set(part, level)
  }
  return headings
}

/** Whether the part is the title, ignoring a number before either of them. */
function isTitled(part: TextPart, wanted: string): boolean {
  if (part.text.length > 2 * maxHeadingChars) return false
  const key = toKey(part.text)
  return key === wanted || withoutNumber(key) === withoutNumber(wanted)
}

function headingsBySize(pages: readonly PagePart[][]): Map<PagePart, number> {
  const texts = pages.flat().filter(part => part.kind === 'text')
  const body = bodySize(texts)
  const larger = texts.filter(part => part.size >= largerThanBody * body && looksLikeHeading(part))
  const bold = texts.filter(
    part => part.size < largerThanBody * body && part.size >= body && looksLikeBoldHeading(part),
  )
  if (isTooMuch(larger, texts)) return new Map()
  const steps = sizeSteps(larger)
  const levels = new Map<PagePart, number>()
  for (const part of larger) levels.set(part, steps.findIndex(step => part.size >= step) + 1)
  if (!isTooMuch(bold, texts)) for (const part of bold) levels.set(part, steps.length + 1)
  return levels
}

/** The smallest size of each level: sizes that differ little belong to one level. */
function sizeSteps(parts: readonly TextPart[]): number[] {
  const steps: { most: number; least: number }[] = []
  for (const size of parts.map(part => part.size).sort((a, b) => b - a)) {
    const step = steps.at(-1)
    if (step && (size > 0.9 * step.most || steps.length === maxSizeLevels)) step.least = size
    else steps.push({ most: size, least: size })
  }
  return steps.map(({ least }) => least)
}

function isTooMuch(headings: readonly TextPart[], texts: readonly TextPart[]): boolean {
  return countChars(headings) > maxHeadingShare * countChars(texts)
}

/** A single line in bold that is not a sentence. */
function looksLikeBoldHeading(part: TextPart): boolean {
  return (
    part.isBold &&
    part.rows === 1 &&
    part.text.length <= 80 &&
    looksLikeHeading(part) &&
    !/[.,;:!?]$/.test(part.text)
  )
}

function looksLikeHeading({ text, rows }: TextPart): boolean {
  return text.length <= maxHeadingChars && rows <= maxHeadingRows && (text.match(/\p{L}/gu)?.length ?? 0) > 1
}

/** The font size of most of the text. */
function bodySize(texts: readonly TextPart[]): number {
  const chars = new Map<number, number>()
  for (const part of texts) chars.set(sizeKey(part), (chars.get(sizeKey(part)) ?? 0) + part.text.length)
  return [...chars].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const sizeKey = ({ size }: TextPart) => Math.round(size * 2) / 2

const countChars = (parts: readonly TextPart[]) => parts.reduce((sum, part) => sum + part.text.length, 0)

const toKey = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const withoutNumber = (key: string) => key.replace(/^\p{N}+/u, '')
