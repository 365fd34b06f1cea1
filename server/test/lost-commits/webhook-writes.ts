import { type Caller, differences, type Write } from './write.ts'

type Fields = Record<string, unknown>

const bodyOf = (tag: string) => ({
  url: `https://hooks.example.org/${tag}`,
  events: ['document.done'],
  description: tag,
})

async function create(caller: Caller, tag: string): Promise<string> {
  const { status, body } = await caller.send('POST', '/v3/webhooks', bodyOf(tag))
  if (status !== 201) throw new Error(`POST /v3/webhooks answered ${status} ${JSON.stringify(body)}`)
  return body.id
}

async function named(caller: Caller, tag: string): Promise<Fields[]> {
  const { webhooks } = (await caller.send('GET', '/v3/webhooks')).body as { webhooks: Fields[] }
  return webhooks.filter(({ description }) => description === tag)
}

/** An organization has few webhooks, and these tests need many. */
async function removeAll(caller: Caller, tag: string): Promise<void> {
  for (const { id } of await named(caller, tag)) await caller.send('DELETE', `/v3/webhooks/${id}`)
}

/** A request about a webhook that exists. `check` sees it afterwards, and its deliveries. */
const about = (
  name: string,
  route: string,
  body: Fields | undefined,
  check: (webhook: Fields, deliveries: Fields[]) => unknown[],
): Write => ({
  name,
  route,
  prepare: async (caller, tag) => {
    const id = await create(caller, tag)
    const [method = '', path = ''] = route.replace('{id}', id).split(' ')
    return {
      send: () => caller.send(method, path, body),
      check: async () => {
        const { deliveries } = (await caller.send('GET', `/v3/webhooks/${id}/deliveries`)).body
        const [webhook] = await named(caller, tag)
        await removeAll(caller, tag)
        return check(webhook!, deliveries)
      },
    }
  },
})

export const webhookWrites: Write[] = [
  {
    name: 'create a webhook',
    route: 'POST /v3/webhooks',
    prepare: async (caller, tag) => ({
      send: () => caller.send('POST', '/v3/webhooks', bodyOf(tag)),
      // Its secret is shown once: if the answer is lost, the caller deletes the one that is listed.
      check: async answer => {
        const isListed = (await named(caller, tag)).some(({ id }) => id === answer.body.id)
        await removeAll(caller, tag)
        return isListed ? [] : ['the webhook is not listed']
      },
    }),
  },
  {
    name: 'delete a webhook',
    route: 'DELETE /v3/webhooks/{id}',
    prepare: async (caller, tag) => {
      const id = await create(caller, tag)
      return {
        send: () => caller.send('DELETE', `/v3/webhooks/${id}`),
        doneBefore: { status: 404, code: 'webhook.not_found' },
        check: () => named(caller, tag),
      }
    },
  },
  about('change a webhook', 'PATCH /v3/webhooks/{id}', { containerTags: ['a'] }, webhook =>
    differences(webhook, { containerTags: ['a'] }),
  ),
  about('rotate the secret of a webhook', 'POST /v3/webhooks/{id}/rotate-secret', {}, webhook =>
    webhook.previousSecretUntil === null ? ['there is one secret'] : [],
  ),
  about('send a test event', 'POST /v3/webhooks/{id}/test', undefined, (_, deliveries) =>
    deliveries.length > 0 ? [] : ['no event is queued'],
  ),
  about('send events again', 'POST /v3/webhooks/{id}/replay', { failed: true }, () => []),
]
