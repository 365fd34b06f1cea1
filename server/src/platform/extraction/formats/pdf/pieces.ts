import { withMemory } from './pdf-document.ts'
import type { Pdfium } from './pdfium.ts'

/**
 * Words that stand together on one line, in the order of the file. Coordinates are points of a page turned so that
 * the text runs from left to right, with y upwards.
 */
export type TextPiece = {
  text: string
  left: number
  right: number
  bottom: number
  top: number
  /** Font size in points. */
  size: number
  isBold: boolean
  isRightToLeft: boolean
  /** One character below the other, as in vertical Chinese and Japanese. */
  isVertical: boolean
  /** Ended by a hyphen that breaks a word; the hyphen itself is not in the text. */
  isHyphenated: boolean
  /** Clockwise quarter turns. */
  turns: number
  /** Written over the page: the value of a form field, or a note. */
  isOverlay: boolean
}

/**
 * PDFium's code for a hyphen at the end of a line. A font that cannot be decoded may yield the same code for
 * anything.
 */
const lineHyphen = 0x02

/** A gap this wide, in line heights, separates columns or cells, not words. */
export const wideGap = 1.1

/** CMBX is the bold font of TeX; Medi marks the bold of substitutes for Times and Helvetica. */
const boldFont = /bold|black|heavy|demi|cmbx|-medi/i

const maxCharsOfPage = 2_000_000

/** The text of a loaded page. Characters from `overlayStart` on were written over it. */
export function readPieces(
  pdfium: Pdfium,
  page: number,
  overlayStart = Number.POSITIVE_INFINITY,
): TextPiece[] {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return []
  try {
    return withMemory(pdfium, 256, scratch => new PieceReader(pdfium, text, scratch, overlayStart).read())
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

export function countChars(pdfium: Pdfium, page: number): number {
  const text = pdfium.FPDFText_LoadPage(page)
  if (text === 0) return 0
  try {
    return pdfium.FPDFText_CountChars(text)
  } finally {
    pdfium.FPDFText_ClosePage(text)
  }
}

class PieceReader {
  readonly #pieces: TextPiece[] = []
  #piece: TextPiece | undefined
  #isSpacePending = false
  #last: BoundingBox = { left: 0, right: 0, bottom: 0, top: 0 }
  #view = new Float32Array(0)

  readonly #pdfium: Pdfium
  readonly #text: number
  readonly #scratch: number
  readonly #overlayStart: number

  constructor(pdfium: Pdfium, text: number, scratch: number, overlayStart: number) {
    this.#pdfium = pdfium
    this.#text = text
    this.#scratch = scratch
    this.#overlayStart = overlayStart
  }

  read(): TextPiece[] {
    const count = Math.min(this.#pdfium.FPDFText_CountChars(this.#text), maxCharsOfPage)
    for (let i = 0; i < count; i++) this.#readChar(i)
    this.#endPiece()
    return this.#pieces
  }

  #readChar(index: number): void {
    const code = this.#pdfium.FPDFText_GetUnicode(this.#text, index)
    if (code === lineHyphen && this.#isHyphen(index)) this.#endPiece(true)
    else if (code === 0x0d || code === 0x0a) this.#endPiece()
    else if (isBlank(code)) this.#isSpacePending = true
    else if (!isNoncharacter(code)) this.#addChar(index, code)
  }

  #addChar(index: number, code: number): void {
    const turns = this.#turnsOf(index)
    const box = this.#boxOf(index, turns)
    const isRightToLeft = isRightToLeftCode(code)
    if (this.#piece && !this.#continues(this.#piece, box, turns, isRightToLeft, index)) this.#endPiece()
    this.#piece ??= this.#startPiece(index, box, turns)
    const piece = this.#piece
    if (this.#isSpacePending && piece.text !== '') piece.text += ' '
    this.#isSpacePending = false
    piece.text += textOf(code)
    // The font is read again at the fourth character: the first may be a bullet or a drop cap in another font.
    if (piece.text.length === 4) Object.assign(piece, this.#fontOf(index))
    piece.isRightToLeft ||= isRightToLeft
    if (box.left < piece.left) piece.left = box.left
    if (box.right > piece.right) piece.right = box.right
    if (piece.text.length > 1 && isStacked(this.#last, box)) {
      piece.isVertical = true
      piece.bottom = Math.min(piece.bottom, box.bottom)
    } else if (box.top - box.bottom > piece.top - piece.bottom) {
      piece.top = box.top
      piece.bottom = box.bottom
    }
    this.#last = box
  }

  /** Whether a character belongs to the piece before it. Lines with right-to-left text jump and are never split. */
  #continues(
    piece: TextPiece,
    box: BoundingBox,
    turns: number,
    isRightToLeft: boolean,
    index: number,
  ): boolean {
    if (turns !== piece.turns) return false
    if (index >= this.#overlayStart !== piece.isOverlay) return false
    const height = box.top - box.bottom
    if (isStacked(this.#last, box)) return true
    if (box.bottom > piece.top || box.top < piece.bottom) return false
    if (isRightToLeft || piece.isRightToLeft) return true
    const gap = Math.max(box.left - this.#last.right, this.#last.left - box.right)
    return gap < wideGap * Math.max(piece.top - piece.bottom, height)
  }

  #startPiece(index: number, box: BoundingBox, turns: number): TextPiece {
    const isOverlay = index >= this.#overlayStart
    return {
      text: '',
      ...box,
      ...this.#fontOf(index),
      isRightToLeft: false,
      isVertical: false,
      isHyphenated: false,
      turns,
      isOverlay,
    }
  }

  #endPiece(isHyphenated = false): void {
    const piece = this.#piece
    if (piece) {
      piece.text = piece.text.toWellFormed()
      piece.isHyphenated = isHyphenated
      this.#pieces.push(piece)
    }
    this.#piece = undefined
    this.#isSpacePending = false
  }

  #isHyphen(index: number): boolean {
    return this.#pdfium.FPDFText_IsHyphen(this.#text, index) === 1
  }

  #turnsOf(index: number): number {
    const angle = this.#pdfium.FPDFText_GetCharAngle(this.#text, index)
    return angle > 0 ? Math.round(angle / (Math.PI / 2)) % 4 : 0
  }

  #boxOf(index: number, turns: number): BoundingBox {
    this.#pdfium.FPDFText_GetLooseCharBox(this.#text, index, this.#scratch)
    const [memory, at] = [this.#floats(), this.#scratch >> 2]
    const box = { left: memory[at]!, top: memory[at + 1]!, right: memory[at + 2]!, bottom: memory[at + 3]! }
    return turns === 0 ? box : turnBox(box, turns)
  }

  #fontOf(index: number): { size: number; isBold: boolean } {
    return { size: this.#sizeOf(index), isBold: this.#isBold(index) }
  }

  #sizeOf(index: number): number {
    const size = this.#pdfium.FPDFText_GetFontSize(this.#text, index)
    if (this.#pdfium.FPDFText_GetMatrix(this.#text, index, this.#scratch) === 0) return size
    const [memory, at] = [this.#floats(), this.#scratch >> 2]
    return size * Math.hypot(memory[at + 2]!, memory[at + 3]!)
  }

  /** The engine's memory moves when it grows, which invalidates the view. */
  #floats(): Float32Array {
    if (this.#view.buffer !== this.#pdfium.memory.buffer)
      this.#view = new Float32Array(this.#pdfium.memory.buffer)
    return this.#view
  }

  #isBold(index: number): boolean {
    const length = this.#pdfium.FPDFText_GetFontInfo(this.#text, index, this.#scratch, 128, 0)
    if (length <= 1 || length > 128) return false
    const name = Buffer.from(this.#pdfium.memory.buffer, this.#scratch, length - 1).toString('latin1')
    return boldFont.test(name)
  }
}

export type BoundingBox = { left: number; right: number; bottom: number; top: number }

/** Whether a character stands directly below the one before it. */
function isStacked(last: BoundingBox, box: BoundingBox): boolean {
  const height = box.top - box.bottom
  const shared = Math.min(last.right, box.right) - Math.max(last.left, box.left)
  const drop = last.top - box.top
  return shared > 0.5 * (box.right - box.left) && drop > 0.6 * height && drop < 1.8 * height
}

function turnBox(box: BoundingBox, turns: number): BoundingBox {
  const { left, right, bottom, top } = box
  if (turns === 1) return { left: -top, right: -bottom, bottom: left, top: right }
  if (turns === 2) return { left: -right, right: -left, bottom: -top, top: -bottom }
  if (turns === 3) return { left: bottom, right: top, bottom: -right, top: -left }
  return box
}

/** Control characters are glyphs of unknown meaning, most often the space. */
function isBlank(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)
}

function isNoncharacter(code: number): boolean {
  return (code & 0xfffe) === 0xfffe || code > 0x10ffff
}

/** A soft hyphen inside a line is visible. Halves of a surrogate pair arrive one by one. */
function textOf(code: number): string {
  return code === 0xad ? '-' : code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code)
}

function isRightToLeftCode(code: number): boolean {
  return (
    (code >= 0x590 && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfeff)
  )
}
