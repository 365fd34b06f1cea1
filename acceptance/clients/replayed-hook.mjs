import { text } from 'node:stream/consumers'

/**
 * A hook of a coding agent as its plugin runs it: a process of its own that reads its input, sends its requests at the same
 * time, prints what it found, and ends.
 */
const { url, key, requests } = JSON.parse(await text(process.stdin))
const answers = await Promise.all(
  requests.map(async ({ path, body }) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'x-sm-source': 'replayed',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(3_000),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }),
)
console.log(JSON.stringify(answers))
