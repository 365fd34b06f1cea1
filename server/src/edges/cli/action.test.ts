import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Config } from '../../platform/config.ts'
import { action } from './action.ts'
import { CommandError } from './command-error.ts'

const exit = vi.spyOn(process, 'exit')
const print = vi.spyOn(console, 'error')
beforeEach(() => {
  exit.mockReset().mockReturnValue(undefined as never)
  print.mockReset().mockReturnValue(undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const printed = () => print.mock.calls.map(([line]) => line)
const nothing = async () => undefined

describe('the action of a command', () => {
  test('prints a mistake of the caller as a sentence, and exits with 1', async () => {
    await action(async () => {
      throw new CommandError('Give a name.')
    })()
    expect(printed()).toEqual(['Give a name.'])
    expect(exit).toHaveBeenCalledWith(1)
  })

  test('does not run with settings that are refused', async () => {
    vi.stubEnv('PORT', 'many')
    const work = vi.fn(nothing)
    await action(work)()
    expect(work).not.toHaveBeenCalled()
    expect(printed()).toEqual([expect.stringContaining('PORT: must be a number')])
  })

  test('gets the settings with its flags, which leave the environment as it is', async () => {
    vi.stubEnv('MAX_ATTEMPTS', 'many')
    const work = vi.fn(async (_config: Config, _attempts: string) => undefined)
    await action(work, { flagsOf: attempts => ({ MAX_ATTEMPTS: attempts }) })('7')
    expect(work).toHaveBeenCalledWith(expect.objectContaining({ MAX_ATTEMPTS: 7 }), '7')
    expect(process.env.MAX_ATTEMPTS).toBe('many')
  })

  test('warns of a misspelt setting only if it runs or checks a server', async () => {
    vi.stubEnv('EMBEDER', 'http')
    vi.stubEnv('EMBEDDER', '')
    await action(nothing)()
    expect(printed()).toEqual([])
    await action(nothing, { warns: true })()
    expect(printed()).toContain(
      'EMBEDER is not a setting of Reverie and has no effect. Did you mean EMBEDDER?',
    )
    expect(exit).not.toHaveBeenCalled()
  })
})
