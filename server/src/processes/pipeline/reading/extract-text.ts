import { userTextOf } from '../chunking/stand-alone.ts'
import type { Draft, ExtractedDraft } from '../draft.ts'
import { failed, next, type Outcome } from '../outcome.ts'
import { makeTitle } from '../summary/make-title.ts'
import { summarize } from '../summary/summarize.ts'

/** Title and first summary come from the beginning of a text, so the rest is not read for them. */
const leadChars = 200_000

/** A text document needs no extraction. */
export function extractText({ document }: Draft): Outcome<ExtractedDraft> {
  const text = document.extracted ?? document.content
  if (text.trim() === '') return failed('extract.empty', 'The document contains no text')
  const told = userTextOf(text.slice(0, leadChars), document.turns)
  const { structure } = document
  const title = structure?.title ?? makeTitle(told)
  return next({ document, text, title, summary: summarize(told), structure })
}
