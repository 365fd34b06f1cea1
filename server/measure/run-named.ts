/** A program that begins its work when it is imported, and reads its options from the command line. */
export type Programs = Record<string, () => Promise<unknown>>

/** Runs the program that the first argument names, with the other arguments; without such a name, the default. */
export async function runNamed(programs: Programs, byDefault?: () => Promise<unknown>): Promise<void> {
  const name = process.argv[2] ?? ''
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (program) process.argv.splice(2, 1)
  const chosen = program ?? byDefault
  if (!chosen) throw new Error(`Name what to run: ${Object.keys(programs).join(', ')}`)
  await chosen()
}
