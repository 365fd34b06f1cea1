import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

/** Debian's chromium, or the one that CHROMIUM names. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** A page of its own session. What goes wrong inside the page fails the run. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  faults: string[],
): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.on('pageerror', error => faults.push(`${page.url()}: ${error.message}`))
  page.on('console', message => {
    // The browser itself reports 401 and 404, which the console expects before the sign-in.
    const isExpected = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isExpected) faults.push(`${page.url()}: ${message.text()}`)
  })
  return page
}

/** Waits until no part of the page is loading any more. */
export async function settled(page: Page): Promise<void> {
  const loading = page.locator('[aria-busy=true]')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
}

/** Serious faults that axe finds on the page, as `rule: element`. */
export async function findA11yFaults(page: Page): Promise<string[]> {
  // A card that fades in has too little contrast for a moment.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {}
      if (endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
  })
  // Runs in the debugger's own world, which the content security policy of the page does not bind.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the injected script
    const { violations } = await (globalThis as any).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
    })
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
        nodes.map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary.split('\n')[1] ?? ''}`),
      )
  })
}
