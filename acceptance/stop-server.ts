import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedServer } from './start-server.ts'

/** Sends SIGTERM while a request is half sent: it must be answered, and the process end by itself with 0. Answers what went wrong. */
export async function stopServer(server: StartedServer, key: string): Promise<string[]> {
  const faults: string[] = []
  const status = await sendSlowly(server.url, key, () => server.terminate())
  if (status !== 200) faults.push(`a request under way at SIGTERM was answered with ${status}`)
  // It gives itself 25 s for what it has in hand.
  const { code, signal } = await server.ended(60_000)
  if (code !== 0) faults.push(`at SIGTERM it ended with ${signal ?? code} instead of 0`)
  const stillAnswers = await fetch(`${server.url}/health`).then(
    () => true,
    () => false,
  )
  if (stillAnswers) faults.push('something still answers at its address')
  return faults
}

/** Adds a document in two halves, with something in between. Answers with the status, or what happened instead. */
async function sendSlowly(url: string, key: string, meanwhile: () => void): Promise<number | string> {
  const body = JSON.stringify({ content: 'Sent in two halves.', containerTag: 'acceptance_drain' })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': body.length,
    // Answered as soon as the server has the head: from then on the request is under way, however busy the machine is.
    expect: '100-continue',
  }
  const { promise, resolve } = Promise.withResolvers<number | string>()
  const slow = request(`${url}/v3/documents`, { method: 'POST', headers }, response => {
    response.resume()
    resolve(response.statusCode ?? 'no status')
  })
  slow.once('error', error => resolve(error.message))
  const isUnderWay = Promise.withResolvers<void>()
  slow.once('continue', isUnderWay.resolve)
  slow.once('close', isUnderWay.resolve)
  slow.flushHeaders()
  await isUnderWay.promise
  slow.write(body.slice(0, 20))
  meanwhile()
  await sleep(500)
  slow.end(body.slice(20))
  return promise
}
