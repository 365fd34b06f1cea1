import { type Caller, differences, type Write } from './write.ts'

type Fields = Record<string, unknown>

async function ok(caller: Caller, method: string, path: string, body?: unknown): Promise<Fields> {
  const answer = await caller.send(method, path, body)
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function addMemory(caller: Caller, containerTag: string): Promise<string> {
  const memories = [{ content: `The user keeps bees in ${containerTag}.` }]
  const added = await ok(caller, 'POST', '/v4/memories', { containerTag, memories })
  return (added.memories as { id: string }[])[0]!.id
}

async function memoriesOf(caller: Caller, tag: string): Promise<Fields[]> {
  const found = await ok(caller, 'POST', '/v4/memories/list', { containerTags: [tag] })
  return found.memoryEntries as Fields[]
}

const useTag = (caller: Caller, tag: string) =>
  ok(caller, 'POST', '/v3/documents', { content: `Something of ${tag}`, containerTag: tag })

/** A request that states the wanted result, so doing it twice changes nothing. */
const saying = (
  name: string,
  route: string,
  body: (tag: string) => Fields,
  read: string,
  wanted: (tag: string) => Fields,
): Write => ({
  name,
  route,
  prepare: async (caller, tag) => {
    const [method = '', path = ''] = route.replace('{tag}', tag).split(' ')
    return {
      send: () => caller.send(method, path, body(tag)),
      check: async () => differences(await ok(caller, 'GET', read.replace('{tag}', tag)), wanted(tag)),
    }
  },
})

export const otherWrites: Write[] = [
  saying(
    'update a container tag',
    'PATCH /v3/container-tags/{tag}',
    tag => ({ name: `Name of ${tag}` }),
    '/v3/container-tags/{tag}',
    tag => ({ name: `Name of ${tag}` }),
  ),
  ...['PATCH /v3/settings', 'PUT /v2/settings'].map(route =>
    saying(
      `change the settings by ${route}`,
      route,
      tag => ({ filterPrompt: tag }),
      '/v3/settings',
      tag => ({ filterPrompt: tag }),
    ),
  ),
  {
    name: 'delete a container tag',
    route: 'DELETE /v3/container-tags/{tag}',
    prepare: async (caller, tag) => {
      const { id } = await useTag(caller, tag)
      return {
        send: () => caller.send('DELETE', `/v3/container-tags/${tag}`),
        doneBefore: { status: 404, code: 'container.not_found' },
        check: async () =>
          differences({ status: (await caller.send('GET', `/v3/documents/${id}`)).status }, { status: 404 }),
      }
    },
  },
  {
    name: 'merge container tags',
    route: 'POST /v3/container-tags/merge',
    prepare: async (caller, tag) => {
      const target = `${tag}-target`
      await useTag(caller, tag)
      await useTag(caller, target)
      const body = { containerTags: [tag], targetContainerTag: target }
      return {
        send: () => caller.send('POST', '/v3/container-tags/merge', body),
        // The first is under way, which is the wanted result.
        doneBefore: { status: 409, code: 'merge.busy' },
        check: async () => [],
      }
    },
  },
  {
    name: 'create a project',
    route: 'POST /v3/projects',
    prepare: async (caller, tag) => ({
      send: () => caller.send('POST', '/v3/projects', { name: tag }),
      check: async () => {
        const { projects } = await ok(caller, 'GET', '/v3/projects')
        const named = (projects as Fields[]).filter(({ name }) => name === tag)
        return differences({ projects: named.length }, { projects: 1 })
      },
    }),
  },
  {
    name: 'delete a project',
    route: 'DELETE /v3/projects/{id}',
    prepare: async (caller, tag) => {
      const { id } = await ok(caller, 'POST', '/v3/projects', { name: tag })
      return {
        send: () => caller.send('DELETE', `/v3/projects/${id}`),
        doneBefore: { status: 404, code: 'project.not_found' },
        check: async () => {
          const { projects } = await ok(caller, 'GET', '/v3/projects')
          return (projects as Fields[]).filter(each => each.id === id)
        },
      }
    },
  },
  ...keyWrites('a scoped key', '/v3/auth/scoped-key', tag => ({ containerTag: tag })),
  ...keyWrites('a key of the organization', '/v3/auth/keys', tag => ({ name: tag })),
  {
    name: 'add memories',
    route: 'POST /v4/memories',
    prepare: async (caller, tag) => {
      const memories = [{ content: `The user keeps bees in ${tag}.` }]
      const headers = { 'idempotency-key': tag }
      return {
        send: () => caller.send('POST', '/v4/memories', { containerTag: tag, memories }, headers),
        check: async answer => {
          const found = (await memoriesOf(caller, tag)).map(({ id }) => id)
          return differences({ found }, { found: [answer.body.memories[0].id] })
        },
      }
    },
  },
  {
    name: 'update a memory',
    route: 'PATCH /v4/memories',
    prepare: async (caller, tag) => {
      const id = await addMemory(caller, tag)
      const body = { containerTag: tag, id, newContent: `The user keeps goats in ${tag}.` }
      return {
        send: () => caller.send('PATCH', '/v4/memories', body),
        check: async () => {
          const found = (await memoriesOf(caller, tag)).map(({ memory }) => memory)
          return differences({ found }, { found: [body.newContent] })
        },
      }
    },
  },
  {
    name: 'forget a memory',
    route: 'DELETE /v4/memories',
    prepare: async (caller, tag) => {
      const id = await addMemory(caller, tag)
      return {
        send: () => caller.send('DELETE', '/v4/memories', { containerTag: tag, id }),
        doneBefore: { status: 409, code: 'memory.forgotten' },
        check: async () => differences({ left: (await memoriesOf(caller, tag)).length }, { left: 0 }),
      }
    },
  },
  {
    name: 'forget matching memories',
    route: 'POST /v4/memories/forget-matching',
    prepare: async (caller, tag) => {
      const id = await addMemory(caller, tag)
      return {
        send: () => caller.send('POST', '/v4/memories/forget-matching', { containerTag: tag, ids: [id] }),
        check: async () => differences({ left: (await memoriesOf(caller, tag)).length }, { left: 0 }),
      }
    },
  },
  {
    name: 'undo the forgetting of a memory',
    route: 'POST /v4/memories/{id}/undo',
    prepare: async (caller, tag) => {
      const id = await addMemory(caller, tag)
      await ok(caller, 'DELETE', '/v4/memories', { containerTag: tag, id })
      return {
        send: () => caller.send('POST', `/v4/memories/${id}/undo`, {}),
        doneBefore: { status: 409, code: 'memory.nothing_to_undo' },
        check: async () => differences({ left: (await memoriesOf(caller, tag)).length }, { left: 1 }),
      }
    },
  },
  {
    name: 'add a golden question',
    route: 'POST /v3/golden-questions',
    prepare: async (caller, tag) => {
      const { id: document } = await useTag(caller, tag)
      const question = { question: `Where is ${tag}?`, expected: [document], containerTag: tag }
      return {
        send: () => caller.send('POST', '/v3/golden-questions', question),
        check: async answer => {
          const { questions } = await ok(caller, 'GET', '/v3/golden-questions')
          return (questions as Fields[]).some(({ id }) => id === answer.body.id) ? [] : ['it is not listed']
        },
      }
    },
  },
  {
    name: 'delete a golden question',
    route: 'DELETE /v3/golden-questions/{id}',
    prepare: async (caller, tag) => {
      const { id: document } = await useTag(caller, tag)
      const question = { question: `What of ${tag}?`, expected: [document], containerTag: tag }
      const { id } = await ok(caller, 'POST', '/v3/golden-questions', question)
      return {
        send: () => caller.send('DELETE', `/v3/golden-questions/${id}`),
        doneBefore: { status: 404, code: 'question.not_found' },
        check: async () => {
          const { questions } = await ok(caller, 'GET', '/v3/golden-questions')
          return (questions as Fields[]).filter(each => each.id === id)
        },
      }
    },
  },
  ...archiveWrites(),
]

function archiveWrites(): Write[] {
  const status = async (caller: Caller, path: string) => (await caller.send('GET', path)).status
  const creating = (what: 'export' | 'import'): Write => ({
    name: `create an ${what}`,
    route: `POST /v3/${what}s`,
    prepare: async (caller, tag) => {
      await useTag(caller, tag)
      return {
        send: () => caller.send('POST', `/v3/${what}s`, { containerTag: tag }),
        check: async answer =>
          differences({ status: await status(caller, `/v3/${what}s/${answer.body.id}`) }, { status: 200 }),
      }
    },
  })
  const newImport = async (caller: Caller, tag: string) =>
    (await ok(caller, 'POST', '/v3/imports', { containerTag: tag })).id as string
  const sendPart = (caller: Caller, id: string) =>
    caller.upload('A piece.', { part: '0' }, {}, `/v3/imports/${id}/parts`)
  return [
    creating('export'),
    creating('import'),
    {
      name: 'delete an export',
      route: 'DELETE /v3/exports/{id}',
      prepare: async (caller, tag) => {
        await useTag(caller, tag)
        const { id } = await ok(caller, 'POST', '/v3/exports', { containerTag: tag })
        return {
          send: () => caller.send('DELETE', `/v3/exports/${id}`),
          doneBefore: { status: 404, code: 'export.not_found' },
          check: async () =>
            differences({ status: await status(caller, `/v3/exports/${id}`) }, { status: 404 }),
        }
      },
    },
    {
      name: 'upload a piece of an import',
      route: 'POST /v3/imports/{id}/parts',
      prepare: async (caller, tag) => {
        const id = await newImport(caller, tag)
        return {
          send: () => sendPart(caller, id),
          check: async answer => differences(answer.body, { id, parts: 1, bytes: 8 }),
        }
      },
    },
    {
      name: 'start an import',
      route: 'POST /v3/imports/{id}/start',
      prepare: async (caller, tag) => {
        const id = await newImport(caller, tag)
        await sendPart(caller, id)
        return {
          send: () => caller.send('POST', `/v3/imports/${id}/start`),
          doneBefore: { status: 409, code: 'import.started' },
          check: async () => {
            const { status: now } = await ok(caller, 'GET', `/v3/imports/${id}`)
            return now === 'uploading' ? ['it was not started'] : []
          },
        }
      },
    },
  ]
}

function keyWrites(what: string, path: string, bodyOf: (tag: string) => Fields): Write[] {
  const listed = async (caller: Caller, id: unknown) => {
    const { keys } = await ok(caller, 'GET', '/v3/auth/keys')
    return (keys as Fields[]).find(key => key.id === id)
  }
  return [
    {
      name: `disable ${what}`,
      route: `DELETE ${path}/{id}`,
      prepare: async (caller, tag) => {
        const { id } = await ok(caller, 'POST', path, bodyOf(tag))
        return {
          send: () => caller.send('DELETE', `${path}/${id}`),
          doneBefore: { status: 404, code: 'key.not_found' },
          check: async () => {
            const found = await listed(caller, id)
            return found?.disabledAt === null ? [found] : []
          },
        }
      },
    },
    {
      name: `create ${what}`,
      route: `POST ${path}`,
      prepare: async (caller, tag) => ({
        send: () => caller.send('POST', path, bodyOf(tag)),
        // Its value is shown once: if the answer is lost, nobody has the key.
        check: async answer => ((await listed(caller, answer.body.id)) ? [] : ['the key is not listed']),
      }),
    },
  ]
}
