/** Bodies shown in the API description. A test checks each against its schema. */

const id = '1CbejjjFvcQJCrNZgx1iMR'

const run = {
  id: '1CbgdhVREVkT2TV2Z8FYBo',
  connectionId: id,
  status: 'completed',
  triggerType: 'cron',
  startedAt: '2026-06-02T16:20:00.000Z',
  completedAt: '2026-06-02T16:21:30.000Z',
  itemsProcessed: 12,
  itemsFailed: 1,
  itemsUnchanged: 340,
  itemsDeleted: 2,
  itemsSkipped: 0,
  progress: { seen: 353, total: 353 },
  error: null,
  errorMessage: null,
}

const connection = {
  id,
  provider: 'web-crawler',
  createdAt: '2026-06-01T09:00:00.000Z',
  email: 'docs.example.org',
  containerTags: ['user_42'],
  lastSyncRun: run,
  state: 'active',
  settings: { startUrl: 'https://docs.example.org' },
  resources: null,
  everyMinutes: null,
  nextRunAt: '2026-06-02T20:23:10.000Z',
  isRunWaiting: false,
  documentCount: 351,
  failureCount: 1,
  eventsUrl: null,
}

export const listConnectionsExample = { body: { containerTag: 'user_42' }, response: [connection] }

export const connectExample = {
  body: { containerTag: 'user_42', settings: { startUrl: 'https://docs.example.org' } },
  response: { id, authLink: null, expiresIn: null },
}

export const authorizeExample = {
  body: { redirectUrl: 'https://app.example.org/connected' },
  response: {
    id,
    authLink: 'https://provider.example.org/oauth/authorize?client_id=…&state=…',
    expiresIn: '1 hour',
    redirectsTo: 'https://app.example.org/connected',
  },
}

export const connectionExample = { response: connection }

const body = { containerTag: 'user_42' }

export const connectionOfProviderExample = { body, response: connection }

export const importExample = { body, response: 'Started 1 import' }

export const updateConnectionExample = {
  body: { paused: true },
  response: { ...connection, state: 'paused', nextRunAt: null },
}

export const deleteConnectionExample = { body, response: { id, provider: 'web-crawler' } }

export const resourcesExample = {
  response: { resources: [{ id: 'folder-1', name: 'Handbook', hasChildren: true }], total_count: 1 },
}

export const configureExample = {
  body: { resources: [{ id: 'folder-1', name: 'Handbook' }] },
  response: { success: true, message: 'The choice is stored, and an import has started' },
}

export const runsExample = { response: [run] }

export const failuresExample = {
  response: {
    failures: [
      {
        externalId: '/notes/scan.pdf',
        code: 'item_too_large',
        message: 'The file is larger than 50000000 bytes',
        attempts: 1,
        runId: run.id,
        firstAt: run.completedAt,
        lastAt: run.completedAt,
      },
    ],
    next: null,
  },
}

export const retryFailuresExample = { body: { externalIds: ['/notes/scan.pdf'] }, response: { retried: 1 } }

export const testExample = {
  response: { ok: true, account: 'docs.example.org', error: null, errorMessage: null },
}

export const providersExample = {
  response: {
    providers: [
      {
        provider: 'web-crawler',
        title: 'Web site',
        summary: 'Reads the pages of a site.',
        credentials: 'none',
        isReady: true,
        everyMinutes: 10_080,
        hasResources: false,
        withoutChoice: null,
        settingsSchema: {
          type: 'object',
          properties: { startUrl: { type: 'string', description: 'The first page.' } },
          required: ['startUrl'],
        },
        credentialsSchema: null,
        callbackUrl: null,
        settingPrefix: null,
      },
    ],
  },
}

export const connectionDocumentsExample = {
  body,
  response: [
    {
      id: '1Cb2E6xd3spDuQv5BFZdDc',
      title: 'Getting started',
      summary: 'How to install the planner.',
      type: 'webpage',
      status: 'done',
      createdAt: '2026-06-01T09:00:05.000Z',
      updatedAt: '2026-06-01T09:00:09.000Z',
      connectionId: id,
    },
  ],
}
