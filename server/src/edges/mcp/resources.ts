import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { type Caller, spaceOf } from './caller.ts'
import { asProtocolError } from './failures.ts'
import { textOf } from './tools/get-document.ts'
import { readSpaces, spaceLine } from './tools/list-spaces.ts'
import { profileLines } from './tools/search-memory.ts'

/** Documents that a list of resources shows. */
const listedDocuments = 20
const listedSpaces = 100
const plain = 'text/plain'

/** Registers the profile, the spaces and the documents as resources. */
export function addResources(server: McpServer, caller: Caller): void {
  const profile = (uri: URL, tag?: string) => read(uri, caller, () => readProfile(caller, tag))
  const spaces = (uri: URL) => read(uri, caller, () => listAll(caller))
  const aboutProfile = { title: 'Profile', description: 'What is known about the user.', mimeType: plain }
  const aboutSpaces = { title: 'Spaces', description: 'Where memories are kept.', mimeType: plain }
  server.registerResource('profile', 'reverie://profile', aboutProfile, uri => profile(uri))
  server.registerResource('spaces', 'reverie://spaces', aboutSpaces, uri => spaces(uri))
  server.registerResource(
    'profile-of-space',
    new ResourceTemplate('reverie://profile/{containerTag}', { list: undefined }),
    { ...aboutProfile, title: 'Profile of a space' },
    (uri, { containerTag }) => profile(uri, String(containerTag)),
  )
  server.registerResource(
    'document',
    new ResourceTemplate('reverie://documents/{id}', { list: () => listDocuments(caller) }),
    { title: 'Document', description: 'The text of a stored document.', mimeType: plain },
    (uri, { id }) => read(uri, caller, () => readDocument(caller, String(id))),
  )
}

/** The addresses of another server with this interface, which clients may have stored. They are answered and not listed. */
export function addFormerResources(server: McpServer, caller: Caller): void {
  server.registerResource('former-profile', 'supermemory://profile', { mimeType: plain }, uri =>
    read(uri, caller, () => readProfile(caller)),
  )
  server.registerResource('former-spaces', 'supermemory://spaces', { mimeType: plain }, uri =>
    read(uri, caller, () => listAll(caller)),
  )
}

async function read({ href: uri }: URL, caller: Caller, work: () => Promise<string>) {
  return { contents: [{ uri, mimeType: plain, text: await unlessFailed(caller, work, uri) }] }
}

/** The library would send the message of any error to the client. */
export async function unlessFailed<T>(caller: Caller, work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    caller.failed(error)
    throw asProtocolError(error, uri)
  }
}

/** The profile as lines, within the usual size of a profile. */
export async function readProfile(caller: Caller, tag?: string): Promise<string> {
  const containerTag = spaceOf(caller, tag)
  const { profile } = await caller.call('POST /v4/profile', { body: { containerTag } })
  return profileLines(profile).join('\n').trim() || 'Nothing is known yet.'
}

async function listAll(caller: Caller): Promise<string> {
  const spaces = await readSpaces(caller, listedSpaces)
  return spaces.map(spaceLine).join('\n') || 'There are no spaces yet.'
}

async function readDocument(caller: Caller, id: string): Promise<string> {
  return textOf(await caller.call('GET /v3/documents/:id', { params: { id } }))
}

async function listDocuments(caller: Caller) {
  const { memories } = await unlessFailed(caller, () =>
    caller.call('POST /v3/documents/list', {
      body: { containerTag: spaceOf(caller, undefined), limit: listedDocuments },
    }),
  )
  return {
    resources: memories.map(({ id, title }) => ({
      uri: `reverie://documents/${id}`,
      name: title ?? id,
      mimeType: plain,
    })),
  }
}
