import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runReverie } from '../../../test/run-reverie.ts'

test('reverie mcp answers what was read when its input ends, and refuses lines that are no message', async () => {
  const server = createServer(async (request, response) => {
    const { id } = (await json(request)) as { id: number }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lines = [
    ...['null', '5', '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', '{"id":', ''],
    ...['{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}'],
    ...[
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":5}',
    ],
  ]
  const { stdout, stderr, code } = await runReverie(['mcp'], {
    input: `${lines.join('\n')}\n`,
    env: { REVERIE_URL: url, REVERIE_KEY: 'sm_key' },
  })
  server.close()
  const answers = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect([code, stderr]).toEqual([0, ''])
  expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual([-32600, -32600, -32600, -32700])
  expect(answers.flatMap(({ id, result }) => (result ? [id] : [])).sort()).toEqual([1, 2])
})
