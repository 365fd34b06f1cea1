import { ArchiveError } from '../archive-error.ts'
import { limits } from '../format.ts'
import { splitJson } from '../importing/split-json.ts'
import type { Importer, ImportItem } from './importer.ts'
import { dateOf, type Fields, hashKey, isFields, textOf, toMetadata } from './read-values.ts'

/** Memories as the API of mem0 lists them: an array, or an object with `results` or `memories`. */
export const mem0: Importer = {
  name: 'mem0',
  label: 'mem0 memories (JSON)',
  async *read(files) {
    for await (const { body } of files)
      for await (const { key, value } of splitJson(body, limits.lineBytes)) {
        if (key !== null && !['results', 'memories', 'data'].includes(key)) continue
        const item = toStatement(isFields(value) ? value : { memory: value })
        if (item) yield item
      }
  },
}

const unrecognized = () => new ArchiveError('import.unrecognized', 'a memory of mem0 has a text in `memory`')

const textNames = ['memory', 'text', 'content', 'data']

/** The text is that of the last update, so it counts as said then. */
function toStatement(memory: Fields): ImportItem | undefined {
  const content = textOf(memory, ...textNames)
  if (content === undefined) {
    // An empty memory is one, and says nothing.
    if (textNames.some(name => memory[name] === '' || memory[name] === null)) return undefined
    throw unrecognized()
  }
  const given = isFields(memory.metadata) ? memory.metadata : {}
  const { user_id: userId, agent_id: agentId, run_id: runId, categories } = memory
  return {
    item: 'statement',
    key: textOf(memory, 'id') ?? hashKey(content, String(userId ?? ''), String(agentId ?? '')),
    content,
    date: dateOf(memory, 'updated_at', 'created_at', 'timestamp'),
    metadata: toMetadata({ ...given, userId, agentId, runId, categories }),
  }
}
