import { z } from 'zod'
import { AppError } from '../../../platform/errors.ts'
import type { Caller } from '../caller.ts'

/** A text that is this similar to a memory means it. Below, only the candidates are shown. */
const certain = 0.85
const possible = 0.5
const most = 5

export const candidatesJson = z.array(
  z.object({ id: z.string(), memory: z.string(), similarity: z.number() }),
)

type Outcome = {
  success: boolean
  message: string
  id?: string
  candidates?: z.output<typeof candidatesJson>
}

/** Forgets the memory with exactly this text, else those that certainly mean the same. Never guesses. */
export async function forgetByText(
  caller: Caller,
  containerTag: string,
  text: string,
  { dryRun = false, reason }: { dryRun?: boolean; reason?: string | undefined } = {},
): Promise<Outcome> {
  const forExact = { containerTag, ...(reason && { reason }) }
  const exact = dryRun ? undefined : await forgetExact(caller, { ...forExact, content: text })
  if (exact) return { success: true, id: exact, message: `Forgotten: ${text}` }
  const candidates = await findCandidates(caller, containerTag, text)
  const meant = candidates.filter(({ similarity }) => similarity >= certain)
  if (dryRun) return { success: true, candidates, message: `${meant.length} would be forgotten.` }
  if (meant.length === 0) return { success: false, candidates, message: explain(candidates.length) }
  const ids = meant.map(({ id }) => id)
  await caller.call('POST /v4/memories/forget-matching', { body: { ...forExact, ids } })
  return { success: true, id: ids[0]!, candidates: meant, message: `${meant.length} forgotten.` }
}

async function forgetExact(caller: Caller, body: object): Promise<string | undefined> {
  try {
    return (await caller.call('DELETE /v4/memories', { body })).id
  } catch (error) {
    if (error instanceof AppError && error.code === 'memory.not_found') return undefined
    throw error
  }
}

async function findCandidates(caller: Caller, containerTag: string, query: string) {
  const { candidates = [] } = await caller.call('POST /v4/memories/forget-matching', {
    body: { containerTag, query: query.slice(0, 10_000), dryRun: true, threshold: possible, maxForget: most },
  })
  return candidates.map(({ id, memory, score }) => ({
    id,
    memory,
    similarity: Math.round(score * 100) / 100,
  }))
}

const explain = (candidates: number): string =>
  candidates === 0
    ? 'No memory says this. Nothing was forgotten.'
    : 'Nothing was forgotten, because no memory says exactly this. Call forget_memory with the id of the one that is meant.'
