/** One contribution to an issue or a discussion. */
export type Post = { author: string | undefined; at: string | undefined; text: string; about?: string }

/** An issue, pull request or discussion with its comments as one text, in the order of their times. */
export class ThreadText {
  readonly #title: string
  readonly #first: Post
  readonly #posts: Post[] = []
  readonly #maxBytes: number
  #bytes: number

  constructor(title: string, first: Post, maxBytes: number) {
    this.#title = title
    this.#first = first
    this.#maxBytes = maxBytes
    this.#bytes = sizeOf(first) + Buffer.byteLength(title) + 1_000
  }

  /** Whether further comments would make it larger than a document may be. */
  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes
  }

  add(posts: readonly Post[]): void {
    for (const post of posts) {
      // A review without words only carries comments on lines.
      if (post.text.trim() === '') continue
      this.#bytes += sizeOf(post)
      if (this.isFull) return
      this.#posts.push(post)
    }
  }

  write(): string {
    const posts = this.#posts.toSorted((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1))
    const end = this.isFull ? ['*Further comments are left out.*'] : []
    const text = [`# ${this.#title}`, ...[this.#first, ...posts].map(writePost), ...end].join('\n\n')
    // The first post alone may be too long.
    return Buffer.from(text)
      .subarray(0, this.#maxBytes)
      .toString()
      .replace(/\uFFFD+$/, '')
  }
}

const sizeOf = ({ author = '', text, about = '' }: Post): number =>
  Buffer.byteLength(author + text + about) + 60

function writePost({ author, at, text, about }: Post): string {
  const day = at ? ` (${at.slice(0, 10)})` : ''
  const place = about ? ` on ${about}` : ''
  return `**${author ?? 'ghost'}**${day}${place}:\n\n${text.replaceAll('\r\n', '\n').trim()}`
}
