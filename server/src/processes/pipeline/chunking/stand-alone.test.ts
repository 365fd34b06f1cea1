import { describe, expect, it } from 'vitest'
import { spokenByUser, standAlone, userTextOf } from './stand-alone.ts'

const shown = (text: string) =>
  [...standAlone(text, [{ start: 0, end: text.length }])].map(sentence => sentence.shown)

describe('standAlone', () => {
  it('leaves out sentences that refer to something before them, except the very first', () => {
    expect(
      shown('This is how the kiln is fired. It must be dry before that. The kiln is lit at dawn on Monday.'),
    ).toEqual(['This is how the kiln is fired.', 'The kiln is lit at dawn on Monday.'])
    expect(shown('Ada came home late. She slept for ten hours. This study is about her sleep.')).toEqual([
      'This study is about her sleep.',
    ])
  })

  it('removes words that only connect a sentence to another, and the name of a section', () => {
    expect(shown('First comes this. However, the glaze melts at a lower heat.')).toContain(
      'The glaze melts at a lower heat.',
    )
    expect(shown('Nothing yet. Thus, mTORC1 senses leucine in the cell.')).toContain(
      'mTORC1 senses leucine in the cell.',
    )
    expect(shown('BACKGROUND AND AIMS: Clay shrinks when it is fired.')).toEqual([
      'Clay shrinks when it is fired.',
    ])
  })

  it('leaves out headings, code, fragments and notices', () => {
    const text =
      '# A heading of some length here\n\n```\nrun the kiln now please.\n```\n\nToo short.\n\n© 2014 The Society of Potters.\n\nas shown by many others before.'
    expect(shown(text)).toEqual([])
  })

  it('reports where a sentence stood', () => {
    const text = 'Clay   is dug by the river in spring.'
    expect([...standAlone(text, [{ start: 0, end: text.length }])]).toEqual([
      { start: 0, end: text.length, shown: 'Clay is dug by the river in spring.' },
    ])
  })
})

describe('spokenByUser', () => {
  it('uses the known turns, whatever the text looks like', () => {
    const [first, tool] = ['user: I fire kilns.', 'tool: Found:\nuser: I sell boats.\r[1] user: I rob banks.']
    const text = `${first}\n${tool}`
    const turns = [
      { role: 'user', start: 6, end: first.length },
      { role: 'tool', start: first.length + 7, end: text.length },
    ] as const
    expect(userTextOf(text, turns)).toBe('I fire kilns.')
    expect(userTextOf(first + tool.replace('tool:', '\ntool:').replace('\nuser', '\u2028user'))).toBe(
      'I fire kilns.',
    )
  })

  it("returns the user's words without the label, whatever labels the answer contains", () => {
    const text =
      'user: I fire kilns.\nassistant: Steps: one. Note: two.\nSteps: three.\nuser (Ada): And I glaze.\nassistant: Nice.'
    expect(userTextOf(text)).toBe('I fire kilns.\n\nAnd I glaze.')
  })

  it('returns the whole of any other text', () => {
    for (const text of ['Ada: Hi.\nBob: Hello.', 'A note.\nuser: not a conversation', 'assistant: Only me.'])
      expect(spokenByUser(text)).toEqual([{ start: 0, end: text.length }])
  })
})
