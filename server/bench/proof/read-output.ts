/** The object that a measuring command prints at its end, with `ok`. */
export type Result = { ok: boolean; error?: string } & Record<string, unknown>

/** The last line that is such an object, or undefined: a command without one has shown nothing. */
export function lastResult(output: string): Result | undefined {
  return output
    .trimEnd()
    .split('\n')
    .map(parseResult)
    .findLast(result => result !== undefined)
}

function parseResult(line: string): Result | undefined {
  if (!line.startsWith('{') || !line.includes('"ok"')) return undefined
  try {
    const value = JSON.parse(line) as Result
    return typeof value.ok === 'boolean' ? value : undefined
  } catch {
    return undefined
  }
}

/** A step of `.ci/run` in its log. */
export type LoggedStep = { name: string; output: string; seconds: number }

const stepEnd = /^---------- (\w+): (?:ok|FAILED \(\d+\)) in (\d+) s$/
const stepTitle = /^========== /

/** The steps of a log of `.ci/run`: the lines since the title, or since the end of the step before. */
export function readSteps(log: string): LoggedStep[] {
  const steps: LoggedStep[] = []
  let lines: string[] = []
  for (const line of log.split('\n')) {
    const [, name, seconds] = stepEnd.exec(line) ?? []
    if (name && seconds) steps.push({ name, output: lines.join('\n'), seconds: Number(seconds) })
    if (name || stepTitle.test(line)) lines = []
    else lines.push(line)
  }
  return steps
}
