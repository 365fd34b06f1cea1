import assert from 'node:assert/strict'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { connectAgent } from './agent-pages.ts'
import { findA11yFaults, openBrowser } from './browser.ts'
import { connectByOAuth, connectCloud } from './connection-pages.ts'
import { walkByKeyboard, wholeByKeyboard } from './keyboard.ts'
import {
  compareSets,
  correctAndUndo,
  forgetMatching,
  leftOut,
  memoriesInText,
  recallWithReasons,
  uploadPdf,
} from './memory-pages.ts'
import {
  changeSettings,
  connectPlugin,
  deleteFromPage,
  failAndRetry,
  framesOfLargeGraph,
  lookAtUsage,
  mergeAndDelete,
  narrowByFacets,
  refuseStrangers,
  walkGraph,
} from './operate-pages.ts'
import { lookAtPages, lookInEveryWay } from './pages.ts'
import {
  createKey,
  firstSteps,
  invite,
  resetPassword,
  setUp,
  signInAt,
  viewerChangesNothing,
} from './people-pages.ts'
import { startSecondModel } from './second-model.ts'
import { startProxy, startServer } from './server.ts'
import { done, progress, type Stage } from './stage.ts'
import { tellReceiver } from './webhook-pages.ts'

/**
 * Drives the console in a real browser on a real server: node console/e2e/run.ts [--whole].
 * CI runs the short path. `npm run e2e` is whole: everything by keyboard alone, every page in the dark and on phones, and the way from
 * the upload to the forgetting also behind a proxy and by another address. After a success, the last line is one JSON object.
 */
const isWhole = process.argv.includes('--whole')

/** Whatever still listens at the end would keep this process alive. */
const closing: (() => void)[] = []
// A receiver of webhooks and a cloud are on this machine.
const model = isWhole ? await startSecondModel() : undefined
const server = await startServer(() => ({ FETCH_ALLOW: '127.0.0.1', ...model?.settings }))
const browser = await openBrowser()
const stage: Stage = { server, browser, faults: [] }
try {
  const owner = await setUp(stage)
  done('the set-up link makes an owner, by keyboard')
  await firstSteps(owner)
  done('a first text becomes a memory, live')
  await createKey(owner, server.url)
  done('a key is made from the palette, works, and is disabled')
  const documentPage = await remember(owner, server.url, 'studio')
  await operate(owner)
  await viewerChangesNothing(stage, await invite(owner), isWhole ? documentPage : undefined)
  done('a viewer joins on a phone and can change nothing')
  await lookAtPages(owner, server.url)
  done('axe finds no serious fault on any page')
  await walkByKeyboard(owner, server.url)
  done('keys walk a list, show their help and fold the rail')
  await resetPassword(stage)
  done('a link of the operator sets a new password')
  if (isWhole) {
    await compareSets(owner, server)
    done('a second embedding set is built, and the golden questions show which ranks it changes')
    await wholeByKeyboard(stage)
    done('all of it works by keyboard alone')
    await lookInEveryWay(stage, owner)
    done('axe finds no serious fault in the dark and on phones')
  }
  await elsewhere('under a path of a proxy', await proxied())
  await elsewhere('by another address', `http://${ownAddress()}:${new URL(server.url).port}/`)
  assert.deepEqual(stage.faults, [])
  console.log('The console works.')
  console.log(JSON.stringify({ whole: isWhole, steps: progress.steps, ok: true }))
} catch (error) {
  const page = browser.contexts().at(-1)?.pages().at(-1)
  if (page) {
    const text = await page.locator('body').textContent()
    console.error(`At ${page.url()}:\n${text}\n${stage.faults.join('\n')}`)
    await page.screenshot({ path: join(tmpdir(), 'console-e2e-failure.png') }).catch(() => undefined)
  }
  throw error
} finally {
  for (const close of closing) close()
  await browser.close()
  await server.close()
  await model?.close()
}

/** From the upload to the forgetting. Returns the address of the document. */
async function remember(page: Page, url: string, container: string): Promise<string> {
  await uploadPdf(page, container)
  await memoriesInText(page)
  assert.deepEqual(['document', await findA11yFaults(page)], ['document', []])
  const documentPage = page.url()
  done('a PDF is uploaded, finishes live, and its memories and words light each other')
  await recallWithReasons(page, url)
  await leftOut(page, url)
  done('recall gives reasons that add up, a golden question, and the cited page')
  await correctAndUndo(page)
  assert.deepEqual(['memory', await findA11yFaults(page)], ['memory', []])
  done('a memory is corrected and restored, by keyboard')
  await forgetMatching(page, url)
  done('matching memories are shown, forgotten, gone from list, search and profile, and restored')
  return documentPage
}

async function operate(owner: Page): Promise<void> {
  await walkGraph(owner, server.url)
  const frames = await framesOfLargeGraph(owner, server.url)
  done(`the graph opens a memory; 5,000 nodes draw ${Math.round(frames)} frames a second`)
  await narrowByFacets(owner, server.url)
  await failAndRetry(owner)
  assert.deepEqual(['failure', await findA11yFaults(owner)], ['failure', []])
  await deleteFromPage(owner)
  done('facets narrow documents; a failure shows its cause, is retried, and its document deleted')
  await mergeAndDelete(owner, server.url, tag => addText(owner, tag))
  done('containers are named, exported, merged and deleted, with the numbers first')
  await connectPlugin(owner, server.url)
  await refuseStrangers(owner, server.url)
  done('a plugin asks, gets a key that works, and is revoked; a stranger gets none')
  await connectAgent(owner, server.url)
  done('an agent signs in by OAuth, remembers, recalls, forgets, only reads, and is revoked')
  await tellReceiver(owner, server.url)
  done('a webhook is added, tested, shows its attempts, and is deleted')
  await connectCloud(owner, server.url)
  done('a cloud folder is connected, imported, retried, narrowed, paused, and deleted')
  await connectByOAuth(owner, server.url)
  done('a provider with OAuth is set up, asked, and refuses')
  await lookAtUsage(owner, server.url)
  await changeSettings(owner)
  done('usage counts the requests; settings are saved and undone; health names the model')
}

/** Adds a text as the page itself would: with the session cookie. */
async function addText(page: Page, containerTag: string): Promise<void> {
  const status = await page.evaluate(
    async ({ address, tag }) => {
      const body = JSON.stringify({ content: `A draft about glazes in ${tag}.`, containerTag: tag })
      return (await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
        .status
    },
    { address: `${server.url}/v3/documents`, tag: containerTag },
  )
  assert.ok(status < 300)
}

async function proxied(): Promise<string> {
  const proxy = await startProxy(server.url, '/memory/')
  closing.push(proxy.close)
  return proxy.url
}

async function elsewhere(how: string, url: string): Promise<void> {
  const page = await signInAt(stage, url)
  if (isWhole) await remember(page, url.replace(/\/$/, ''), how.replaceAll(' ', '-'))
  await page.context().close()
  done(`it works ${how}`)
}

/** An address of this machine other than loopback; plain HTTP there is no secure context. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2'
}
