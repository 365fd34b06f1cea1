import { Reverie } from '@reverie/sdk'
import { describe, expect, test } from 'vitest'
import { ReverieStore } from '../../integrations/langgraph/store.ts'
import { baseUrl, key, newTag } from '../client.ts'
import { adapterName } from './versions.ts'
import { watch } from './watch.ts'

const reverie = new Reverie({ baseUrl, apiKey: key })

describe(adapterName('langgraph', '@langchain/langgraph-checkpoint'), () => {
  watch()
  const newStore = () => new ReverieStore({ reverie, containerTag: newTag() })

  test('put, get and delete work', async () => {
    const store = newStore()
    const namespace = ['users', 'ada / lovelace', 'ü']
    const value = { text: 'Likes trains.', nested: { list: [1, null, 'x'] } }
    await store.put(namespace, 'key with spaces', value)
    const item = await store.get(namespace, 'key with spaces')
    expect(item).toMatchObject({ namespace, key: 'key with spaces', value, createdAt: expect.any(Date) })
    await store.put(namespace, 'key with spaces', { text: 'Likes ships.' })
    expect((await store.get(namespace, 'key with spaces'))?.value).toEqual({ text: 'Likes ships.' })
    await store.delete(namespace, 'key with spaces')
    await store.delete(namespace, 'key with spaces')
    expect(await store.get(namespace, 'key with spaces')).toBeNull()
  })

  test('search by meaning works', async () => {
    const store = newStore()
    await store.put(['users', 'ada'], 'food', { text: 'I am vegan.' })
    await store.put(['users', 'ada'], 'work', { text: 'I repair clocks.' })
    await store.put(['users', 'adam'], 'food', { text: 'I eat fish.' })
    const found = await store.search(['users', 'ada'], { query: 'What can I cook for dinner?', limit: 1 })
    expect(found).toMatchObject([{ key: 'food', namespace: ['users', 'ada'], score: expect.any(Number) }])
  })

  test('search by filters works', async () => {
    const store = newStore()
    for (const size of [1, 2, 3])
      await store.put(['items'], `${size}`, { size, kind: size < 3 ? 'small' : 'big' })
    const keys = async (filter: object) =>
      (await store.search(['items'], { filter })).map(({ key }) => key).sort()
    expect(await keys({ kind: 'small' })).toEqual(['1', '2'])
    expect(await keys({ size: { $gte: 2 } })).toEqual(['2', '3'])
    expect(await keys({ kind: { $ne: 'big' }, size: { $lt: 2 } })).toEqual(['1'])
    expect(await store.search([], { limit: 1, offset: 2 })).toHaveLength(1)
  })

  test('listNamespaces works', async () => {
    const store = newStore()
    for (const path of ['a/b/c', 'a/b/d', 'a/x/c', 'z/y/c']) await store.put(path.split('/'), 'key', { path })
    expect(await store.listNamespaces({ prefix: ['a'], maxDepth: 2 })).toEqual([
      ['a', 'b'],
      ['a', 'x'],
    ])
    expect(await store.listNamespaces({ suffix: ['c'] })).toHaveLength(3)
    expect(await store.listNamespaces({ prefix: ['*', 'b'] })).toHaveLength(2)
  })
})
