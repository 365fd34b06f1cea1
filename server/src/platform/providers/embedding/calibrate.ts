import { dot } from '../../lib/dot.ts'
import { calibrationTexts } from './calibration-texts.ts'
import { type Calibration, type Embedder, EmbedError } from './embedder.ts'

/** A model that was not measured keeps its plain cosine. */
export const plainCosine: Calibration = { unrelated: 0, same: 1 }

/** If related and unrelated texts differ by less than this, the difference is chance. */
const leastApart = 0.1

/** Pause before a provider that refused to be measured is measured again. */
const measuredAgainAfterMs = 60_000

/**
 * Adds a calibration to a model that has none. Models differ: one gives unrelated texts .05, another .7. It is measured
 * once, right after the first vectors. So an unreachable provider costs no further call, and a caller with vectors to
 * compare has the scale for them.
 */
export function calibrated(embedder: Embedder, againAfterMs = measuredAgainAfterMs): Embedder {
  let calibration: Calibration | undefined
  let measuring: Promise<void> | undefined
  let notBefore = 0
  const tryToMeasure = async () => {
    try {
      calibration = await measure(embedder)
    } catch (error) {
      if (!(error instanceof EmbedError)) throw error
      notBefore = performance.now() + againAfterMs
    }
  }
  const settle = async () => {
    if (calibration || performance.now() < notBefore) return
    measuring ??= tryToMeasure().finally(() => (measuring = undefined))
    await measuring
  }
  return {
    ...embedder,
    get calibration() {
      return calibration ?? plainCosine
    },
    async embed(texts, options) {
      const vectors = await embedder.embed(texts, options)
      if (vectors.length > 0) await settle()
      return vectors
    },
  }
}

/** Half of the unrelated pairs lie below `unrelated`, three quarters of the equivalent pairs above `same`. */
export async function measure({ embed }: Pick<Embedder, 'embed'>): Promise<Calibration> {
  const { questions, answers, restated } = await embedKinds(embed)
  const apart = questions.flatMap((question, i) =>
    answers.filter((_, j) => j !== i).map(answer => dot(question, answer)),
  )
  const alike = answers.map((answer, i) => dot(answer, restated[i]!))
  const [unrelated, same] = [quantile(apart, 0.5), quantile(alike, 0.25)]
  return same - unrelated < leastApart ? plainCosine : { unrelated, same }
}

type Kinds = { questions: Float32Array[]; answers: Float32Array[]; restated: Float32Array[] }

async function embedKinds(embed: Embedder['embed']): Promise<Kinds> {
  const kinds = ['question', 'answer', 'restated'] as const
  const texts = kinds.flatMap(kind => calibrationTexts.map(each => each[kind]))
  const vectors = await embed(texts, { purpose: 'query' })
  const of = (kind: number) =>
    vectors.slice(kind * calibrationTexts.length, (kind + 1) * calibrationTexts.length)
  return { questions: of(0), answers: of(1), restated: of(2) }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!
}
