import { z } from 'zod'
import type { DocumentEventJson } from '../../../features/documents/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Caller, spaceOf } from '../caller.ts'
import { fit } from '../token-budget.ts'
import type { Tool } from '../tool.ts'
import { candidatesJson, forgetByText } from './forget-by-text.ts'
import { containerTag } from './inputs.ts'

/** Published proxies of this interface give up after 30 s. */
const longestWaitMs = 25_000

const memoriesJson = z.array(z.object({ id: z.string(), memory: z.string() }))

const input = z.object({
  content: z.string().min(1).max(200_000).describe('The text to remember, or one http(s) address to read.'),
  action: z
    .enum(['save', 'forget'])
    .default('save')
    .describe('`forget` forgets the memory with this text instead; prefer forget_memory.'),
  wait: z
    .boolean()
    .default(false)
    .describe('Waits until it can be recalled, up to 25 seconds. Set it if you need it in this turn.'),
  containerTag,
})

const output = z.object({
  action: z.enum(['save', 'forget']),
  success: z.boolean(),
  containerTag: z.string(),
  message: z.string(),
  id: z.string().optional().describe('Id of the document, or of the forgotten memory.'),
  status: z.string().optional().describe('`done` when it can be recalled.'),
  memories: memoriesJson.optional().describe('Memories that were formed; only with wait.'),
  candidates: candidatesJson.optional().describe('Memories that may be meant; only with forget.'),
})

export const addMemory: Tool<typeof input, typeof output> = {
  name: 'add_memory',
  title: 'Add to memory',
  description:
    'Saves something for later conversations. Use it when the user tells you a lasting fact, preference, decision, plan or correction, asks you to remember something, or when work ends with a result worth keeping. Write full sentences with names and dates instead of "he" and "tomorrow". Do not save secrets, or what you only guessed. With wait, it returns when the text can be recalled, with the memories that were formed.',
  input,
  output,
  changes: 'removes',
  operation: 'add',
  async run({ content, action, wait, ...given }, caller) {
    const tag = spaceOf(caller, given.containerTag)
    const data =
      action === 'forget'
        ? { action, containerTag: tag, ...(await forgetByText(caller, tag, content)) }
        : { action, containerTag: tag, success: true, ...(await save(caller, tag, { content, wait })) }
    return { data, text: [data.message, ...memoryLines(data)].join('\n') }
  },
}

async function save(caller: Caller, tag: string, { content, wait }: { content: string; wait: boolean }) {
  const metadata = { sm_source: 'mcp', ...(caller.client && { sm_client: caller.client }) }
  const { id, status } = await caller.call('POST /v3/documents', {
    // Without `instant`, memories form when the container has been quiet for some seconds.
    body: { content, containerTag: tag, metadata, ...(wait && { dreaming: 'instant' }) },
  })
  if (!wait)
    return { id, status, message: `Saved as document ${id} in ${tag}. It can be recalled in seconds.` }
  const state = await untilRecallable(caller, id)
  if (!state) return { id, status: 'processing', message: `Saved as document ${id}, and still in work.` }
  if (state.status === 'failed')
    return {
      ...{ id, status: 'failed', success: false },
      message: `Document ${id} could not be read: ${state.errorMessage ?? state.errorCode ?? 'unknown'}`,
    }
  const memories = await memoriesOf(caller, id)
  return {
    id,
    status: 'done',
    memories,
    message: `Saved as document ${id} in ${tag}. It can be recalled now.`,
  }
}

/** The state in which processing ended; undefined if it takes longer than a caller waits, or too many wait already. */
async function untilRecallable(caller: Caller, id: string): Promise<DocumentEventJson | undefined> {
  const until = performance.now() + longestWaitMs
  try {
    for await (const state of caller.watch(id)) {
      if (state?.status === 'failed') return state
      if (state?.status === 'done' && state.dreamingStatus !== 'dreaming') return state
      if (performance.now() > until) return undefined
    }
  } catch (error) {
    // The text is saved. An error would make the agent save it again.
    if (!(error instanceof AppError && error.code === 'stream.limited')) throw error
  }
  return undefined
}

async function memoriesOf(caller: Caller, id: string) {
  const { memories = [] } = await caller.call('GET /v3/documents/:id', { params: { id } })
  const current = memories.filter(({ isLatest, isForgotten }) => isLatest && !isForgotten)
  return fit(
    current.map(({ id, memory }) => ({ id, memory })),
    1_000,
  ).taken
}

function memoryLines({ memories = [], candidates = [] }: { memories?: object[]; candidates?: object[] }) {
  return [...memories, ...candidates].map(each => {
    const { id, memory } = each as { id: string; memory: string }
    return `- ${memory} [memory ${id}]`
  })
}
