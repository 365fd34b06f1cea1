import { chatgpt } from './chatgpt.ts'
import { claude } from './claude.ts'
import { cognee } from './cognee.ts'
import { hindsight } from './hindsight.ts'
import type { Importer } from './importer.ts'
import { letta } from './letta.ts'
import { mcpMemory } from './mcp-memory.ts'
import { mem0 } from './mem0.ts'
import { supermemory } from './supermemory.ts'
import { vault } from './vault.ts'
import { zep } from './zep.ts'

/** Formats other than Reverie's own archive. A new one is a file and a line here. */
export const importers: readonly Importer[] = [
  chatgpt,
  claude,
  mem0,
  zep,
  letta,
  supermemory,
  mcpMemory,
  cognee,
  hindsight,
  vault,
]

export const findImporter = (name: string): Importer | undefined => importers.find(each => each.name === name)
