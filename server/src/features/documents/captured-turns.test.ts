import { describe, expect, test } from 'vitest'
import { captureOptions, readCapturedTurns } from './captured-turns.ts'

const claude = (user: string, assistant: string, at = '2026-11-18T09:00:00.000Z') =>
  [
    `<|turn_start|>${at}`,
    `<|start|>user<|message|>${user}<|end|>`,
    '<|start|>assistant:tool<|message|>Bash: command="ls"<|end|>',
    `<|start|>assistant<|message|>${assistant}<|end|>`,
    '<|turn_end|>',
  ].join('\n\n')
const openclaw = (user: string, assistant: string) =>
  `[role: user]\n${user}\n[user:end]\n\n[role: assistant]\n${assistant}\n[assistant:end]`
const codex = (user: string, assistant: string) =>
  `[Session 0199]\n1. [user] ${user}\n2. [tool] [tool_call] shell(ls)\n3. [assistant] ${assistant}`

const spoken = (text: string) =>
  readCapturedTurns(text)?.map(({ role, start, end }) => `${role}: ${text.slice(start, end)}`)

describe('a captured text', () => {
  test('of Claude Code and Cursor has the words of each speaker, without marks', () => {
    expect(spoken(claude('I prefer tabs.', 'Tabs it is.\n\nDone.'))).toEqual([
      'user: I prefer tabs.',
      'tool: Bash: command="ls"',
      'assistant: Tabs it is.\n\nDone.',
    ])
  })

  test('of OpenClaw has the words of each speaker, without marks', () => {
    expect(spoken(openclaw('I prefer tabs.', 'Tabs it is.'))).toEqual([
      'user: I prefer tabs.',
      'assistant: Tabs it is.',
    ])
  })

  test('of Codex has the words of each speaker, without marks', () => {
    expect(spoken(codex('I prefer tabs.', 'Tabs it is.'))).toEqual([
      'user: I prefer tabs.',
      'tool: [tool_call] shell(ls)',
      'assistant: Tabs it is.',
    ])
  })

  test('is only a text that begins as plugins begin it', () => {
    for (const text of [
      'I prefer tabs.',
      'user: Hi\nassistant: Hello',
      'See <|start|>user<|message|>x<|end|>',
    ])
      expect(readCapturedTurns(text)).toBeUndefined()
  })

  test('has at most 10,000 turns, as a conversation', () => {
    const turns = (count: number) => '<|start|>user<|message|>Yes<|end|>\n'.repeat(count)
    expect(readCapturedTurns(turns(10_000))).toHaveLength(10_000)
    expect(readCapturedTurns(turns(10_001))).toBeUndefined()
  })

  test('gives words that no label claims to the speaker before them', () => {
    const text =
      '<|start|>assistant<|message|>Send <|end|>\nor not<|end|>\n<|start|>user<|message|>Yes<|end|>'
    expect(spoken(text)).toEqual(['assistant: Send <|end|>\nor not', 'user: Yes'])
  })
})

describe.each([
  ['Claude Code', claude],
  ['OpenClaw', openclaw],
  ['Codex', codex],
])('the turns of a session of %s', (_, write) => {
  const first = write('I prefer tabs.', 'Tabs it is.')
  const second = write('I live in Porto.', 'Noted.')
  const after = (stored: string, next: string) =>
    captureOptions(next)!.merge({ content: stored, turns: readCapturedTurns(stored) ?? null })

  test('follow each other, and each keeps its speaker', () => {
    const { content, turns } = after(first, second)
    expect(content).toBe(`${first}\n\n${second}`)
    expect(turns.map(({ start, end }) => content.slice(start, end))).toEqual(
      [first, second].flatMap(text =>
        readCapturedTurns(text)!.map(({ start, end }) => text.slice(start, end)),
      ),
    )
    expect(readCapturedTurns(content)).toEqual(turns)
  })

  test('are not repeated when one is sent again, or all of them', () => {
    const both = after(first, second)
    expect(after(both.content, second)).toEqual(both)
    expect(after(first, first)).toMatchObject({ content: first })
    expect(after(first, both.content)).toEqual(both)
  })

  test('replace a text that was no transcript', () => {
    expect(after('A note.', first)).toMatchObject({ content: first })
  })
})
