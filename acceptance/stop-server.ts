import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedServer } from './start-server.ts'

/** Sends SIGTERM while a request is half sent. The server must answer it and then exit with 0. Returns the faults. */
export async function stopServer(server: StartedServer, key: string): Promise<string[]> {
  const faults: string[] = []
  const status = await sendSlowly(server.url, key, () => server.terminate())
  if (status !== 200) faults.push(`a request that was open at SIGTERM got ${status} instead of 200`)
  // The server allows itself 25 s to finish open requests.
  const { code, signal } = await server.ended(60_000)
  if (code !== 0) faults.push(`after SIGTERM the server exited with ${signal ?? code} instead of 0`)
  const stillAnswers = await fetch(`${server.url}/health`).then(
    () => true,
    () => false,
  )
  if (stillAnswers) faults.push('the server still answers after it exited')
  return faults
}

/** Sends a document in two halves and calls `meanwhile` between them. Returns the status or the error. */
async function sendSlowly(url: string, key: string, meanwhile: () => void): Promise<number | string> {
  const body = JSON.stringify({ content: 'Sent in two halves.', containerTag: 'acceptance_drain' })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': body.length,
    // The server replies 100 once it has read the headers. From then on the request is open, however busy the machine is.
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
