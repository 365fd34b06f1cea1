import type { Page } from 'playwright-core'

type Interaction = {
  path: string
  /** There when the page is ready for it. */
  shows: string
  /** Does it, and returns the milliseconds until the page shows its result. */
  run(page: Page, round: number): Promise<number>
}

const cell = '[role=grid] [role=gridcell]'
/** The first cell of a row is its checkbox, which opens nothing. */
const firstRow = '[role=grid] [aria-rowindex="2"]'

/**
 * From the event until the frame after the page shows the result: nothing is loading, no row is of the view before, and the address
 * has what was asked for. It runs inside the page, so the browser's driver is not measured.
 */
async function timed(
  page: Page,
  act: { click?: string; key?: string; type?: [selector: string, text: string]; scroll?: number },
  until: { address?: string; shows?: string; moves?: boolean },
): Promise<number> {
  return page.evaluate(
    async ([does, wanted]) => {
      const grid = () => document.querySelector<HTMLElement>('[role=grid]')
      const rowsNow = () => grid()?.querySelector('[role=row][style*=top]')?.textContent
      const before = rowsNow()
      const isReached = () =>
        !document.querySelector('main [aria-busy=true]') &&
        !grid()?.className.includes('opacity-60') &&
        (!wanted.address || decodeURIComponent(location.search).includes(wanted.address)) &&
        (!wanted.shows || !!document.querySelector(wanted.shows)) &&
        (!wanted.moves || rowsNow() !== before)
      const began = performance.now()
      if (does.click) document.querySelector<HTMLElement>(does.click)!.click()
      if (does.key) window.dispatchEvent(new KeyboardEvent('keydown', { key: does.key, bubbles: true }))
      if (does.scroll) grid()!.scrollTop = does.scroll
      if (does.type) {
        const [selector, text] = does.type
        const input = document.querySelector<HTMLInputElement>(selector)!
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      for (;;) {
        await new Promise(resolve => requestAnimationFrame(resolve))
        if (isReached()) return performance.now() - began
        if (performance.now() - began > 15_000) throw new Error(`${JSON.stringify(does)}: not reached`)
      }
    },
    [act, until] as const,
  )
}

const chip = (at: number) => `main fieldset button:nth-of-type(${at})`
const words = ['kiln', 'glaze', 'Lisbon', 'studio', 'coffee', 'order']

export const interactions = (tag: string): Record<string, Interaction> => ({
  'documents: next row by J': {
    ...{ path: '/documents', shows: cell },
    run: page => timed(page, { key: 'j' }, { shows: '[role=grid][aria-activedescendant]' }),
  },
  'documents: open a row': {
    ...{ path: '/documents', shows: cell },
    run: page => timed(page, { click: firstRow }, { address: 'open=', shows: 'aside h2' }),
  },
  'documents: scroll to the next page': {
    ...{ path: '/documents', shows: cell },
    run: page => timed(page, { scroll: 3_400 }, { shows: '[aria-rowindex="120"]' }),
  },
  'documents: only failed': {
    ...{ path: `/documents?tag=${tag}`, shows: cell },
    run: page => timed(page, { click: chip(4) }, { address: 'state=failed', shows: cell }),
  },
  'documents: only a type': {
    ...{ path: `/documents?tag=${tag}`, shows: cell },
    run: async page => {
      await page.getByRole('button', { name: 'Type' }).click()
      await page.locator('[role=dialog] li button').first().waitFor()
      return timed(page, { click: '[role=dialog] li button' }, { address: 'type=', shows: cell })
    },
  },
  'documents: search': {
    ...{ path: `/documents?tag=${tag}`, shows: cell },
    run: (page, round) =>
      timed(
        page,
        { type: ['main input[type=search]', words[round]!] },
        { address: `q=${words[round]}`, shows: cell },
      ),
  },
  'memories: next row by J': {
    ...{ path: '/memories', shows: cell },
    run: page => timed(page, { key: 'j' }, { shows: '[role=grid][aria-activedescendant]' }),
  },
  'memories: open a row': {
    ...{ path: '/memories', shows: cell },
    run: page => timed(page, { click: firstRow }, { address: 'open=', shows: 'aside h2' }),
  },
  'memories: scroll to the next page': {
    ...{ path: `/memories?tag=${tag}`, shows: cell },
    run: page => timed(page, { scroll: 3_400 }, { shows: '[aria-rowindex="120"]' }),
  },
  'memories: only forgotten': {
    ...{ path: `/memories?tag=${tag}`, shows: cell },
    run: page => timed(page, { click: chip(4) }, { address: 'state=forgotten', shows: cell }),
  },
  'memories: search': {
    ...{ path: `/memories?tag=${tag}`, shows: cell },
    run: (page, round) =>
      timed(
        page,
        { type: ['main input[type=search]', words[round]!] },
        { address: `q=${words[round]}`, shows: cell },
      ),
  },
  'failures: open a row': {
    ...{ path: '/activity?state=failed', shows: cell },
    run: page => timed(page, { click: firstRow }, { address: 'open=', shows: 'aside h2' }),
  },
  'containers: open a row': {
    ...{ path: '/settings/containers', shows: cell },
    run: page => timed(page, { click: firstRow }, { address: 'open=', shows: 'aside h2' }),
  },
  'requests: only refused': {
    ...{ path: '/usage/requests', shows: cell },
    run: page => timed(page, { click: chip(3) }, { address: 'status=4xx' }),
  },
})
