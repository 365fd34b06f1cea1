import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { CommandError } from './command-error.ts'
import { assertCanListen, explainListening } from './listen-errors.ts'

const host = '127.0.0.1'

describe('a port that the server is to listen on', () => {
  it('is left free after the check', async () => {
    await assertCanListen(host, 0, 'PORT')
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    await assertCanListen(host, port, 'PORT')
    await assertCanListen(host, port, 'PORT')
  })

  it('is refused with the setting to change when another program has it', async () => {
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const error = await assertCanListen(host, port, 'WORKER_PORT').catch(error => error)
    expect(error).toBeInstanceOf(CommandError)
    expect(error.message).toMatch(`Port ${port} of 127.0.0.1 is in use`)
    expect(error.message).toMatch('Stop it, or set WORKER_PORT to a free port.')
    server.close()
  })

  it('is refused when HOST is not an address of this machine', async () => {
    // 192.0.2.0/24 is reserved for documentation.
    await expect(assertCanListen('192.0.2.1', 0, 'PORT')).rejects.toThrow('Set HOST to 127.0.0.1')
  })

  it.each([
    ['EACCES', 'Set METRICS_PORT to a higher port'],
    ['EADDRINUSE', 'set METRICS_PORT to a free port'],
    ['ENOTFOUND', 'HOST is "here"'],
  ])('explains %s', (code, sentence) => {
    const at = { host: 'here', port: 80, setting: 'METRICS_PORT' } as const
    expect(explainListening(Object.assign(new Error('no'), { code }), at)).toMatchObject({
      name: new CommandError('').name,
      message: expect.stringContaining(sentence),
    })
  })

  it('leaves any other error as it is', () => {
    const error = new Error('something else')
    expect(explainListening(error, { host, port: 80, setting: 'PORT' })).toBe(error)
    expect(explainListening(null, { host, port: 80, setting: 'PORT' })).toBeNull()
  })
})
