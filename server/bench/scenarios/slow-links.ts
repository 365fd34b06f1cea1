import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Spread } from '../../measure/percentile.ts'
import { say } from '../../measure/report.ts'
import { type Addition, type Client, concurrently } from '../client.ts'
import { shortText } from '../texts.ts'
import type { Trial } from '../trial.ts'
import { addNowAndThen, limitOf } from './now-and-then.ts'

const slowLinks = 100
const containers = 10

/** A web server on the loopback: answers one page at once, and the others only when released. */
async function startWeb() {
  const slow = Promise.withResolvers<void>()
  let asked = 0
  const server = createServer(async (request, response) => {
    if (!request.url!.startsWith('/quick')) {
      asked++
      await slow.promise
    }
    response.writeHead(200, { 'content-type': 'text/plain' }).end(shortText(request.url!.length))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    letGo: () => slow.resolve(),
    close: () => server.close().closeAllConnections(),
  }
}

/**
 * One organization adds links to a server that does not answer; meanwhile a second adds texts and a third links that
 * are answered at once. Then the server answers, and all documents end.
 */
export async function besideSlowLinks(
  trial: Trial,
  { busy, texts, links }: Record<'busy' | 'texts' | 'links', Client>,
  idle: Spread,
  forMs: number,
): Promise<boolean> {
  const web = await startWeb()
  // Not dreamed of, because that would continue into the next measurement.
  const linkTo = (path: string, containerTag: string): Addition => ({
    content: `${web.url}${path}`,
    containerTag,
    taskType: 'rag',
  })
  const quick = (n: number) => linkTo(`/quick?${n}`, 'links')
  const idleLink = await links.timeToDone(quick(0))
  await concurrently(slowLinks, 8, async n => {
    await busy.mustAdd(linkTo(`/slow?${n}`, `slow_${n % containers}`))
  })
  while (web.asked() === 0) await sleep(20)
  const [text, link] = await Promise.all([
    addNowAndThen(n => texts.timeToDone({ content: shortText(1_000 + n), containerTag: 'notes' }), forMs),
    addNowAndThen(n => links.timeToDone(quick(n + 1)), forMs),
  ])
  const left = (await busy.countPending()) ?? 0
  web.letGo()
  while ((await busy.countPending()) !== 0) await sleep(50)
  web.close()
  const limits = { text: limitOf(idle.p50), link: limitOf(idleLink) }
  Object.assign(trial.figures, {
    slowLinks: left,
    ...{ besideTextP50Ms: text.p50, besideTextMaxMs: text.max, besideTextLimitMs: limits.text },
    ...{ besideLinkP50Ms: link.p50, besideLinkMaxMs: link.max, besideLinkLimitMs: limits.link },
  })
  say(
    `beside ${left} slow links: texts ${text.max} ms at most, links ${link.max} ms (idle ${Math.round(idleLink)} ms)`,
  )
  return left === slowLinks && text.max <= limits.text && link.max <= limits.link
}
