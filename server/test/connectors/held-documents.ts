import type { Client } from '../harness.ts'

export type HeldDocument = { id: string; text: string }

/**
 * The documents of a container, by the path, subject or address of their items, with the texts that `textOf` wrote into them. Files
 * are downloaded.
 */
export async function heldIn(client: Client, containerTag: string): Promise<Map<string, HeldDocument>> {
  const held = new Map<string, HeldDocument>()
  for (let page = 1; ; page++) {
    const { body } = await client.request('POST', '/v3/documents/list', {
      ...{ containerTags: [containerTag], includeContent: true, limit: 500, page },
    })
    for (const { id, filepath, metadata, url, content } of body.memories) {
      const key = filepath ?? metadata?.subject ?? url
      if (held.has(key)) throw new Error(`Two documents have the path ${key}`)
      const text: string = content || (await readFile(client, id))
      held.set(key, { id, text: (text.match(/Text \w+ v\d+/g) ?? []).join(' ') })
    }
    if (page >= body.pagination.totalPages) return held
  }
}

async function readFile(client: Client, id: string): Promise<string> {
  const { body } = await client.request('GET', `/v3/documents/${id}/file-url`)
  return (await fetch(body.url)).text()
}
