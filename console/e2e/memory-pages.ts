import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findA11yFaults, settled } from './browser.ts'
import { buildSecondSet, secondModel } from './second-model.ts'
import type { E2eServer } from './server.ts'

/** The steps that people take with documents and memories: upload, look, ask, correct, undo, forget. */

const manual = join(import.meta.dirname, '../../examples/rag/files/kiln-manual.pdf')
const longMs = 90_000

const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text }).first()

/** A PDF is uploaded, goes through its stages live, and opens at the words of a memory. */
export async function uploadPdf(page: Page, container: string): Promise<void> {
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await grid(page, 'Documents').waitFor()
  await page.getByLabel('Files to upload').setInputFiles(manual)
  await page.getByRole('dialog').getByLabel('Container').fill(container)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Uploads' }).getByText('Done').waitFor({ timeout: longMs })
  await page.getByRole('button', { name: 'Close the uploads' }).click()
  await rowOf(page, 'Kiln manual').getByText('Done').waitFor({ timeout: longMs })
  await rowOf(page, 'Kiln manual').click()
  await page
    .getByRole('complementary', { name: 'Document' })
    .getByRole('heading', { name: 'Kiln manual' })
    .waitFor()
  assert.match(page.url(), /open=/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Kiln manual', level: 1 }).waitFor()
  await page.locator('mark').first().waitFor({ timeout: longMs })
  await page.locator('iframe[title*="page 1"]').waitFor()
}

/** Pointing at a memory lights its words, and pointing at words lights their memory. */
export async function memoriesInText(page: Page): Promise<void> {
  const memory = page.locator('[data-memory]').first()
  const id = (await memory.getAttribute('data-memory'))!
  await memory.hover()
  const words = page.locator(`mark[data-span~="${id}"]`).first()
  assert.match((await words.getAttribute('class'))!, /bg-accent-soft/)
  await words.hover()
  assert.match((await memory.getAttribute('class'))!, /bg-accent-soft/)
}

/** A search explains each score by parts that add up to it, and leads to the page that it cites. */
export async function recallWithReasons(page: Page, url: string): Promise<void> {
  const setting = encodeURIComponent(JSON.stringify({ mode: 'chunks', threshold: 0.3 }))
  await page.goto(
    `${url}/recall?q=${encodeURIComponent('how long does the bisque firing take?')}&a=${setting}`,
  )
  const bar = page.getByRole('img', { name: /^Score/ }).first()
  await bar.waitFor()
  const [score, ...parts] = [...(await bar.getAttribute('aria-label'))!.matchAll(/(−?)([\d.]+)/g)].map(
    ([, sign, figure]) => Number(figure) * (sign ? -1 : 1),
  )
  assert.ok(parts.length > 0)
  assert.ok(Math.abs(parts.reduce((sum, part) => sum + part, 0) - score!) <= 0.03, `${score} = ${parts}`)
  await page.getByRole('button', { name: 'Save as the answer of a golden question' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as a golden question.').waitFor()
  await page.getByRole('button', { name: 'Golden questions' }).click()
  await page.getByText('First', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('link', { name: 'Kiln manual' }).first().click()
  await page.locator('iframe[title*="page 2"]').waitFor()
}

/** A result below the threshold is shown with the button that lets it in. */
export async function leftOut(page: Page, url: string): Promise<void> {
  const setting = encodeURIComponent(JSON.stringify({ threshold: 0.99 }))
  await page.goto(`${url}/recall?q=${encodeURIComponent('where does the user live?')}&a=${setting}`)
  await page.getByRole('region', { name: 'Left out' }).waitFor()
  await page
    .getByRole('button', { name: /^Lower to/ })
    .first()
    .click()
  await page
    .getByRole('img', { name: /^Score/ })
    .first()
    .waitFor()
}

/** By keyboard alone: a memory is corrected, and the correction undone. */
export async function correctAndUndo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Memories', exact: true }).click()
  await rowOf(page, /Lisbon/).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('Lisbon')
  await page.waitForURL(/q=Lisbon/)
  await page.keyboard.press('Escape')
  // The first row has a score: these are the rows of the search.
  await page
    .locator('[aria-rowindex="2"]')
    .filter({ hasText: /Lisbon.*\d\.\d\d/ })
    .waitFor()
  await rowOf(page, /Lisbon/).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByLabel('Correct the memory').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('The user moved from London to Porto in May 2026.')
  await page.keyboard.press('Enter')
  await page.getByText('Corrected.', { exact: false }).waitFor()
  const inspector = page.getByRole('complementary', { name: 'Memory' })
  await inspector.getByRole('heading', { name: /Porto/ }).waitFor()
  await inspector
    .locator('ol')
    .getByText(/Lisbon/)
    .waitFor()
  await page.keyboard.press('u')
  await page.getByText('Undone.').waitFor()
  await inspector.getByRole('heading', { name: /Lisbon/ }).waitFor()
}

/** Memories about a topic are shown before they are forgotten, then are gone from list, search and profile. */
export async function forgetMatching(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/memories?tag=me`)
  await rowOf(page, /Lisbon/).waitFor()
  await page.getByRole('button', { name: 'Forget matching' }).click()
  await page.getByLabel('What to forget').fill('moved to Lisbon')
  const candidates = page.getByRole('list', { name: 'Would be forgotten' })
  await candidates
    .getByText(/Lisbon/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Forget \d+ memor/ }).click()
  await page.getByText(/^Forgot \d+ memor/).waitFor()
  await rowOf(page, /Lisbon/).waitFor({ state: 'detached' })
  const question = encodeURIComponent('where does the user live?')
  await page.goto(`${url}/recall?tag=me&q=${question}&a=${encodeURIComponent('{"threshold":0.1}')}`)
  await page.getByText(/^\d+ results? in/).waitFor()
  assert.equal(
    await page
      .locator('main ol a[href*="/memories"]')
      .filter({ hasText: /Lisbon/ })
      .count(),
    0,
  )
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await page.getByRole('region', { name: 'The briefing' }).waitFor()
  await settled(page)
  assert.equal(
    await page
      .getByRole('region', { name: 'The briefing' })
      .getByText(/Lisbon/)
      .count(),
    0,
  )
  // A search keeps to the state: the words of forgotten memories are found among these only.
  await page.goto(`${url}/memories?tag=me&state=forgotten&q=moved%20lisbon`)
  await page.getByText(/with these words/).waitFor()
  await rowOf(page, /Lisbon/).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Undone.').waitFor()
  await page.goto(`${url}/profile?tag=me`)
  await page
    .getByRole('region', { name: 'The briefing' })
    .getByText(/Lisbon/)
    .first()
    .waitFor()
}

/** A second embedding set is asked the golden questions beside the first, and each question shows its rank in both. */
export async function compareSets(page: Page, server: E2eServer): Promise<void> {
  await buildSecondSet(server)
  await page.goto(`${server.url}/recall?tab=questions`)
  await page.getByRole('button', { name: 'Embedding sets' }).click()
  assert.match(page.url(), /tab=sets/)
  const sets = page.getByRole('region', { name: 'Quality of each set' })
  await sets.getByRole('row').filter({ hasText: secondModel }).waitFor()
  await settled(page)
  assert.equal(await sets.getByRole('row').filter({ hasText: 'in use' }).count(), 1)
  const question = page.getByRole('table', { name: 'Ranks by question and set' }).getByRole('row').nth(1)
  assert.match((await question.textContent())!, /First.*(First|At \d+|Not found)/)
  await page.getByRole('button', { name: /^Rank changed/ }).click()
  assert.match(page.url(), /changed=true/)
  assert.deepEqual(['embedding sets', await findA11yFaults(page)], ['embedding sets', []])
}
