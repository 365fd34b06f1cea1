import type { Client } from '../installation.ts'

export type Spending = { calls: number; inputTokens: number; outputTokens: number; usd: number }

type AttemptsJson = {
  llmCalls: { documents: number; inputTokens: number; outputTokens: number; usd: number }[]
}

/** The API tells the cost by document. A call that read several documents is divided among them. */
export async function readSpending(client: Client, documentIds: readonly string[]): Promise<Spending> {
  const sum: Spending = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }
  for (const id of documentIds) {
    const { llmCalls } = await client.get<AttemptsJson>(`/v3/documents/${id}/attempts`)
    for (const { documents, inputTokens, outputTokens, usd } of llmCalls) {
      sum.calls += 1 / documents
      sum.inputTokens += inputTokens
      sum.outputTokens += outputTokens
      sum.usd += usd
    }
  }
  return sum
}

export const addSpending = (all: readonly Spending[]): Spending => ({
  calls: total(all, ({ calls }) => calls),
  inputTokens: total(all, ({ inputTokens }) => inputTokens),
  outputTokens: total(all, ({ outputTokens }) => outputTokens),
  usd: total(all, ({ usd }) => usd),
})

const total = (all: readonly Spending[], of: (each: Spending) => number): number =>
  all.reduce((sum, each) => sum + of(each), 0)
