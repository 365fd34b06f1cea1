/** Bodies shown in the API description. A test checks each against its schema. */

const described = {
  id: '1Cbejp9nRJTbN34gNmuqGe',
  name: 'Ada',
  containerTag: 'user_42',
  description: null,
  createdAt: '2026-01-12T08:00:00.000Z',
  updatedAt: '2026-05-14T09:30:05.000Z',
  isExperimental: false,
  isNova: false,
  documentCount: 24,
  memoryCount: 61,
  tokenCount: 18_400,
  lastActivityAt: '2026-05-14T09:30:05.000Z',
  entityContext: 'Ada, a ceramics teacher who uses our studio planner',
  memoryFilesystemPaths: null,
  profileBuckets: [{ key: 'work', description: 'Jobs, colleagues and projects' }],
}

export const listContainersExample = { response: [described] }

export const containerExample = { response: described }

export const updateContainerExample = {
  body: {
    name: 'Ada',
    entityContext: 'Ada, a ceramics teacher who uses our studio planner',
    profileBuckets: [{ key: 'work', description: 'Jobs, colleagues and projects' }],
  },
  response: described,
}

export const deleteContainerExample = {
  response: {
    success: true,
    containerTag: 'user_42',
    deletedDocumentsCount: 24,
    deletedMemoriesCount: 61,
    erasureId: '1CbejtaJuzWqjDB4RUoeDQ',
  },
}

const merge = { mergeId: '1CbejjjFvcQJCrNZgx1iMR', targetTag: 'user_42', sourceTags: ['user_42_old'] }

export const mergeExample = {
  body: { containerTags: ['user_42_old'], targetContainerTag: 'user_42' },
  response: { success: true, status: 'queued', ...merge },
}

export const getMergeExample = {
  response: {
    ...merge,
    status: 'running',
    movedDocuments: 128,
    createdAt: '2026-06-02T16:20:00.000Z',
    startedAt: '2026-06-02T16:20:01.000Z',
    finishedAt: null,
  },
}
