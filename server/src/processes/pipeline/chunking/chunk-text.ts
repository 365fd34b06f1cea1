import type { Block as StructureBlock } from '../../../platform/lib/structure.ts'
import type { TextRange } from '../../../platform/lib/text-range.ts'
import type { Turn } from '../../../platform/lib/turn.ts'
import { fromStructure } from './from-structure.ts'
import { mergeTurns } from './merge-turns.ts'
import { splitBlocks } from './split-blocks.ts'
import { type Section, splitSections } from './split-sections.ts'
import { cutRun, splitAtSpaces, splitLines, splitSentences } from './split-text.ts'
import { type LabelledTurn, splitTurns } from './split-turns.ts'
import { type Weigh, weighText } from './weigh-text.ts'

/** A part of a text that is embedded and found. `content` is exactly `text.slice(start, end)`. */
export type Chunk = TextRange & {
  position: number
  content: string
  /** Titles of the sections that the chunk lies in, outermost first, without those that its content begins with. */
  headings: string[]
  /** The speaker of the first words, when the text is a transcript and the chunk begins a turn. */
  speaker?: string
}

export type ChunkOptions = {
  targetChars?: number
  maxChars?: number
  /** The blocks of the text, if its extractor knows them; otherwise the text is parsed as Markdown. */
  blocks?: readonly StructureBlock[]
  /** The turns of a conversation. */
  turns?: readonly Turn[]
  /** A lighter turn is joined with the next; by default this follows from the length of the text. */
  leastTurn?: number
}

export const usualChars = 900

type OpenChunk = TextRange & {
  headings: string[]
  /** Level of the section that it begins in, and of the last section that it reaches. */
  level: number
  lastLevel: number
  beginsWithHeading: boolean
  hasText: boolean
}

type PieceKind = 'text' | 'code' | 'sentence' | 'line' | 'word' | 'fragment'

/**
 * Splits a text into chunks of about `targetChars` along its sections, paragraphs and sentences. A sentence or code
 * block is split only when it alone exceeds `maxChars`. Chunks are in order and do not overlap, and everything except
 * white space lies in one. Characters are weighed, see `weighText`: 900 are about 200 tokens.
 *
 * Each turn of a transcript is a chunk, and short turns are joined with the next. People search for what one person
 * said; the index knows the text around it (see `addContext`).
 */
export function chunkText(text: string, options: ChunkOptions = {}): Chunk[] {
  const turns = isPlain(options.blocks) ? splitTurns(text, options.turns) : undefined
  const chunks = turns
    ? mergeTurns(text, turns, {
        targetChars: options.targetChars ?? usualChars,
        least: options.leastTurn,
      }).flatMap(turn => chunkTurn(text, turn, options))
    : chunkRange(text, { start: 0, end: text.length }, options)
  return chunks.map((chunk, position) => ({ ...chunk, position }))
}

/** Turns are looked for only in a text without other structure: 'Figure: …' on the pages of a report is not a speaker. */
function isPlain(blocks: readonly StructureBlock[] = []): boolean {
  return blocks.every(({ kind }) => kind === 'paragraph')
}

function chunkTurn(
  text: string,
  turn: LabelledTurn,
  { blocks: _, turns: __, leastTurn: ___, ...options }: ChunkOptions,
): Omit<Chunk, 'position'>[] {
  const chunks = chunkRange(text, turn, options)
  return chunks.map((chunk, i) => (i === 0 ? { ...chunk, speaker: turn.speaker } : chunk))
}

function chunkRange(text: string, range: TextRange, options: ChunkOptions): Omit<Chunk, 'position'>[] {
  const { targetChars = usualChars, maxChars = Math.round((targetChars * 4) / 3) } = options
  const part = text.slice(range.start, range.end)
  const packer = new Packer(part, targetChars, Math.max(targetChars, maxChars))
  const blocks = options.blocks ? fromStructure(text, options.blocks) : splitBlocks(part)
  for (const section of splitSections(blocks)) packer.addSection(section)
  return packer.finish().map(({ start, end, headings }) => ({
    start: range.start + start,
    end: range.start + end,
    content: part.slice(start, end),
    headings,
  }))
}

/** Fills one chunk after the other with the largest pieces that fit. */
class Packer {
  readonly #text: string
  readonly #weigh: Weigh
  readonly #target: number
  readonly #max: number
  /** A chunk below this weight is too small to stand alone: about two sentences. */
  readonly #small: number
  readonly #closed: OpenChunk[] = []
  #open: OpenChunk | undefined
  #section: Section | undefined

  constructor(text: string, target: number, max: number) {
    this.#text = text
    this.#weigh = weighText(text)
    this.#target = target
    this.#max = max
    this.#small = target / 3
  }

  addSection(section: Section): void {
    if (this.#open && !this.#mayJoin(this.#open, section)) this.#close()
    this.#section = section
    if (section.heading) this.#append(section.heading, false)
    for (const block of section.blocks) this.#place(block, block.kind === 'text' ? 'text' : 'code')
  }

  finish(): OpenChunk[] {
    this.#close()
    return this.#closed
  }

  /**
   * A section begins a new chunk, except after a chunk that is small or a bare heading, or where the section fits
   * whole: a hundred one-line sections must not make a hundred chunks. A chunk never grows out of the section that it
   * began in, because its path of headings would be wrong.
   */
  #mayJoin(open: OpenChunk, section: Section): boolean {
    if (section.level < open.level || (section.level === open.level && !open.beginsWithHeading)) return false
    const isDeeper = section.level > open.lastLevel
    const headingFits = this.#weigh(open.start, section.heading?.end ?? section.end) <= this.#target
    if (!open.hasText || (isDeeper && this.#isSmall(open))) return headingFits
    return (isDeeper || this.#isSmall(open)) && this.#weigh(open.start, section.end) <= this.#target
  }

  /** Adds a piece where it fits whole, otherwise its parts. */
  #place(piece: TextRange, kind: PieceKind): void {
    const open = this.#open
    // A small chunk may grow to the maximum, and takes the beginning of a long paragraph.
    const isHungry = open !== undefined && (!open.hasText || this.#isSmall(open))
    if (open && this.#weigh(open.start, piece.end) <= (isHungry ? this.#max : this.#target)) {
      this.#append(piece, true)
    } else if (!this.#fitsAlone(piece, kind) || (kind === 'text' && isHungry)) {
      this.#placeParts(piece, kind)
    } else {
      // A heading stays with its text, even where the two exceed the maximum together.
      if (open?.hasText) this.#close()
      this.#append(piece, true)
    }
  }

  #fitsAlone(piece: TextRange, kind: PieceKind): boolean {
    if (kind === 'fragment') return true
    const limit = kind === 'sentence' || kind === 'code' ? this.#max : this.#target
    return this.#weigh(piece.start, piece.end) <= limit
  }

  #placeParts(piece: TextRange, kind: PieceKind): void {
    if (kind === 'text') this.#placeEach(splitSentences(this.#text, piece), 'sentence')
    else if (kind === 'sentence' || kind === 'code') this.#placeEach(splitLines(this.#text, piece), 'line')
    else if (kind === 'line') this.#placeEach(splitAtSpaces(this.#text, piece), 'word')
    else this.#placeEach(cutRun(this.#text, piece, this.#weigh, this.#small), 'fragment')
  }

  #placeEach(pieces: Iterable<TextRange>, kind: PieceKind): void {
    for (const piece of pieces) this.#place(piece, kind)
  }

  #append(piece: TextRange, isText: boolean): void {
    const { level, heading, above } = this.#section!
    if (this.#open) {
      this.#open.end = piece.end
      this.#open.lastLevel = level
      this.#open.hasText ||= isText
      return
    }
    const { start, end } = piece
    const headings = isText && heading?.title ? [...above, heading.title] : above
    this.#open = {
      start,
      end,
      headings,
      level,
      lastLevel: level,
      beginsWithHeading: !isText,
      hasText: isText,
    }
  }

  /** Ends the open chunk. A small rest of a section, or headings without text, join the previous chunk. */
  #close(): void {
    const open = this.#open
    if (!open) return
    this.#open = undefined
    const isRest = !open.hasText || (!open.beginsWithHeading && this.#isSmall(open))
    const previous = this.#closed.at(-1)
    if (previous && isRest && this.#weigh(previous.start, open.end) <= this.#max) previous.end = open.end
    else this.#closed.push(open)
  }

  #isSmall(open: OpenChunk): boolean {
    return this.#weigh(open.start, open.end) < this.#small
  }
}
