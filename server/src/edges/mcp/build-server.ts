import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { productVersion } from '../../platform/lib/version.ts'
import type { Caller } from './caller.ts'
import { asToolError } from './failures.ts'
import { instructions } from './instructions.ts'
import { addPrompts } from './prompts.ts'
import { addFormerResources, addResources } from './resources.ts'
import type { Tool } from './tool.ts'
import { findTool, visibleTools } from './tools/all-tools.ts'

/** A JSON-RPC message, as far as it decides what its server needs. */
export type Message = { method?: unknown; params?: unknown }

export type ServerChoice = { message: Message; isChatGpt: boolean }

/** Clients may keep lists for five minutes. They depend on the key, so no shared cache may. */
const forLists = { ttlMs: 300_000, cacheScope: 'private' } as const

/**
 * A server for one message. It has only the parts that the message is about: to build all schemas for each call would cost
 * more than most calls.
 */
export function buildServer(caller: Caller, { message, isChatGpt }: ServerChoice): McpServer {
  const server = new McpServer(
    { name: 'reverie', title: 'Reverie', version: ownVersion() },
    {
      instructions,
      // Nothing is announced: there are no sessions that could hear it.
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        prompts: { listChanged: false },
      },
      cacheHints: {
        'tools/list': forLists,
        'prompts/list': forLists,
        'resources/templates/list': forLists,
        'server/discover': forLists,
      },
    },
  )
  const method = String(message.method)
  for (const tool of toolsFor(method, calledTool(message), { caller, isChatGpt }))
    addTool(server, tool, caller)
  if (method.startsWith('resources/')) addResources(server, caller)
  if (method === 'resources/read') addFormerResources(server, caller)
  if (method.startsWith('prompts/')) addPrompts(server, caller)
  return server
}

let knownVersion: string | undefined

/** Read once, because it is in a file. */
function ownVersion(): string {
  knownVersion ??= productVersion()
  return knownVersion
}

/** The tool that a message calls, by a name that we know. */
export function calledTool({ method, params }: Message): Tool | undefined {
  const name = (params as { name?: unknown } | null | undefined)?.name
  return method === 'tools/call' && typeof name === 'string' ? findTool(name) : undefined
}

function toolsFor(
  method: string,
  called: Tool | undefined,
  { caller, isChatGpt }: { caller: Caller; isChatGpt: boolean },
): Tool[] {
  if (called) return [called]
  return method === 'tools/list' ? visibleTools(caller, isChatGpt) : []
}

function addTool(server: McpServer, tool: Tool, caller: Caller): void {
  const { name, title, description, input, output, changes } = tool
  server.registerTool(
    name,
    {
      ...{ title, description, inputSchema: input, outputSchema: output },
      annotations: {
        title,
        readOnlyHint: changes === undefined,
        destructiveHint: changes === 'removes',
        idempotentHint: changes === undefined,
        // It reads and writes this memory, and nothing elsewhere.
        openWorldHint: false,
      },
    },
    (given: Record<string, unknown>) => runTool(tool, given, caller),
  )
}

async function runTool(tool: Tool, given: Record<string, unknown>, caller: Caller): Promise<CallToolResult> {
  try {
    const { data, text } = await tool.run(given, caller)
    return { content: [{ type: 'text', text }], structuredContent: data }
  } catch (error) {
    caller.failed(error)
    return asToolError(error)
  }
}
