import type { TextBuilder } from '../text-builder.ts'
import type { Chapter } from './probe-media.ts'

/** Words with their times from the beginning of the recording. */
export type SpokenWords = { startMs: number; endMs: number; text: string }

/** A longer pause begins a new paragraph. */
const pauseMs = 2_000
/** From this length on, a paragraph ends with its sentence, so that its time stays precise. */
const longChars = 500
/** A paragraph never grows longer. */
const maxChars = 1_000

const sentenceEnd = /[.!?…。！？]["'”’)\]]?$/
/** Scripts without spaces between words, and their punctuation. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\u3000-\u303f\uff00-\uff65]/u

/** Writes speech as paragraphs, each with its start time, below headings for chapters. */
export function writeSpeech(
  builder: TextBuilder,
  spoken: readonly SpokenWords[],
  chapters: readonly Chapter[],
): void {
  const titles = chapters.toSorted((a, b) => a.startMs - b.startMs)
  let paragraph: SpokenWords | undefined
  const flush = () => {
    if (!paragraph) return
    builder.at(paragraph.startMs)
    builder.paragraph(paragraph.text)
    paragraph = undefined
  }
  for (const words of withoutEchoes(spoken)) {
    while (titles[0] && titles[0].startMs <= words.startMs) {
      flush()
      const { startMs, title } = titles.shift()!
      builder.at(startMs)
      builder.heading(2, title)
    }
    if (paragraph && isOver(paragraph, words)) flush()
    paragraph = paragraph ? join(paragraph, words) : words
  }
  flush()
}

/** Drops remarks like [music], which nobody said, and the repetitions that a transcriber produces when it is unsure. */
function withoutEchoes(spoken: readonly SpokenWords[]): SpokenWords[] {
  const kept: SpokenWords[] = []
  for (const { text, ...times } of spoken) {
    const said = withoutRemarks(text)
    if (/[\p{L}\p{N}]/u.test(said) && kept.slice(-2).filter(each => each.text === said).length < 2)
      kept.push({ ...times, text: said })
  }
  return kept
}

function withoutRemarks(text: string): string {
  return text
    .replace(/\[[^[\]]{0,80}\]|♪+|♫+|^\([^()]{0,80}\)$|^\*[^*]{0,80}\*$/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function isOver(paragraph: SpokenWords, next: SpokenWords): boolean {
  const { length } = paragraph.text
  return (
    next.startMs - paragraph.endMs >= pauseMs ||
    length + next.text.length > maxChars ||
    (length >= longChars && sentenceEnd.test(paragraph.text))
  )
}

function join(paragraph: SpokenWords, next: SpokenWords): SpokenWords {
  const space = unspaced.test(paragraph.text.at(-1)!) && unspaced.test(next.text[0]!) ? '' : ' '
  return { ...paragraph, endMs: next.endMs, text: `${paragraph.text}${space}${next.text}` }
}
