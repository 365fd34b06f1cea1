import type { Config } from '../../../platform/config.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import { openEmbedder, openNextEmbedder } from '../../../platform/providers/registry.ts'
import { type Finding, failure, ok } from './finding.ts'

/** Embeds a short text with each model that is configured. */
export async function checkEmbedders(config: Config): Promise<Finding[]> {
  const findings = [await checkModel('embedding model', 'EMBEDDER', () => openEmbedder(config))]
  if (config.EMBEDDER_NEXT !== 'none')
    findings.push(await checkModel('second embedding model', 'EMBEDDER_NEXT', () => openNextEmbedder(config)))
  return findings
}

async function checkModel(
  subject: string,
  setting: string,
  open: () => Promise<Embedder | undefined>,
): Promise<Finding> {
  try {
    const embedder = (await open())!
    const started = performance.now()
    await embedder.embed(['a short question'], { purpose: 'query' })
    const ms = Math.round(performance.now() - started)
    await embedder.close()
    const { name, dimensions } = embedder.model
    return ok(subject, `${name}, ${dimensions} dimensions, ${ms} ms for a short text`)
  } catch (error) {
    const todo = `Check ${setting}, ${setting}_MODEL, ${setting}_URL and MODEL_DIR.`
    return failure(subject, (error as Error).message, todo)
  }
}
