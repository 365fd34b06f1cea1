import { expect, test } from 'vitest'
import type { TextSpan } from '../../../language/english/fact.ts'
import type { StoredFact } from '../fact-store.ts'
import { citationsOf } from './citations.ts'

const fact = (document: string | null, revision: number, ...spans: TextSpan[]) =>
  ({ document, revision, spans }) as StoredFact

test('a memory cites each document once, with every span and the latest revision that states it', () => {
  const facts = [fact('a', 1, [0, 5]), fact('b', 4, [7, 9]), fact('a', 3, [20, 25], [40, 41])]
  expect(citationsOf('m', facts)).toEqual([
    { memory: 'm', document: 'a', revision: 3, spans: '{[0,5),[20,25),[40,41)}' },
    { memory: 'm', document: 'b', revision: 4, spans: '{[7,9)}' },
  ])
})

test('a memory that only a caller stated cites nothing, and one that a document repeats cites the document', () => {
  expect(citationsOf('m', [fact(null, 0)])).toEqual([])
  expect(citationsOf('m', [fact(null, 0), fact('a', 1)])).toEqual([
    { memory: 'm', document: 'a', revision: 1, spans: '{}' },
  ])
})
