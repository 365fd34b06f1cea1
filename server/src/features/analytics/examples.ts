import { AppError } from '../../platform/errors.ts'

/** Bodies shown in the API description. A test checks each against its schema. */

const hour = '2026-05-14T09:00:00.000Z'
const timestamp = 1_778_749_200_000
const lastUsed = '2026-05-14T09:42:10.000Z'
const key = { apiKeyId: '0h4c8d2w6y1z', keyId: '0h4c8d2w6y1z', keyName: 'first key', count: 412, lastUsed }
const pagination = { currentPage: 1, totalPages: 1, limit: 20, totalItems: 1 }

export const usageExample = {
  response: {
    usage: [
      { type: 'search', count: 320, avgDuration: 21.4, lastUsed },
      { type: 'add', count: 92, avgDuration: 8.7, lastUsed },
    ],
    hourly: [{ hour, timestamp, count: 412, avgDuration: 18.6 }],
    byKey: [{ ...key, avgDuration: 18.6 }],
    pagination,
  },
}

const badRequest = new AppError('request.invalid').status

export const errorsExample = {
  response: {
    errors: [{ type: 'add', statusCode: badRequest, count: 3, percentage: 100 }],
    summary: [{ type: 'add', totalRequests: 92, successRate: 96.74, errorRate: 3.26, lastRequest: lastUsed }],
    hourly: [{ hour, timestamp, count: 412, errorRate: 0.73, errorCount: 3 }],
    byKey: [{ ...key, errorRate: 0.73, errorCount: 3 }],
    pagination,
  },
}

const savings = {
  totalTokensSaved: { current: 182_000, previousPeriod: 140_500 },
  tokensProcessed: { current: 210_000, previousPeriod: 160_000 },
  tokensSent: { current: 28_000, previousPeriod: 19_500 },
  amountSaved: { current: 0.546, previousPeriod: 0.4215 },
}

const nothingBefore = {
  totalTokensSaved: { current: 182_000, previousPeriod: 0 },
  tokensProcessed: { current: 210_000, previousPeriod: 0 },
  tokensSent: { current: 28_000, previousPeriod: 0 },
  amountSaved: { current: 0.546, previousPeriod: 0 },
}

export const chatExample = {
  response: {
    overview: { '7d': savings, '30d': savings, '90d': savings, lifetime: nothingBefore },
    analytics: {
      usage: {
        currentDay: 'Thu',
        tokensByDay: { Sun: 0, Mon: 41_000, Tue: 38_200, Wed: 52_400, Thu: 12_900, Fri: 0, Sat: 0 },
      },
      latency: { current: 18.6, unit: 'ms', trend: [0, 0, 17.9, 18.6] },
      apiUsage: { current: 5210, limit: 0 },
    },
  },
}

export const requestsExample = {
  response: {
    requests: [
      {
        id: '0197c1a2-7f31-7c55-9d6e-3f0b8e2a4d10',
        at: lastUsed,
        method: 'POST',
        route: '/v4/search',
        operation: 'search_v4',
        status: 200,
        durationMs: 18.42,
        keyId: key.keyId,
        keyName: key.keyName,
      },
    ],
    next: null,
    retentionDays: 7,
  },
}

export const latencyExample = {
  response: {
    operations: [
      { operation: 'search_v4', count: 412, p50: 17.9, p90: 31.2, p95: 44.1, p99: 81.5, max: 120.3 },
    ],
    isComplete: true,
  },
}

const spent = { usd: 0.42, calls: 120, inputTokens: 310_000, outputTokens: 24_000 }

export const spendingExample = {
  response: {
    totalUsd: 0.42,
    days: [{ day: '2026-05-14', ...spent, models: [{ model: 'gpt-4.1-mini', ...spent }] }],
    isComplete: true,
  },
}
