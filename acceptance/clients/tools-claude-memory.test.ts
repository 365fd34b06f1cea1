import { createClaudeMemoryTool } from '@supermemory/tools/claude-memory'
import { createClaudeMemoryTool as createV1 } from 'supermemory-tools-v1/claude-memory'
import { describe, expect, test } from 'vitest'
import { baseUrl, key, newTag, post } from '../client.ts'
import { nameOf } from './versions.ts'
import { aside, untilDone, watch } from './watch.ts'

const generations = [
  { name: nameOf('@supermemory/tools'), create: createClaudeMemoryTool, isFirst: false },
  { name: nameOf('supermemory-tools-v1'), create: createV1, isFirst: true },
]

const file = '/memories/plans/week.txt'
const text = 'Monday: rest\nTuesday: swim'

describe.each(generations)('$name', ({ create, isFirst }) => {
  watch()

  /** A new memory directory whose files are processed, so that a search finds no other files. */
  async function newMemory(config: { projectId: string } | { containerTags: string[] }) {
    const memoryContainerTag = newTag('claude')
    const tool = create(key, { baseUrl, memoryContainerTag, ...config })
    const settle = () =>
      aside(async () => {
        const { body } = await post('/v3/documents/list', { containerTags: [memoryContainerTag], limit: 100 })
        for (const { id } of body.memories) await untilDone(id)
      })
    type Command = Parameters<typeof tool.handleCommand>[0]
    return async (command: Command) => {
      const answer = await tool.handleCommand(command)
      await settle()
      return answer
    }
  }

  const scopes = [
    ['a project', () => ({ projectId: newTag('project') })],
    ['a container tag', () => ({ containerTags: [newTag('user')] })],
  ] as const

  test.for(scopes)('claude memory in %s: create, view, str_replace and insert work', async ([, scope]) => {
    const run = await newMemory(scope())
    expect(await run({ command: 'create', path: file, file_text: text })).toMatchObject({ success: true })
    expect(await run({ command: 'view', path: file })).toEqual({
      success: true,
      content: '   1\tMonday: rest\n   2\tTuesday: swim',
    })
    const replaced = await run({ command: 'str_replace', path: file, old_str: 'rest', new_str: 'read' })
    expect(replaced).toMatchObject({ success: true })
    const inserted = await run({ command: 'insert', path: file, insert_line: 2, insert_text: 'Noon: eat' })
    expect(inserted).toMatchObject({ success: true })
    expect((await run({ command: 'view', path: file, view_range: [1, 2] })).content).toBe(
      '   1\tMonday: read\n   2\tNoon: eat',
    )
  })

  test.for(scopes)('claude memory in %s: view of a directory works', async ([, scope]) => {
    const run = await newMemory(scope())
    expect(await run({ command: 'view', path: '/memories' })).toEqual({
      success: true,
      content: 'Directory: /memories/\n(empty)',
    })
    for (const path of [file, '/memories/notes.md'])
      await run({ command: 'create', path, file_text: `About ${path}` })
    expect((await run({ command: 'view', path: '/memories' })).content).toBe(
      'Directory: /memories/\n- plans/\n- notes.md',
    )
  })

  test.for(scopes)('claude memory in %s: several files work', async ([, scope], { task }) => {
    const run = await newMemory(scope())
    const files = {
      '/memories/alpha.txt': 'Owls hunt at dusk.',
      '/memories/beta.txt': 'Green tea, two minutes.',
      '/memories/gamma.txt': 'The spare key is under the pot.',
    }
    for (const [path, file_text] of Object.entries(files)) await run({ command: 'create', path, file_text })
    if (isFirst)
      task.meta.note =
        'This version opens the first search result for a file name, even if it is another file'
    for (const [path, file_text] of Object.entries(files)) {
      const { success, content } = await run({ command: 'view', path })
      expect(success).toBe(true)
      if (!isFirst) expect(content).toBe(`   1\t${file_text}`)
    }
  })

  test.for(scopes)('claude memory in %s: rename and delete work', async ([, scope], { task }) => {
    const run = await newMemory(scope())
    const moved = '/memories/plans/month.txt'
    await run({ command: 'create', path: file, file_text: text })
    expect(await run({ command: 'rename', path: file, new_path: moved })).toMatchObject({ success: true })
    expect((await run({ command: 'view', path: moved })).content).toContain('Tuesday: swim')
    expect(await run({ command: 'delete', path: moved })).toMatchObject({ success: true })
    if (isFirst)
      task.meta.note = 'This version reports that it deleted or renamed a file, but sends no request'
    else expect(await run({ command: 'view', path: moved })).toMatchObject({ success: false })
  })
})
