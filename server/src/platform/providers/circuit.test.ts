import { afterEach, expect, test } from 'vitest'
import { Circuit, type CircuitOptions } from './circuit.ts'

const open: Circuit[] = []
afterEach(() => {
  for (const circuit of open.splice(0)) circuit.stop()
})

/** A circuit that lists its changes and probes at once. */
function watchCircuit(options: CircuitOptions = {}): { circuit: Circuit; changes: string[] } {
  const changes: string[] = []
  const circuit = new Circuit({
    onOpen: reason => changes.push(`opened: ${reason}`),
    onClose: () => changes.push('closed'),
    firstProbeMs: 1,
    longestProbeMs: 4,
    ...options,
  })
  open.push(circuit)
  return { circuit, changes }
}

test('a circuit opens after three failures in a row, and reports it once', () => {
  const { circuit, changes } = watchCircuit()
  circuit.failed('one')
  circuit.failed('two')
  circuit.succeeded()
  for (const reason of ['one', 'two']) circuit.failed(reason)
  expect(circuit.isOpen).toBe(false)
  for (const reason of ['three', 'four']) circuit.failed(reason)
  expect(circuit).toMatchObject({ isOpen: true, reason: 'three' })
  expect(changes).toEqual(['opened: three'])
})

test('a call that succeeds closes a circuit that has no probe', () => {
  const { circuit, changes } = watchCircuit()
  for (const reason of ['one', 'two', 'three']) circuit.failed(reason)
  circuit.succeeded()
  expect(changes).toEqual(['opened: three', 'closed'])
})

test('after the first failed call, probes open the circuit without further calls, and close it when the provider answers', async () => {
  let probes = 0
  const closed = Promise.withResolvers<void>()
  const { circuit, changes } = watchCircuit({
    probe: async ({ isFirst }) => {
      expect(isFirst).toBe(false)
      if (++probes < 6) throw new Error(`probe ${probes}`)
      return 'answers'
    },
    onClose: () => closed.resolve(),
  })
  circuit.failed('call')
  await closed.promise
  expect(changes).toEqual(['opened: probe 2'])
  expect(circuit.isOpen).toBe(false)
})

test('a failed probe at the start opens the circuit at once, and an unclear one leaves it closed', async () => {
  const opened = Promise.withResolvers<string>()
  watchCircuit({
    probe: async ({ isFirst }) => Promise.reject(new Error(`first: ${isFirst}`)),
    onOpen: reason => opened.resolve(reason),
  }).circuit.start()
  expect(await opened.promise).toBe('first: true')
  const probed = Promise.withResolvers<void>()
  const { circuit } = watchCircuit({
    probe: async () => {
      setImmediate(probed.resolve)
      return 'unclear'
    },
  })
  circuit.start()
  await probed.promise
  expect(circuit.isOpen).toBe(false)
})

test('a suspicion is probed, unless the provider has answered within the last minute', async () => {
  let probes = 0
  const probed = Promise.withResolvers<void>()
  const { circuit } = watchCircuit({
    probe: async () => {
      probes++
      setImmediate(probed.resolve)
      return 'answers'
    },
  })
  circuit.suspect()
  await probed.promise
  circuit.suspect()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(probes).toBe(1)
})
