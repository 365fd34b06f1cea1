import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeTitle } from './make-title.ts'

describe('makeTitle', () => {
  it('takes the heading that a text begins with', () => {
    expect(makeTitle('# Guide\n\nHello.')).toBe('Guide')
    expect(makeTitle('\ufeff\n\n## **The** [Guide](https://example.com) to `x` ##\nHello.')).toBe(
      'The Guide to x',
    )
    expect(makeTitle('Guide\n=====\n\nHello.')).toBe('Guide')
    expect(makeTitle('---\ntags: [a]\n---\n\n# Guide\n')).toBe('Guide')
  })

  it('skips badges before the main heading, but does not skip text before a section', () => {
    expect(makeTitle('[![build](https://b.io/x.svg)](https://b.io)\n\n# Guide\n\nHello.')).toBe('Guide')
    expect(makeTitle('<p align="center">\n<img\n  src="x.svg"\n/>\n<h1>Guide</h1>\n</p>\n\nHello.')).toBe(
      'Guide',
    )
    expect(makeTitle('Array<Title> and a < b')).toBe('Array<Title> and a < b')
    expect(makeTitle('Hello there.\n\n## Details\n')).toBe('Hello there.')
    expect(makeTitle('#\n\nHello there.')).toBe('Hello there.')
  })

  it('takes the first line with words', () => {
    expect(makeTitle('\n  \n***\n- [ ] Buy milk\n- Call Ann')).toBe('Buy milk')
    expect(makeTitle('#hashtag first\nmore')).toBe('#hashtag first')
    expect(makeTitle('```js\nrun(1)\n```')).toBe('run(1)')
    expect(makeTitle('🎉')).toBe('🎉')
  })

  it('cuts a long line after a sentence', () => {
    const rest = 'It goes on and on about many other things that are of no interest here.'
    expect(makeTitle(`The meeting is moved to Tuesday. ${rest}`)).toBe('The meeting is moved to Tuesday.')
    expect(
      makeTitle(`今天天气很好，我们一起去公园散步，然后回家吃晚饭吧。${'还有很多别的事情要做'.repeat(10)}`),
    ).toBe('今天天气很好，我们一起去公园散步，然后回家吃晚饭吧。')
  })

  it('cuts a long sentence after a word', () => {
    expect(makeTitle(`Dr. Smith ${'went home, '.repeat(20)}`)).toBe(
      `Dr. Smith ${'went home, '.repeat(6)}`.slice(0, -2).concat('…'),
    )
    expect(makeTitle('x'.repeat(200))).toBe(`${'x'.repeat(79)}…`)
  })

  it('is null for an empty text, and always short and clean', () => {
    expect(makeTitle('')).toBeNull()
    expect(makeTitle(' \n\t\u3000')).toBeNull()
    expect(makeTitle('#\n##\n')).toBeNull()
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const title = makeTitle(text)
        if (title === null) return
        expect(title).not.toBe('')
        expect(title.length).toBeLessThanOrEqual(80)
        expect(title.trim()).toBe(title)
        expect(title.isWellFormed()).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
