import { expect, test } from 'vitest'
import { compareWithPage } from '../../acceptance/docs/compare-printed.ts'
import { readBlocks } from '../../acceptance/docs/read-blocks.ts'

const fence = '```'
const page = (text: string) => readBlocks('page.md', text.replaceAll("'''", fence))

test('a block of a page is read with the block that says what it prints', () => {
  const [block, ...rest] = page("Text\n\n'''bash\ncurl x\n'''\n\nIt prints:\n\n'''json\n{}\n'''\n")
  expect(rest).toEqual([])
  expect(block).toMatchObject({ line: 3, language: 'bash', code: 'curl x\n' })
  expect(block?.printed).toEqual({ language: 'json', text: '{}\n' })
})

test('a block that is marked as not run keeps its reason', () => {
  const [block] = page("<!-- not run: needs Docker -->\n'''bash\ndocker compose up\n'''\n")
  expect(block?.notRun).toBe('needs Docker')
})

test('a block that needs a route names it', () => {
  const [block] = page(
    "<!-- needs: POST /v3/documents/{id}/retry -->\n'''bash\ncurl -X POST x\n'''\n\nMore.\n\nAnd more.\n\n'''json\n{}\n'''\n",
  )
  expect(block).toMatchObject({ needs: 'POST /v3/documents/{id}/retry', printed: undefined })
})

const json = (text: string) => ({ language: 'json', text })

test('printed JSON may have other ids and numbers, and more keys, than the page shows', () => {
  const printed = '{"id":"abc","score":0.2,"extra":1}'
  expect(compareWithPage(printed, json('{"id": "xyz", "score": 0.9}'))).toBeUndefined()
})

test('printed JSON that lacks a key, has another type or another sentence differs from the page', () => {
  expect(compareWithPage('{"id":"a"}', json('{"total": 1}'))).toMatch('total is missing')
  expect(compareWithPage('{"id":1}', json('{"id": "a"}'))).toMatch('id is number, not string')
  expect(compareWithPage('{"m":"Ada left."}', json('{"m": "Ada stayed here."}'))).toMatch('Ada left.')
  expect(compareWithPage('{"results":[]}', json('{"results": [{}]}'))).toMatch('has 0 items')
  expect(compareWithPage('no answer', json('{}'))).toBe('printed no JSON')
})

test('the last of several answers is compared', () => {
  expect(compareWithPage('{"a":1}{"b":{"c":2}}', json('{"b": {"c": 0}}'))).toBeUndefined()
})

test('a printed line is compared whole, with … for anything', () => {
  const shown = { language: 'text', text: 'data: {…"status":"done"…}\n' }
  expect(compareWithPage('event: x\ndata: {"id":"1","status":"done","more":1}\n', shown)).toBeUndefined()
  expect(compareWithPage('data: {"status":"failed"}\n', shown)).toMatch('did not print')
})
