import { expect, test } from 'vitest'
import { splitLines } from './split-lines.ts'

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function linesOf(text: string, size: number, most = 100): Promise<string[]> {
  const lines: string[] = []
  for await (const line of splitLines(pieces(text, size), most, 'archive')) lines.push(line)
  return lines
}

test.each([1, 2, 3, 7, 1_000])(
  'lines are the same, whichever pieces of %i bytes they arrive in',
  async size => {
    expect(await linesOf('één\n\nzwei\nтри', size)).toEqual(['één', '', 'zwei', 'три'])
    expect(await linesOf('ends\n', size)).toEqual(['ends'])
  },
)

test.each([1, 50, 1_000])(
  'a line over the limit is refused before it is in memory, in pieces of %i bytes',
  async size => {
    await expect(linesOf(`short\n${'x'.repeat(101)}\n`, size)).rejects.toMatchObject({
      code: 'archive.line_too_long',
    })
    expect(await linesOf(`${'x'.repeat(100)}\n`, size)).toHaveLength(1)
  },
)

test.each(['archive', 'import'] as const)('bytes that are no UTF-8 are refused in an %s', async of => {
  const broken = (async function* () {
    yield Uint8Array.of(0x61, 0xff, 0x0a)
  })()
  const all = async () => {
    for await (const _ of splitLines(broken, 100, of));
  }
  await expect(all()).rejects.toMatchObject({ code: `${of}.malformed` })
})
