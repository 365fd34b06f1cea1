import { expect, test } from 'vitest'
import type { Cell } from '../../platform/db/cells.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { RequestRecorder } from './request-recorder.ts'

const organization = { id: 'org', slug: 'acme', name: 'Acme', homeShard: 0, spread: false }
const principal = { organization, key: { id: 'key', name: 'key' }, containerTag: undefined }
const request = { principal, operation: 'get' as const, route: '/x', requestId: 'r', abandoned: false }

test('a recorder whose cell is away drops its rows, and says so once', async () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  const cells = {
    of(): Cell {
      throw new Error('away')
    },
  }
  const recorder = new RequestRecorder({ cells, logger, everyMs: 3_600_000 })
  recorder.record(request, 'GET', 200, 1)
  await recorder.flush()
  recorder.record(request, 'GET', 200, 1)
  await recorder.stop()
  expect(lines.filter(line => line.includes('request log'))).toHaveLength(1)
})
