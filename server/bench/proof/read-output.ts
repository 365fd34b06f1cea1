/** The object that a command prints at its end. */
export type Result = { ok: boolean } & Record<string, unknown>

/** The last line that is such an object, or undefined: a command without one has shown nothing. */
export function lastResult(output: string): Result | undefined {
  return output
    .trimEnd()
    .split('\n')
    .map(parseResult)
    .findLast(result => result !== undefined)
}

function parseResult(line: string): Result | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const value = JSON.parse(line) as Record<string, unknown>
    // The report of Vitest says `success`.
    const ok = value.ok ?? value.success
    return typeof ok === 'boolean' ? { ...value, ok } : undefined
  } catch {
    return undefined
  }
}

/** One attempt at a step of `.ci/run`, in its log. `exit` is known of an attempt that failed its step. */
export type Attempt = { name: string; output: string; seconds: number; exit?: number }

const stepEnd = /^---------- (\w+): (?:ok|FAILED \((\d+)\)) in (\d+) s$/
const stepTitle = /^========== /

/** `again_if_slow` prints this after an attempt that missed a goal. */
const attemptEnd = /^\(run \d of \d missed a goal\)$/m

/** All attempts in a log of `.ci/run`, but not of steps that passed without a result: they show no claim. */
export function readAttempts(log: string): Attempt[] {
  const attempts: Attempt[] = []
  let lines: string[] = []
  for (const line of log.split('\n')) {
    const [, name, status, seconds] = stepEnd.exec(line) ?? []
    if (name !== undefined)
      attempts.push(...splitStep({ name, output: lines.join('\n'), seconds: Number(seconds) }, status))
    if (name !== undefined || stepTitle.test(line)) lines = []
    else lines.push(line)
  }
  return attempts
}

function splitStep(step: Attempt, status: string | undefined): Attempt[] {
  const outputs = step.output.split(attemptEnd)
  return outputs.flatMap((output, n) => {
    const isFailure = status !== undefined && n === outputs.length - 1
    const result = lastResult(output)
    if (!result && !isFailure) return []
    const seconds = typeof result?.seconds === 'number' ? result.seconds : step.seconds
    return [{ ...step, output, seconds, ...(isFailure && { exit: Number(status) }) }]
  })
}
