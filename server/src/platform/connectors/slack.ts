import { z } from 'zod'
import {
  type Batch,
  type Change,
  type Connector,
  type Resource,
  type ResourcePage,
  type Resources,
  SourceError,
} from './connector.ts'
import { shortHash } from './short-hash.ts'
import { SlackApi, SlackRefusal } from './slack/api.ts'
import { type Conversation, Documents } from './slack/documents.ts'
import { readEvent } from './slack/events.ts'
import { readConversation } from './slack/read-conversation.ts'
import {
  type ConversationState,
  type SlackCheckpoint,
  type SlackCredentials,
  type SlackSettings,
  type SlackSource,
  slackCheckpoint,
  slackCredentials,
  slackSettings,
} from './slack/settings.ts'
import { Workspaces } from './slack/workspace.ts'

/** With a token of the person's own app, which needs no public address. */
export const slackToken: Connector<SlackSettings, SlackCredentials, SlackCheckpoint> = {
  describe: {
    provider: 'slack-token',
    title: 'Slack with a token',
    summary: 'Threads and days of the Slack conversations that you choose.',
    settings: slackSettings,
    credentials: { kind: 'secret', fields: slackCredentials },
    checkpoint: slackCheckpoint,
    everyMinutes: 60,
    requestsPerSecond: 0.8,
  },
  async check(source) {
    const { team, user, url } = await open(source).workspace.check()
    // Slack limits an app in a workspace, and workspaces may have the same name: the address tells them apart, for the pace too.
    const host = URL.parse(url)?.host
    return { account: `${team}${user ? ` (${user})` : ''}${host ? ` at ${host}` : ''}` }
  },
  resources,
  pull,
  mayHide,
  fetch: fetchItems,
  webhook: async (source, event) => readEvent(source, event),
}

const workspaces = new Workspaces()

function open(source: SlackSource) {
  const api = new SlackApi(source)
  const workspace = workspaces.open(source, api)
  return { source, api, workspace, documents: new Documents(source, api, workspace) }
}
type Opened = ReturnType<typeof open>

/** Messages that were deleted after a month are found by reading everything again. */
const fullEveryMs = 30 * 86_400_000

/** Behind the last conversation. */
const end = 'end'

/** One conversation after the other. The checkpoint says for each where it is. */
async function* pull(
  source: SlackSource,
  checkpoint: SlackCheckpoint | undefined,
): AsyncGenerator<Batch<SlackCheckpoint>> {
  const opened = open(source)
  if (checkpoint) await checkAge(opened, checkpoint)
  const chosen = source.chosen ?? []
  let state: SlackCheckpoint = checkpoint ?? beginning(source)
  let seen = 0
  const first = state.at === end ? chosen.length : Math.max(0, chosen.indexOf(state.at ?? ''))
  for (const [i, id] of chosen.entries().drop(first)) {
    for await (const { changes, conversation } of pullOne(opened, id, state.conversations[id])) {
      const at = conversation.pass ? id : (chosen[i + 1] ?? end)
      state = { ...state, at, conversations: { ...state.conversations, [id]: conversation } }
      seen += changes.length
      yield { changes, checkpoint: state, progress: { seen } }
    }
  }
  const { at: _, isFull: __, ...ended } = state
  yield { changes: [], checkpoint: ended, ...(seen > 0 && { progress: { seen } }) }
}

const beginning = (source: SlackSource): SlackCheckpoint => ({
  scope: scopeOf(source),
  fullAt: source.now().toISOString(),
  isFull: true,
  conversations: {},
})

const scopeOf = ({ chosen, settings }: SlackSource): string =>
  shortHash(JSON.stringify([chosen?.toSorted() ?? [], settings.since ?? null]))

/** Not while a conversation is hidden: its documents would be taken for deleted. */
async function checkAge(opened: Opened, { scope, fullAt, isFull, at }: SlackCheckpoint): Promise<void> {
  const { source } = opened
  if (scope !== scopeOf(source)) throw new SourceError('checkpoint_expired', 'The settings have changed.')
  const isDue = Math.abs(source.now().getTime() - Date.parse(fullAt)) > fullEveryMs
  if (!isDue || isFull || at !== undefined) return
  for (const id of source.chosen ?? []) if (await refusalOf(opened, id)) return
  throw new SourceError('checkpoint_expired', 'Everything is compared once a month.')
}

type Part = { changes: Change[]; conversation: ConversationState }

/** A conversation that Slack does not show keeps its documents, and the others are read. */
async function* pullOne(
  opened: Opened,
  id: string,
  known: ConversationState | undefined,
): AsyncGenerator<Part> {
  try {
    const conversation = await findConversation(opened, id)
    // Clears the failure of an earlier run.
    const found: Change[] = !known || known.isLost ? [{ kind: 'deleted', externalId: id }] : []
    for await (const { changes, state } of readConversation(opened, conversation, known))
      yield { changes: [...found.splice(0), ...changes], conversation: state }
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    const { pass: _, ...state } = known ?? { name: id, deepAt: opened.source.now().toISOString(), known: '' }
    yield { changes: [lost(id, error)], conversation: { ...state, isLost: true } }
  }
}

/** The documents of conversations that Slack does not show. */
function mayHide(
  { chosen = [] }: SlackSource,
  { conversations }: SlackCheckpoint,
): ((externalId: string) => boolean) | undefined {
  const hidden = chosen.filter(id => conversations[id]?.isLost)
  if (hidden.length === 0) return undefined
  return externalId => hidden.some(id => externalId === id || externalId.startsWith(`${id}/`))
}

const lost = (id: string, { code, message }: SlackRefusal): Change => ({
  kind: 'failed',
  externalId: id,
  code,
  message: `${message} Its documents are kept until you remove it from your choice.`,
})

const conversationJson = z.object({
  id: z.string(),
  name: z.string().nullish(),
  user: z.string().nullish(),
  is_im: z.boolean().nullish(),
  is_private: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
  num_members: z.int().nullish(),
})
type ConversationJson = z.infer<typeof conversationJson>

async function findConversation({ api, workspace }: Opened, channel: string): Promise<Conversation> {
  const { channel: found } = await api.call(
    'conversations.info',
    { channel },
    z.object({ channel: conversationJson }),
  )
  if (found.user) await workspace.learn([found.user])
  return { id: channel, name: nameOf(found, workspace.nameOf) }
}

const nameOf = ({ id, name, user }: ConversationJson, personOf: (id: string) => string): string =>
  name || (user ? personOf(user) : id)

/** Undefined: it can be read. */
async function refusalOf({ api }: Opened, channel: string): Promise<SlackRefusal | undefined> {
  try {
    await api.call(
      'conversations.history',
      { channel, limit: '1' },
      z.object({ messages: z.array(z.unknown()) }),
    )
    return undefined
  } catch (error) {
    if (error instanceof SlackRefusal) return error
    throw error
  }
}

async function* fetchItems(source: SlackSource, externalIds: string[]): AsyncGenerator<Change> {
  const opened = open(source)
  const conversations = new Map<string, Promise<Conversation>>()
  for (const externalId of externalIds) {
    const [, id = '', part] = /^([^/]+)(?:\/(t\/\d{10}\.\d{6}|d\/\d{4}-\d\d-\d\d))?$/.exec(externalId) ?? []
    if (!source.chosen?.includes(id)) continue
    const conversation = conversations.get(id) ?? findConversation(opened, id)
    conversations.set(id, conversation)
    yield await findOne(opened, id, part, conversation)
  }
}

async function findOne(
  opened: Opened,
  id: string,
  part: string | undefined,
  conversation: Promise<Conversation>,
): Promise<Change> {
  try {
    const found = await conversation
    if (part !== undefined) return await opened.documents.find(found, part)
    const refusal = await refusalOf(opened, id)
    return refusal ? lost(id, refusal) : { kind: 'deleted', externalId: id }
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    return lost(id, error)
  }
}

/** Kinds of conversations with the scope that a token needs to list them. */
const kinds = ['public_channel', 'private_channel', 'mpim', 'im']
const listPage = z.object({ channels: z.array(conversationJson) })
const maxListPages = 20

/** Conversations to choose from. A token lists the kinds that it has scopes for. */
async function resources(source: SlackSource, { page, perPage }: ResourcePage): Promise<Resources> {
  const opened = open(source)
  const found: Resource[] = []
  let refusal: unknown
  for (const kind of kinds) {
    try {
      for (const one of await listKind(opened, kind, page * perPage - found.length)) found.push(one)
    } catch (error) {
      if (!(error instanceof SourceError && error.code === 'settings_invalid')) throw error
      refusal = error
    }
    if (found.length >= page * perPage) break
  }
  if (found.length === 0 && refusal) throw refusal
  return { resources: found.slice((page - 1) * perPage, page * perPage) }
}

async function listKind({ api, workspace }: Opened, types: string, atMost: number): Promise<Resource[]> {
  const found: ConversationJson[] = []
  let pages = 0
  for await (const { channels } of api.pages('conversations.list', { types, limit: '500' }, listPage)) {
    found.push(...channels)
    if (found.length >= atMost || ++pages === maxListPages) break
  }
  const people = found.flatMap(({ user }) => user ?? [])
  if (people.length > 0) await workspace.learn(people)
  return found.map(one => ({
    id: one.id,
    name: nameOf(one, workspace.nameOf),
    details: {
      kind: types,
      private: one.is_private ?? types !== 'public_channel',
      archived: one.is_archived ?? false,
      members: one.num_members == null ? null : String(one.num_members),
    },
  }))
}
