import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Chunk, chunkText } from './chunk-text.ts'
import { weighText } from './weigh-text.ts'

const sentence = 'The committee agreed on Tuesday to postpone the vote. '
const contents = (chunks: Chunk[]) => chunks.map(chunk => chunk.content)

/** Checks the properties that every result has, whatever the text. */
function expectSound(text: string, chunks: Chunk[]): void {
  let end = 0
  for (const [index, chunk] of chunks.entries()) {
    expect(chunk.position).toBe(index)
    expect(chunk.content).toBe(text.slice(chunk.start, chunk.end))
    expect(chunk.content).toBe(chunk.content.trim())
    expect(chunk.content).not.toBe('')
    expect(text.slice(end, chunk.start).trim()).toBe('')
    const around = text.slice(chunk.end - 1, chunk.end + 1)
    expect(around).not.toMatch(/^[\ud800-\udbff][\udc00-\udfff]$/)
    end = chunk.end
  }
  expect(text.slice(end).trim()).toBe('')
}

const options = fc.record(
  { targetChars: fc.integer({ min: 1, max: 300 }), maxChars: fc.integer({ min: 1, max: 400 }) },
  { requiredKeys: [] },
)
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 })
  .map(units => String.fromCharCode(...units))
const word = fc.constantFrom('one', 'Two.', 'three!', '天气。', 'สวัสดี', 'e.g.', '👩‍👩‍👧‍👦', 'x'.repeat(90))
const words = fc.array(word, { maxLength: 40 }).map(parts => parts.join(' '))
const markdown = fc
  .array(
    fc.oneof(
      words,
      fc
        .tuple(fc.integer({ min: 1, max: 7 }), words)
        .map(([level, title]) => `${'#'.repeat(level)} ${title}`),
      words.map(title => `${title}\n---`),
      words.map(title => `Title\n===\n${title}`),
      words.map(code => `\`\`\`\n# not a heading\n${code}\n\`\`\``),
      words.map(item => `- ${item}\n  1. nested\n| a | b |`),
      fc.constantFrom('```', '~~~', '---', '#', '\u2028', '\ufeff', '   ', '\t# x'),
    ),
    { maxLength: 25 },
  )
  .chain(blocks => fc.constantFrom('\n', '\n\n', '\r\n', ' \n\t\n').map(gap => blocks.join(gap)))

describe('a chunked text', () => {
  const texts = {
    'code points': fc.string({ unit: 'binary', maxLength: 400 }),
    'code units': codeUnits,
    markdown,
  }
  for (const [name, arbitrary] of Object.entries(texts)) {
    it(`is covered exactly once, at exact offsets: ${name}`, () => {
      fc.assert(
        fc.property(arbitrary, options, (text, limits) => {
          const chunks = chunkText(text, limits)
          expectSound(text, chunks)
          expect(chunkText(text, limits)).toEqual(chunks)
        }),
        { numRuns: 500 },
      )
    })
  }

  it('stays within the maximum chunk size, except for the headings above a sentence', () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 60, max: 300 }), (text, targetChars) => {
        const maxChars = targetChars + 100
        for (const { content } of chunkText(text.replaceAll('\r', ''), { targetChars, maxChars })) {
          const weight = weighText(content)(0, content.length)
          if (weight <= maxChars) continue
          // Underlined headings first: an indented '# x' is a heading by its underline, not by its sign.
          const body = content
            .replace(/^(?:\s*(?:.*\n\s*(?:==+|--+)\s*|#{1,6}(?:[ \t].*)?)(?:\n|$))+/, '')
            .trim()
          expect(body.length).toBeLessThan(content.length)
          expect(weighText(body)(0, body.length)).toBeLessThanOrEqual(maxChars)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('keeps sentences whole that fit into a chunk', () => {
    const plain = fc
      .array(fc.constantFrom('alpha', 'beta', 'gamma,', 'delta'), { minLength: 1, maxLength: 20 })
      .map(parts => `So ${parts.join(' ')}.`)
    fc.assert(
      fc.property(fc.array(plain), fc.constantFrom(' ', '\n', '\n\n'), (sentences, gap) => {
        const chunks = chunkText(sentences.join(gap), { targetChars: 200, maxChars: 260 })
        let start = 0
        for (const one of sentences) {
          const end = start + one.length
          expect(chunks.some(chunk => chunk.start <= start && end <= chunk.end)).toBe(true)
          start = end + gap.length
        }
      }),
    )
  })

  it('that is empty gives no chunks', () => {
    expect(chunkText('')).toEqual([])
    expect(chunkText(' \n\t\u00a0\u3000\ufeff\r\n')).toEqual([])
  })
})

describe('chunking by sections', () => {
  it('keeps a heading with its text and names the headings above', () => {
    const text = `# Guide\n\nHello there.\n\n## Install\n\n${sentence.repeat(30)}\n\n## Use\n\n${sentence.repeat(10)}`
    const chunks = chunkText(text)
    expect(chunks[0]!.content).toMatch(/^# Guide\n\nHello there\.\n\n## Install\n\nThe committee/)
    expect(chunks[0]!.headings).toEqual([])
    expect(chunks[1]!.headings).toEqual(['Guide', 'Install'])
    expect(chunks.at(-1)!.content).toMatch(/^## Use\n\nThe/)
    expect(chunks.at(-1)!.headings).toEqual(['Guide'])
  })

  it('begins a chunk at a heading of the same or a higher level', () => {
    const body = sentence.repeat(8).trim()
    const text = `# A\n${body}\n\nC\n===\n${body}\n\n## D ##\n${body}\n\n# E\n${body}`
    expect(contents(chunkText(text)).map(content => content.slice(0, 5))).toEqual([
      '# A\nT',
      'C\n===',
      '## D ',
      '# E\nT',
    ])
    expect(chunkText(text)[2]!.headings).toEqual(['C'])
  })

  it('merges tiny sections, but not into a section of a higher level', () => {
    const many = Array.from({ length: 100 }, (_, i) => `## Question ${i}\n\nThe answer is ${i}.`).join('\n\n')
    const count = chunkText(many).length
    expect(count).toBeGreaterThan(5)
    expect(count).toBeLessThan(35)
    expect(contents(chunkText('# A\n## B\n### C\nshort\n# D\nshort'))).toHaveLength(1)
    expect(contents(chunkText('### C\nshort\n# D\nshort'))).toEqual(['### C\nshort', '# D\nshort'])
  })

  it('does not read code, indented lines or front matter as headings', () => {
    const text = `---\ntitle: x\n---\n\n\`\`\`sh\n# comment\n\`\`\`\n\n    # code\n\n#hashtag\n\n${sentence.repeat(40)}`
    expect(chunkText(text).flatMap(chunk => chunk.headings)).toEqual([])
  })

  it('does not repeat a megabyte that follows a #', () => {
    expect(chunkText(`# ${'word '.repeat(1000)}\n\n${sentence}`).flatMap(chunk => chunk.headings)).toEqual([])
  })

  it('adds headings without text to the previous chunk', () => {
    expect(contents(chunkText(`## A\n${sentence.repeat(9)}\n# Notes`))).toHaveLength(1)
  })
})

describe('chunking within a section', () => {
  it('keeps a code block whole that fits and splits a longer one between lines', () => {
    const line = '  total += weights[index]\n'
    const fitting = `\`\`\`ts\n${line.repeat(25)}\`\`\``
    expect(contents(chunkText(`${sentence.repeat(10)}\n${fitting}\n${sentence.repeat(10)}`))).toContain(
      fitting,
    )
    for (const content of contents(chunkText(`~~~\n${line.repeat(500)}~~~`))) {
      expect(content).toMatch(/^(?:~~~|total).*(?:\]|~~~)$/s)
    }
  })

  it('treats the breaks of hard-wrapped text as spaces', () => {
    const text = 'This sentence goes on\nover three lines\nand ends here. Another one\nfollows it.'
    expect(contents(chunkText(text, { targetChars: 60, maxChars: 80 }))).toEqual([
      'This sentence goes on\nover three lines\nand ends here.',
      'Another one\nfollows it.',
    ])
  })

  it('does not end a sentence inside a URL or a badge', () => {
    const text =
      'We read https://example.com/search?q=what&lang=en [![Build](x.svg)](y) today. Then we all left for home.'
    expect(contents(chunkText(text, { targetChars: 60, maxChars: 150 }))).toEqual([
      text.slice(0, text.indexOf(' Then')),
      'Then we all left for home.',
    ])
  })

  it('splits a sentence that is too long between lines, then words, then characters', () => {
    const limits = { targetChars: 30, maxChars: 40 }
    expect(contents(chunkText('one two three four\nfive six seven eight\nnine ten eleven', limits))).toEqual([
      'one two three four',
      'five six seven eight',
      'nine ten eleven',
    ])
    expect(contents(chunkText('one two three four five six seven eight nine ten', limits))).toEqual([
      'one two three four five six',
      'seven eight nine ten',
    ])
    const family = '👩‍👩‍👧‍👦'
    const pieces = contents(chunkText(family.repeat(20), { targetChars: 100, maxChars: 100 }))
    expect(pieces.length).toBeGreaterThan(2)
    for (const piece of pieces) expect(piece.replaceAll(family, '')).toBe('')
  })

  it('splits Chinese, Japanese, Hindi and Thai, and gives their characters more weight', () => {
    const chinese = contents(chunkText('今天天气很好，我们去公园吧。'.repeat(100)))
    for (const chunk of chinese) {
      expect(chunk).toMatch(/。$/)
      expect(chunk.length).toBeLessThanOrEqual(300)
      expect(chunk.length).toBeGreaterThan(150)
    }
    const limits = { targetChars: 40, maxChars: 60 }
    expect(contents(chunkText('吾輩は猫である。名前はまだ無い！', limits))).toEqual([
      '吾輩は猫である。',
      '名前はまだ無い！',
    ])
    expect(contents(chunkText('नमस्ते जी। आप कैसे हैं?', limits))).toHaveLength(2)
    // Thai has neither full stops nor spaces between words. The dictionary finds the words.
    const thai = 'คณะกรรมการตกลงเมื่อวันอังคาร'
    const ends = new Set(
      [...new Intl.Segmenter('th', { granularity: 'word' }).segment(thai)].map(word => word.index),
    )
    expect(ends.has(chunkText(thai, limits)[0]!.end)).toBe(true)
  })

  it('merges a small rest into the previous chunk', () => {
    expect(chunkText(sentence.repeat(18))).toHaveLength(1)
  })
})

describe('chunking one megabyte', () => {
  const texts: Record<string, string> = {
    prose: sentence.repeat(19_000),
    paragraphs: `${sentence.repeat(6)}\n\n`.repeat(3_200),
    'no spaces': 'a'.repeat(1_000_000),
    'Chinese without marks': '天'.repeat(1_000_000),
    'combining marks': `a${'\u0301'.repeat(1_000_000)}`,
    newlines: '\n'.repeat(1_000_000),
    hashes: '#'.repeat(1_000_000),
    'empty headings': '#\n'.repeat(500_000),
    'underlined headings': 'a\n--\n'.repeat(200_000),
    fences: '```\n'.repeat(250_000),
    'half fences': '```` x ` '.repeat(110_000),
    lines: 'hi\n'.repeat(333_000),
    'one-word sentences': 'Hi. '.repeat(500_000),
  }
  for (const [name, text] of Object.entries(texts)) {
    it(`takes well under a second: ${name}`, () => {
      // CPU time, because the machine may be busy with other tests.
      const before = process.cpuUsage()
      const chunks = chunkText(text)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(1000)
      expect(chunks.length).toBeLessThan(text.length / 200)
    })
  }
})
