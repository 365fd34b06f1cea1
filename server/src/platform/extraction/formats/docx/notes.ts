import { childrenOf, type XmlElement } from '../../xml/xml.ts'

export type Note = { mark: string; note: XmlElement }

/** Footnotes and endnotes, numbered together in the order of their references. */
export class Notes {
  readonly #notes = new Map<string, XmlElement>()
  readonly #marks = new Map<string, string>()

  constructor(footnotes: XmlElement | undefined, endnotes: XmlElement | undefined) {
    // Notes with a type are separator lines between text and notes.
    for (const note of [
      ...(footnotes ? childrenOf(footnotes, 'w:footnote') : []),
      ...(endnotes ? childrenOf(endnotes, 'w:endnote') : []),
    ])
      if ((note.attributes['w:type'] ?? 'normal') === 'normal')
        this.#notes.set(toKey(note.name, note.attributes['w:id'] ?? ''), note)
  }

  /** The mark that stands in the text at a reference. */
  markOf(reference: string, id: string): string {
    return this.#mark(toKey(reference, id))
  }

  list(): Note[] {
    const known = [...this.#marks.keys(), ...this.#notes.keys()]
    return [...new Set(known)].flatMap(key => {
      const note = this.#notes.get(key)
      return note ? [{ mark: this.#mark(key), note }] : []
    })
  }

  #mark(key: string): string {
    const mark = this.#marks.get(key) ?? `[^${this.#marks.size + 1}]`
    this.#marks.set(key, mark)
    return mark
  }
}

function toKey(name: string, id: string): string {
  return `${name.startsWith('w:footnote') ? 'foot' : 'end'}:${id}`
}
