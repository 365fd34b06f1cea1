/** The memories found for a question: their signals, and whether they answer it. */
export type RankedQuestion = {
  set: string
  isAnswerable: boolean
  candidates: { signals: Record<string, number>; isRight: boolean; isWrong: boolean }[]
}

export type Weights = Record<string, number>

/** How strongly weights are held at their prior values: few questions tell little about a signal that is rarely there. */
const hold = 0.03
const steps = 300
const rate = 0.05

/** The sum of "no answer" before it is fitted. */
const firstNone = 4

/**
 * Fits the weights of signals by gradient descent (Adam), so that the answers to a question have the largest share of its softmax.
 * "No answer" is a candidate of every question, and the right one if nothing answers it. Weights that the questions say nothing
 * about keep their prior values. Deterministic.
 */
export function fitWeights(questions: readonly RankedQuestion[], prior: Weights): Weights {
  const { none: _, ...weights } = descend(questions.map(withNone), { ...prior, none: firstNone })
  return weights
}

const withNone = (question: RankedQuestion): RankedQuestion => ({
  ...question,
  candidates: [
    ...question.candidates,
    { signals: { none: 1 }, isRight: !question.isAnswerable, isWrong: false },
  ],
})

function descend(questions: readonly RankedQuestion[], prior: Weights): Weights {
  const names = Object.keys(prior)
  const useful = questions.filter(({ candidates }) => candidates.some(({ isRight }) => isRight))
  let weights = { ...prior }
  const mean = Object.fromEntries(names.map(name => [name, 0]))
  const square = Object.fromEntries(names.map(name => [name, 0]))
  for (let step = 1; step <= steps; step++) {
    const slope = slopeOf(useful, weights, prior)
    weights = Object.fromEntries(
      names.map(name => {
        mean[name] = 0.9 * mean[name]! + 0.1 * slope[name]!
        square[name] = 0.99 * square[name]! + 0.01 * slope[name]! ** 2
        const move = mean[name]! / (1 - 0.9 ** step) / (Math.sqrt(square[name]! / (1 - 0.99 ** step)) + 1e-8)
        return [name, weights[name]! - rate * move]
      }),
    )
  }
  return weights
}

function slopeOf(questions: readonly RankedQuestion[], weights: Weights, prior: Weights): Weights {
  const slope = Object.fromEntries(
    Object.keys(prior).map(name => [name, hold * (weights[name]! - prior[name]!)]),
  )
  for (const { candidates } of questions) {
    const sums = candidates.map(({ signals }) => sumOf(weights, signals))
    const most = Math.max(...sums)
    const odds = sums.map(sum => Math.exp(sum - most))
    const all = odds.reduce((total, each) => total + each, 0)
    const right = odds.reduce((total, each, i) => total + (candidates[i]!.isRight ? each : 0), 0)
    for (const [i, { signals, isRight }] of candidates.entries()) {
      const excess = odds[i]! / all - (isRight ? odds[i]! / right : 0)
      for (const name of Object.keys(slope))
        slope[name]! += (excess * (signals[name] ?? 0)) / questions.length
    }
  }
  return slope
}

export const sumOf = (weights: Weights, signals: Record<string, number>): number =>
  Object.entries(weights).reduce((total, [name, weight]) => total + weight * (signals[name] ?? 0), 0)

const top = 3

/** The candidates by their sum, best first. */
const rank = ({ candidates }: RankedQuestion, weights: Weights) =>
  candidates
    .map(candidate => ({ ...candidate, sum: sumOf(weights, candidate.signals) }))
    .sort((a, b) => b.sum - a.sum)

/** The sum that the best of the first three answers reaches in all but `lost` of the answered questions. */
export function sumKept(questions: readonly RankedQuestion[], weights: Weights, lost = 0.05): number {
  const sums = questions
    .filter(({ isAnswerable }) => isAnswerable)
    .flatMap(question =>
      rank(question, weights)
        .slice(0, top)
        .filter(({ isRight }) => isRight)
        .slice(0, 1)
        .map(({ sum }) => sum),
    )
    .sort((a, b) => a - b)
  return sums[Math.floor(lost * sums.length)] ?? 0
}

export type Shares = { answered: number; wrongFirst: number; empty: number; abstain: number }

/** The figures over questions when memories below a sum are left out. */
export function sharesAt(questions: readonly RankedQuestion[], weights: Weights, least: number): Shares {
  const shown = questions.map(question => ({
    isAnswerable: question.isAnswerable,
    results: rank(question, weights).filter(({ sum }) => sum >= least),
  }))
  const share = <T>(all: readonly T[], is: (each: T) => boolean) => all.filter(is).length / (all.length || 1)
  const answerable = shown.filter(({ isAnswerable }) => isAnswerable)
  return {
    answered: share(answerable, ({ results }) => results.slice(0, top).some(({ isRight }) => isRight)),
    wrongFirst: share(shown, ({ results }) => results[0]?.isWrong ?? false),
    empty: share(answerable, ({ results }) => results.length === 0),
    abstain: share(
      shown.filter(({ isAnswerable }) => !isAnswerable),
      ({ results }) => results.length === 0,
    ),
  }
}
