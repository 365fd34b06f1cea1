import type { MeteredLlm } from '../../../features/spending/metered-llm.ts'
import type { Cells } from '../../../platform/db/cells.ts'
import type { Embedder } from '../../../platform/providers/embedding/embedder.ts'
import type { Judge } from '../../../platform/providers/judge/judge.ts'
import type { FactExtractor } from './fact-extractor.ts'
import { LlmExtractor, type LlmExtractorOptions } from './llm-extractor.ts'
import { openLocalExtractor } from './local-extractor.ts'

/** Chooses the fact extractor: a language model if one is configured, otherwise local rules. */
export function chooseFactExtractor(
  llm: MeteredLlm | undefined,
  cells: Cells,
  options: Omit<LlmExtractorOptions, 'local'>,
  { embedder, judge }: { embedder: Embedder; judge?: Judge | undefined },
): FactExtractor {
  const local = openLocalExtractor(embedder, { judge })
  return llm ? new LlmExtractor(llm, cells, { ...options, local }) : local
}
