import { z } from 'zod'
import { ItemError, SourceError, type SourceResponse } from './connector.ts'

/**
 * Reads JSON in the form that a provider documents. JSON that breaks off, or has another form, ends the run: as a shorter list it
 * would delete documents.
 */
export async function readAnswer<T>(
  provider: string,
  answer: Pick<SourceResponse, 'json'>,
  schema: z.ZodType<T>,
): Promise<T> {
  return checkForm(provider, await readJson(provider, answer), schema)
}

export function checkForm<T>(provider: string, value: unknown, schema: z.ZodType<T>): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw new SourceError(
    'provider_unavailable',
    `${provider} sent something unexpected: ${z.prettifyError(read.error)}`,
  )
}

async function readJson(provider: string, { json }: Pick<SourceResponse, 'json'>): Promise<unknown> {
  try {
    return await json()
  } catch (error) {
    if (error instanceof SourceError || error instanceof ItemError) throw error
    throw new SourceError('provider_unavailable', `${provider} sent an answer that breaks off.`, {
      cause: error,
    })
  }
}
