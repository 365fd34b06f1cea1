import type { Change, Item } from '../connector.ts'
import { packLines, unpackLines } from '../pack-lines.ts'
import type { SlackApi } from './api.ts'
import type { Conversation, Documents } from './documents.ts'
import { readDays } from './history.ts'
import { dayOf, daysBefore, justBefore, startOf } from './messages.ts'
import type { ConversationState, SlackSource } from './settings.ts'

/** Once a day, a pass goes back this far: for new replies in threads, and for messages that were deleted late. */
const deepDays = 31
const dayMs = 86_400_000
/** Changes that are stored together. With the last ones of a day they stay below 100. */
const usualChanges = 40
const maxDeletions = 100

export type Progress = { changes: Change[]; state: ConversationState }

type Pass = NonNullable<ConversationState['pass']>
type Parts = { source: SlackSource; api: SlackApi; documents: Documents }

/** One pass over a conversation, from its newest message back to where the pass ends. */
export async function* readConversation(
  parts: Parts,
  conversation: Conversation,
  before: ConversationState | undefined,
): AsyncGenerator<Progress> {
  const { source } = parts
  const { isLost: _, ...known } = before ?? { deepAt: source.now().toISOString(), known: '' }
  let state: ConversationState = { ...known, name: conversation.name }
  const met = new Set(unpackLines(state.pass?.met ?? ''))
  let pass = state.pass ?? openPass(source, before)
  let changes: Change[] = []
  for await (const step of readPass(parts, conversation, pass)) {
    pass = step.pass
    changes.push(...step.items.map((item): Change => ({ kind: 'upsert', item })))
    for (const { externalId } of step.items) met.add(partOf(externalId))
    if (changes.length < usualChanges) continue
    yield { changes, state: { ...state, pass: { ...pass, met: packLines([...met]) } } }
    changes = []
  }
  pass = { ...pass, met: packLines([...met]) }
  if (changes.length > 0) yield { changes, state: { ...state, pass } }
  for (let gone = goneOf(state, pass, met); gone.length > 0; gone = goneOf(state, pass, met)) {
    const known = unpackLines(state.known).filter(part => !gone.includes(part))
    state = { ...state, known: packLines(known) }
    const deleted = gone.map(
      (part): Change => ({ kind: 'deleted', externalId: `${conversation.id}/${part}` }),
    )
    yield { changes: deleted, state: { ...state, pass } }
  }
  yield { changes: [], state: closePass(state, pass, met) }
}

/** What is found, and where the pass is after it: behind a thread of a day, or behind the day. */
async function* readPass(
  { source, api, documents }: Parts,
  conversation: Conversation,
  given: Pass,
): AsyncGenerator<{ items: Item[]; pass: Pass }> {
  const { thread: after, ...pass } = given
  const { from, before } = pass
  const range = { oldest: from && justBefore(from), latest: before }
  for await (const day of readDays(api, conversation.id, range)) {
    pass.newest ??= day.messages.at(-1)!.ts
    const activeFrom = daysBefore(pass.newest, source.settings.lookBackDays)
    const isBegun = after !== undefined && dayOf(after) === day.day
    const options = { activeFrom, after: isBegun ? after : undefined }
    let last: Item[] = []
    for await (const item of documents.ofDay(conversation, day, options)) {
      if (last.length > 0)
        yield { items: last, pass: { ...pass, thread: timeOf(partOf(last[0]!.externalId)) } }
      last = [item]
    }
    if (from !== undefined)
      for await (const item of documents.ofEarlier(conversation, day, from)) last.push(item)
    pass.before = startOf(day.day)
    yield { items: last, pass: { ...pass } }
  }
}

/** Times of Slack only: our clock may differ, and a quiet conversation has its last days long ago. */
function openPass(source: SlackSource, before: ConversationState | undefined): Pass {
  const { since, lookBackDays } = source.settings
  const first = since === undefined ? undefined : startOf(since)
  const began = source.now().toISOString()
  const isDeep = !before || Math.abs(Date.parse(began) - Date.parse(before.deepAt)) >= dayMs
  const back =
    before?.newest && daysBefore(before.newest, isDeep ? Math.max(deepDays, lookBackDays) : lookBackDays)
  const from = [first, back]
    .filter(ts => ts !== undefined)
    .sort()
    .at(-1)
  return { ...(from !== undefined && { from }), began, isDeep, met: '' }
}

const partOf = (externalId: string): string => externalId.slice(externalId.indexOf('/') + 1)

/** When the document begins. */
const timeOf = (part: string): string => (part.startsWith('d/') ? startOf(part.slice(2)) : part.slice(2))

/** Documents that were there in the time of the pass, and are not any more. */
const goneOf = ({ known }: ConversationState, { from }: Pass, met: ReadonlySet<string>): string[] =>
  unpackLines(known)
    .filter(part => !met.has(part) && (from === undefined || timeOf(part) >= from))
    .slice(0, maxDeletions)

function closePass(
  { pass: _, ...state }: ConversationState,
  { from, newest = state.newest, began, isDeep }: Pass,
  met: ReadonlySet<string>,
): ConversationState {
  const earlier = unpackLines(state.known).filter(part => from !== undefined && timeOf(part) < from)
  // Older documents are compared by a reading from the beginning only.
  const kept = newest === undefined ? '' : daysBefore(newest, deepDays + 1)
  const known = [...new Set([...earlier, ...met])].filter(part => timeOf(part) >= kept)
  return {
    ...state,
    ...(newest !== undefined && { newest }),
    deepAt: isDeep ? began : state.deepAt,
    known: packLines(known),
  }
}
