import type { Extraction } from '../extraction.ts'
import type { Media } from './probe-media.ts'

/** Title, author and date from the container's tags, by the names that people and shops use. */
export function describeMedia({ tags }: Media): Pick<Extraction, 'title' | 'author' | 'date'> {
  const first = (...names: string[]) => names.map(name => tags.get(name)).find(Boolean)
  const title = first('title')
  const author = first('artist', 'author', 'album_artist', 'performer')
  const date = dateOf(first('date', 'year', 'creation_time', 'com.apple.quicktime.creationdate'))
  return { ...(title && { title }), ...(author && { author }), ...(date && { date }) }
}

/** Tags with prose: notes to an episode, lyrics. Shops repeat the same text under several names. */
export function notesOf({ tags }: Media): string[] {
  const notes = [...tags].filter(([name, text]) => isLyrics(name) || (isNote(name) && isProse(text)))
  const texts = notes.map(([, text]) => text)
  return texts.filter((text, i) => texts.findIndex(other => other.includes(text)) === i)
}

const isLyrics = (name: string) => /^(unsynced)?lyrics(-|$)/.test(name)

const isNote = (name: string) => /^(description|synopsis|comment|long_description|summary)(-|$)/.test(name)

/** Five words or more. A shorter comment is often only the name of the program that made the file. */
const isProse = (text: string) => text.split(/\s+/).filter(word => /\p{L}{2}/u.test(word)).length >= 5

/** Cameras whose clock was never set report the first day of their epoch. */
const unset = /^(1904|1970)-01-01/

function dateOf(tag: string | undefined): string | undefined {
  const [, year, month, day, rest] = /^(\d{4})(?:-?(\d{2})(?:-?(\d{2})(T.+)?)?)?/.exec(tag ?? '') ?? []
  if (year === undefined || year === '0000' || unset.test(tag!)) return undefined
  const whole = rest === undefined ? Number.NaN : Date.parse(tag!)
  if (!Number.isNaN(whole)) return new Date(whole).toISOString()
  const date = [year, month, day].filter(part => part !== undefined).join('-')
  return Number.isNaN(Date.parse(date)) ? year : date
}
