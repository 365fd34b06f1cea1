import { expect, test } from 'vitest'
import { LimitEach } from './limit-each.ts'

test('a name has at most its number of places, passed on in order, and leaves other names alone', async () => {
  const limit = new LimitEach(2)
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const run = (name: string, label: string) => {
    const gate = Promise.withResolvers<void>()
    gates.set(label, gate)
    const work = async () => {
      await limit.take(name)
      begun.push(label)
      await gate.promise.finally(() => limit.release(name))
      return label
    }
    return work()
  }
  const [a1, a2, a3, a4, b1] = [
    run('a', 'a1'),
    run('a', 'a2'),
    run('a', 'a3'),
    run('a', 'a4'),
    run('b', 'b1'),
  ]
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  gates.get('a2')!.reject(new Error('failed'))
  await expect(a2).rejects.toThrow('failed')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const label of ['a1', 'a3', 'a4', 'b1']) gates.get(label)!.resolve()
  expect(await Promise.all([a1, a3, a4, b1])).toEqual(['a1', 'a3', 'a4', 'b1'])
})
