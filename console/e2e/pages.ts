import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { desktop, findA11yFaults, openPage, phone, settled } from './browser.ts'
import type { Stage } from './stage.ts'

/** Every page that has an address of its own, for a container. */
export const pagesOf = (tag: string, question: string): Record<string, string> => {
  const q = encodeURIComponent(question)
  return {
    home: '/',
    recall: `/recall?q=${q}&tag=${tag}`,
    compare: `/recall?q=${q}&tag=${tag}&a={"mode":"hybrid"}&b={"threshold":0.3}`,
    'golden-questions': '/recall?tab=questions',
    'embedding-sets': '/recall?tab=sets',
    memories: '/memories',
    'memories-changed': '/memories?state=changed',
    'memories-review': '/memories?state=inferred',
    graph: `/memories/graph?tag=${tag}`,
    documents: '/documents',
    connections: '/connections',
    'connection-new': '/connections/new',
    'connection-form': '/connections/new?provider=web-crawler',
    'connection-application': '/connections/new?provider=github',
    profile: `/profile?tag=${tag}`,
    activity: '/activity',
    failures: '/activity?state=failed',
    audit: '/activity/audit',
    keys: '/keys',
    apps: '/keys/apps',
    webhooks: '/webhooks',
    usage: '/usage',
    requests: '/usage/requests',
    settings: '/settings',
    containers: '/settings/containers',
    members: '/settings/members',
    health: '/settings/health',
    account: '/account',
    consent: '/auth/consent?error=invalid_client&error_description=unknown',
    connect: '/auth/connect?callback=http%3A%2F%2F127.0.0.1%3A19876%2Fcallback&client=claude_code',
  }
}

export async function openSettled(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('h1').first().waitFor() // A dialog hides it from roles.
  await settled(page)
}

/** Axe finds no serious fault on any page. */
export async function lookAtPages(page: Page, url: string): Promise<void> {
  for (const [name, path] of Object.entries(pagesOf('me', 'where does the user live?'))) {
    await openSettled(page, url + path)
    assert.deepEqual([name, await findA11yFaults(page)], [name, []])
  }
}

/** The same in the dark and on phones. */
export async function lookInEveryWay({ server, browser, faults }: Stage, owner: Page): Promise<void> {
  const storageState = await owner.context().storageState()
  const ways = [
    { ...desktop, colorScheme: 'dark' as const },
    { ...phone, colorScheme: 'light' as const },
    { ...phone, colorScheme: 'dark' as const },
  ]
  for (const way of ways) {
    const page = await openPage(browser, { ...way, storageState }, faults)
    await lookAtPages(page, server.url)
    await page.context().close()
  }
}
