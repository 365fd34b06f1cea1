import { isPassing } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { gateNames } from '../../platform/lanes/gate-names.ts'
import type { Gates } from '../../platform/lanes/gates.ts'
import type { Embedders } from '../../platform/providers/embedding/embedder.ts'
import { FactExtractionError, type FactExtractor } from './extract/fact-extractor.ts'

export type GatedApp = Embedders & { extractor: FactExtractor; gates?: Gates | undefined }

/** The gate at which a failed step has to wait; undefined when the failure is not the environment's. */
export async function gateOfFailure(app: GatedApp, error: unknown): Promise<string | undefined> {
  const { gates } = app
  if (!gates) return undefined
  for (const name of suspectsFor(app, error)) if (await gates.isDown(name)) return name
  return undefined
}

function suspectsFor({ embedder, nextEmbedder, extractor }: GatedApp, error: unknown): string[] {
  if (error instanceof FactExtractionError)
    return error.code === 'dream.provider_unavailable' ? [gateNames.llm(extractor.name)] : []
  if (error instanceof AppError && error.code === 'embed.unavailable')
    return [embedder, nextEmbedder].flatMap(each => (each ? gateNames.embedding(each.model) : []))
  return isPassing(error) ? [gateNames.directory] : []
}
