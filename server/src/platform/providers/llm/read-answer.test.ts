import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isRefusal, readAnswer } from './read-answer.ts'

const schema = z.object({ city: z.string(), people: z.number().nullable() })
const value = { city: 'Lisbon', people: null }
const json = JSON.stringify(value)

describe('the answer of a language model', () => {
  test.each([
    ['alone', json],
    ['between spaces and lines', `\n\n ${json} \n`],
    ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
    ['after an introduction', `Sure! Here is the JSON you asked for:\n${json}`],
    ['before an explanation', `${json}\nI left the people out.`],
    ['after thoughts', `<think>The user wants { a city }.</think>${json}`],
    ['after thoughts by another name', ` <thinking>\n{"city": 1}\n</thinking>\n${json}`],
    ['over several lines', JSON.stringify(value, null, 2)],
    ['with fields that nobody asked for', JSON.stringify({ ...value, note: 'x' })],
    ['with braces in its texts', json.replace('Lisbon', 'L{i}sbon')],
  ])('is found %s', (_, text) => {
    const read = readAnswer(text, schema)
    expect(read).toMatchObject({ value: { people: null } })
  })

  test.each([
    ['words alone', 'The city is Lisbon.', 'no JSON object'],
    ['nothing', '', 'no JSON object'],
    ['thoughts alone', '<think>{"city": "Lisbon", "people": 1}</think>', 'no JSON object'],
    ['a list', '["Lisbon"]', 'no JSON object'],
    ['JSON that is cut off', '{"city": "Lis', 'ends too early'],
    ['JSON that is cut off after an inner object', '{"city": {"name": "Lisbon"}, "peo', 'not valid JSON'],
    ['single quotes', "{'city': 'Lisbon'}", 'not valid JSON'],
    ['a missing field', '{"city": "Lisbon"}', 'people'],
    ['a field of another type', '{"city": 7, "people": 1}', 'city'],
    ['an empty object', '{}', 'city'],
  ])('that is %s is reported with a fault that the model can fix', (_, text, fault) => {
    expect(readAnswer(text, schema)).toEqual({ fault: expect.stringContaining(fault) })
  })

  test('with many faults names the first five', () => {
    const wide = z.object(Object.fromEntries([...'abcdefgh'].map(name => [name, z.string()])))
    const read = readAnswer('{}', wide) as { fault: string }
    expect(read.fault.split('; ')).toHaveLength(5)
  })
})

describe('a refusal of a language model', () => {
  test.each([
    "I'm sorry, but I can't help with that.",
    'I’m really sorry, I cannot do this.',
    'Sorry, no.',
    'I cannot assist with this request.',
    "I won't answer.",
    'I am unable to help.',
    'As an AI, I have no opinion.',
    'This content violates our policy.',
    '**I must decline.**',
    '<think>They ask for something bad.</think>I can’t.',
  ])('is recognised in %j', text => {
    expect(isRefusal(text)).toBe(true)
  })

  test.each([
    ['an answer', json],
    ['an answer after an apology', `I'm sorry for the delay: ${json}`],
    ['a sentence about someone who is sorry', 'Ada said: I am sorry.'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(isRefusal(text)).toBe(false)
  })
})
