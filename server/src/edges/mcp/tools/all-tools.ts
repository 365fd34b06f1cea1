import type { Caller } from '../caller.ts'
import type { Tool } from '../tool.ts'
import { addMemory } from './add-memory.ts'
import { fetchTool, search } from './chatgpt.ts'
import { forgetMemory } from './forget-memory.ts'
import { getDocument } from './get-document.ts'
import { listDocuments } from './list-documents.ts'
import { listMemories } from './list-memories.ts'
import { listSpaces } from './list-spaces.ts'
import { searchMemory } from './search-memory.ts'
import { whoAmI } from './who-am-i.ts'

const usual = [
  ...[searchMemory, addMemory, forgetMemory],
  ...[listMemories, listDocuments, getDocument, listSpaces, whoAmI],
]

/** Nine with the pair of ChatGPT: `fetch` takes the place of `getDocument`. */
const forChatGpt = [...usual.filter(each => each !== getDocument), search, fetchTool]

/** The tools that a caller sees, in a fixed order. */
export function visibleTools({ mayWrite }: Pick<Caller, 'mayWrite'>, isChatGpt: boolean): Tool[] {
  return (isChatGpt ? forChatGpt : usual).filter(({ changes }) => mayWrite || changes === undefined)
}

/** Names from before July 2026, which old prompts and configurations still call. They are not listed. */
const former: Record<string, Tool> = {
  recall: searchMemory,
  memory: addMemory,
  listProjects: listSpaces,
}

/** The tool of a name, listed or not. A caller that only reads is refused by the route behind a tool that writes. */
export function findTool(name: string): Tool | undefined {
  const known = [...usual, search, fetchTool].find(each => each.name === name)
  if (known) return known
  const meant = Object.hasOwn(former, name) ? former[name] : undefined
  return meant && renamed(name, meant)
}

/** Their arguments have the same names. */
const renamed = (name: string, meant: Tool): Tool => ({ ...meant, name })
