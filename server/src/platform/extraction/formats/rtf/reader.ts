import { ExtractError } from '../../extraction.ts'
import { decodeBytes, documentPages, type Font, isCut, namedCharacters } from './characters.ts'
import { captured, knownOptional, unreadDestinations } from './destinations.ts'
import { type BodyFlow, CaptureFlow, type Flow, HtmlFlow, type ParagraphFormat } from './flow.ts'
import { readTokens, type Token } from './tokens.ts'

/** Word nests a few dozen levels at most. */
const maxDepth = 2_000

type Group = {
  flow: Flow
  isFirst: boolean
  isOptional: boolean
  isUnread: boolean
  isHidden: boolean
  isTag: boolean
  table: 'fonts' | 'styles' | undefined
  time: 'made' | 'changed' | undefined
  /** Set where a capture begins. */
  capture: string | undefined
  /** Characters to skip after a Unicode character: they are its substitute for old readers. */
  skipAfterUnicode: number
  font: number
  style: number
  format: ParagraphFormat
}

export type RtfParts = {
  notes: string[]
  comments: string[]
  margins: string[]
  title: string
  author: string
  made: Record<string, number>
  changed: Record<string, number>
  /** The whole page, when the file was made from HTML. */
  html: string
}

const plainFormat: ParagraphFormat = { isInTable: false, headingLevel: undefined, listLevel: 0 }

/** Reads RTF: a stream of control words, each of which affects the text that follows until its group ends. */
export class RtfReader {
  readonly parts: RtfParts = {
    notes: [],
    comments: [],
    margins: [],
    title: '',
    author: '',
    made: {},
    changed: {},
    html: '',
  }
  readonly #body: BodyFlow
  readonly #fonts = new Map<number, Font>()
  readonly #headings = new Map<number, number>()
  readonly #groups: Group[] = []
  #group: Group
  #bytes: number[] = []
  #documentPage = 1252
  #html: HtmlFlow | undefined
  #toSkip = 0
  #styleName = ''

  constructor(body: BodyFlow) {
    this.#body = body
    this.#group = {
      flow: body,
      isFirst: false,
      isOptional: false,
      isUnread: false,
      isHidden: false,
      isTag: false,
      table: undefined,
      time: undefined,
      capture: undefined,
      skipAfterUnicode: 1,
      font: 0,
      style: 0,
      format: plainFormat,
    }
  }

  read(source: string): void {
    const isWhole = source.startsWith('{\\rtf')
    for (const token of readTokens(source)) {
      if (token.type !== 'byte') this.#flush(token)
      this.#take(token)
      // Bytes after the last brace do not belong to the document.
      if (isWhole && token.type === 'close' && this.#groups.length === 0) break
    }
    this.#flush()
    while (this.#groups.length > 0) this.#close()
    this.#body.finish()
    this.parts.html = this.#html?.html ?? ''
  }

  #take(token: Token): void {
    if (token.type === 'open') this.#open()
    else if (token.type === 'close') this.#close()
    else if (token.type === 'optional') this.#group.isOptional = true
    else if (token.type === 'word') this.#word(token.name, token.value)
    else if (token.type === 'text') this.#text(token.text)
    else this.#byte(token.value)
  }

  #byte(value: number): void {
    if (this.#toSkip > 0) this.#toSkip--
    else if (!this.#group.isUnread) this.#bytes.push(value)
  }

  #open(): void {
    if (this.#groups.length === maxDepth)
      throw new ExtractError('extract.malformed', `The file is nested deeper than ${maxDepth} groups`)
    this.#groups.push(this.#group)
    this.#group = { ...this.#group, isFirst: true, isOptional: false, capture: undefined }
    this.#toSkip = 0
    this.#styleName = ''
  }

  #close(): void {
    const closed = this.#group
    this.#group = this.#groups.pop() ?? closed
    this.#toSkip = 0
    if (closed.capture) this.#keep(closed.capture, (closed.flow as CaptureFlow).text)
  }

  #keep(name: string, text: string): void {
    const kind = captured[name]!
    if (kind === 'mark') this.#group.flow.mark(text)
    else if (text === '') return
    else if (kind === 'note') this.#group.flow.add(`[^${this.parts.notes.push(text)}]`)
    else if (kind === 'comment') this.parts.comments.push(text)
    else if (kind === 'margin') this.parts.margins.push(text)
    else if (kind === 'box') this.#body.boxes.push(text)
    else this.parts[kind] = text
  }

  #word(name: string, value: number | undefined): void {
    const group = this.#group
    if (group.isFirst) {
      group.isFirst = false
      if (this.#begin(name)) return
    }
    if (group.isUnread) return
    if (this.#setting(name, value)) return
    const text = namedCharacters[name]
    if (text !== undefined) this.#text(text)
    else if (name === 'u') this.#unicode(value ?? 0)
    else if (group.table === undefined && !group.isHidden) this.#structure(name)
  }

  /** Returns whether the word begins a group of another kind. */
  #begin(name: string): boolean {
    const group = this.#group
    if (group.isUnread && name !== 'ud') return true
    if (name === 'htmltag' && this.#html) group.isTag = true
    else if (unreadDestinations.has(name) || (group.isOptional && !knownOptional.has(name)))
      group.isUnread = true
    else if (captured[name]) {
      group.flow = new CaptureFlow()
      group.capture = name
      group.format = plainFormat
    } else if (name === 'fonttbl') group.table = 'fonts'
    else if (name === 'stylesheet') group.table = 'styles'
    else if (name === 'creatim') group.time = 'made'
    else if (name === 'revtim') group.time = 'changed'
    else if (name === 'ud') group.isUnread = false
    else return false
    return true
  }

  /** Returns whether the word changes the meaning of the text that follows. */
  #setting(name: string, value: number | undefined): boolean {
    const group = this.#group
    const isOn = value !== 0
    if (documentPages[name]) this.#documentPage = documentPages[name]
    else if (name === 'ansicpg') this.#documentPage = value || this.#documentPage
    else if (name === 'f' || name === 'deff') group.font = value ?? 0
    else if (name === 'fcharset') this.#font().charset = value ?? 0
    else if (name === 'cpg') this.#font().codePage = value ?? 0
    else if (name === 'uc') group.skipAfterUnicode = Math.min(10, Math.max(0, value ?? 1))
    else if (name === 'v' || name === 'deleted' || name === 'htmlrtf') group.isHidden = isOn
    else if (name === 'plain') group.isHidden = false
    else if (name === 'fromhtml') this.#unwrap()
    else if (group.time && value !== undefined) this.parts[group.time][name] = value
    else return this.#paragraphSetting(name, value)
    return true
  }

  #unwrap(): void {
    this.#html = new HtmlFlow()
    this.#group.flow = this.#html
  }

  #paragraphSetting(name: string, value: number | undefined): boolean {
    const group = this.#group
    if (name === 'pard') group.format = plainFormat
    else if (name === 's') {
      group.style = value ?? 0
      group.format = { ...group.format, headingLevel: this.#headings.get(group.style) }
    } else if (name === 'outlinelevel') this.#outline(value ?? 9)
    else if (name === 'intbl') group.format = { ...group.format, isInTable: value !== 0 }
    else if (name === 'ilvl')
      group.format = { ...group.format, listLevel: Math.min(8, Math.max(0, value ?? 0)) }
    else return false
    return true
  }

  /** 0 is the highest level, 9 means body text in Word. */
  #outline(level: number): void {
    const headingLevel = level < 9 ? level + 1 : undefined
    if (this.#group.table !== 'styles') this.#group.format = { ...this.#group.format, headingLevel }
    else if (headingLevel) this.#headings.set(this.#group.style, headingLevel)
  }

  #structure(name: string): void {
    const { flow, format } = this.#group
    if (name === 'par' || name === 'sect' || name === 'page') flow.endParagraph(format)
    else if (name === 'cell') flow.endCell()
    else if (name === 'row') flow.endRow()
    else if (name === 'nestcell') flow.add(', ')
    else if (name === 'nestrow') flow.add('\n')
  }

  #unicode(value: number): void {
    const code = value & 0xffff
    const font = this.#fonts.get(this.#group.font)
    if (code >= 0xf000 && code <= 0xf0ff) this.#emit(decodeBytes([code & 0xff], font, this.#documentPage))
    else this.#emit(String.fromCharCode(code))
    this.#toSkip = this.#group.skipAfterUnicode
  }

  #text(text: string): void {
    this.#group.isFirst = false
    const skipped = Math.min(this.#toSkip, text.length)
    this.#toSkip -= skipped
    this.#emit(text.slice(skipped))
  }

  #emit(text: string): void {
    const { isUnread, isHidden, isTag, table, time, flow } = this.#group
    if (isUnread || text === '') return
    if (table === 'fonts') this.#font().name += text
    else if (table === 'styles') this.#nameStyle(text)
    else if (!isHidden && !time) flow.add(text, isTag)
  }

  #nameStyle(text: string): void {
    this.#styleName += text
    if (!text.includes(';')) return
    const level = /^(?:heading|überschrift|titre)\s*([1-9])/i.exec(this.#styleName.trim())?.[1]
    if (level) this.#headings.set(this.#group.style, Number(level))
    else if (/^title;/i.test(this.#styleName.trim())) this.#headings.set(this.#group.style, 1)
  }

  #font(): Font {
    const known = this.#fonts.get(this.#group.font) ?? { charset: 0, codePage: 0, name: '' }
    this.#fonts.set(this.#group.font, known)
    return known
  }

  /**
   * Bytes are collected until a character is complete: some encodings use two per character, and the second may look
   * like a letter.
   */
  #flush(next?: Token): void {
    if (this.#bytes.length === 0) return
    const font = this.#fonts.get(this.#group.font)
    if (next?.type === 'text' && isCut(this.#bytes, font)) {
      this.#bytes.push(next.text.charCodeAt(0))
      next.text = next.text.slice(1)
    }
    const bytes = this.#bytes
    this.#bytes = []
    this.#emit(decodeBytes(bytes, font, this.#documentPage))
  }
}
