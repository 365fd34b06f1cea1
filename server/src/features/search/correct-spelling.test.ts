import { describe, expect, it } from 'vitest'
import { correctSpelling } from './correct-spelling.ts'

const texts = [
  'Caroline went to the ceramics studio in Lisbon.',
  'The studio has a kiln, and Caroline made a bowl.',
  'Her counselling certificate arrived.',
]

describe('a query with typing errors', () => {
  it.each([
    ['a letter left out', 'where is the stdio?', 'where is the studio?'],
    ['a letter put in', 'where is the stuudio?', 'where is the studio?'],
    ['another letter', 'where is the stodio?', 'where is the studio?'],
    ['two swapped', 'did Carolnie go to Libson?', 'did caroline go to lisbon?'],
    ['two slips in a long word', 'the cirtifcate', 'the certificate'],
  ])('is corrected: %s', (_, q, meant) => {
    expect(correctSpelling(q, texts)).toBe(meant)
  })

  it.each([
    ['a known word', 'the studio in Lisbon'],
    ['another form of a known word', 'ceramic studios'],
    ['an unknown word like no other', 'the harbour'],
    ['a short word', 'a bowk and a kils'],
    ['a name of a thing', 'the file stodio.ts and x_stodio and stodio2'],
    ['another first letter', 'the ptudio'],
  ])('is not changed for %s', (_, q) => {
    expect(correctSpelling(q, texts)).toBe(q)
  })
})
