import type { Principal } from '../../platform/access/principal.ts'
import { readLines } from '../profile/read-lines.ts'
import { SearchRequest } from '../recall/search-request.ts'
import { searchBodyV4 } from '../search/schema.v4.ts'
import { type ModeResult, searchByMode } from '../search/search-by-mode.ts'
import type { SearchApp } from '../search/search-chunks.ts'
import type { RecalledTexts } from './choose-notes.ts'

/** More results than usually fit the budget. */
const mostResults = 20
/**
 * Lower than the usual 0.6: a message of a chat is seldom a crisp query, and a note too many costs less than a missing one.
 */
const threshold = 0.5
/** Of a long message, its beginning and its end: one of them has the question. */
const longestQuestion = 2_000

export type Recollection = {
  principal: Principal
  containerTag: string
  question: string
  maxTokens: number
  signal: AbortSignal
}

/** The profile of a user, and the memories and chunks that match what the user says. */
export async function recallNotes(
  app: SearchApp,
  { principal, containerTag, question, maxTokens, signal }: Recollection,
): Promise<RecalledTexts> {
  const request = new SearchRequest({ app, principal, containerTags: [containerTag], signal })
  const profileTokens = Math.max(1, Math.floor(maxTokens / 2))
  const [profile, found] = await Promise.all([
    readLines(app.cells, principal, { containerTag, threshold, maxTokens: profileTokens }, [
      'static',
      'dynamic',
    ]),
    search(request, containerTag, question),
  ])
  return { profile: profile.map(({ text }) => text), found }
}

async function search(request: SearchRequest<SearchApp>, containerTag: string, question: string) {
  const q = shorten(question)
  if (q === '') return []
  const body = searchBodyV4.parse({ q, containerTag, searchMode: 'hybrid', limit: mostResults, threshold })
  return (await searchByMode(request, body)).results.map(textOf)
}

const textOf = (result: ModeResult): string =>
  'memory' in result ? result.memory.memory.text : result.chunk.content

function shorten(question: string): string {
  const text = question.replaceAll('\0', ' ').toWellFormed().trim()
  if (text.length <= longestQuestion) return text
  const half = longestQuestion / 2
  return `${text.slice(0, half)} ${text.slice(-half)}`.toWellFormed()
}
