import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { summarize } from './summarize.ts'

describe('summarize', () => {
  it('takes whole sentences from the beginning, as many as fit', () => {
    const text = 'The first sentence. The second one is longer. The third.'
    expect(summarize(text)).toBe(text)
    expect(summarize(text, 50)).toBe('The first sentence. The second one is longer.')
    expect(summarize(text, 30)).toBe('The first sentence.')
  })

  it('skips headings, code, front matter and ornament, and crosses paragraphs', () => {
    const text =
      '---\na: b\n---\n# Title\n\nOne **two**\nthree.\n\n***\n\n```\ncode\n```\n\n## More\n\n- [four](http://x)\n- five'
    expect(summarize(text)).toBe('One two three. four five')
  })

  it('stops at the first sentence that does not fit rather than skip it', () => {
    expect(summarize(`Short one.\n\n${'long '.repeat(100)}.\n\nTiny.`, 60)).toBe('Short one.')
  })

  it('cuts a first sentence that is too long after a word', () => {
    expect(summarize('alpha beta gamma delta epsilon', 20)).toBe('alpha beta gamma…')
  })

  it('is null without prose', () => {
    for (const text of ['', ' \n ', '# Title', '```\ncode\n```', '---\n\n***', '🎉'])
      expect(summarize(text)).toBeNull()
  })

  it('never exceeds its length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 4, max: 200 }),
        (text, max) => {
          const summary = summarize(text, max)
          if (summary === null) return
          expect(summary.length).toBeLessThanOrEqual(max)
          expect(summary.trim()).toBe(summary)
          expect(summary.isWellFormed()).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('takes well under a second for a megabyte of anything', () => {
    for (const text of ['[', '[](', 'a ', '*', ' ', '`', '[a](b) ', '# a\n', 'Hi. ', '<a ', '![', 'a?']) {
      const before = process.cpuUsage()
      summarize(text.repeat(1_000_000 / text.length))
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(1000)
    }
  })
})
