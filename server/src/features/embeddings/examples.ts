/** Bodies shown in the API description. A test checks each against its schema. */

const asked = {
  question: 'where does Ada live now?',
  expected: ['note-2026-05-14'],
  containerTag: 'user_42',
}
const question = { id: '1CbgdhVREVkT2TV2Z8FYBo', ...asked, createdAt: '2026-06-03T16:22:00.000Z' }

export const listQuestionsExample = { response: { questions: [question] } }

export const addQuestionExample = { body: asked, response: question }

export const deleteQuestionExample = { response: { success: true } }

export const compareQuestionsExample = {
  response: {
    sets: [
      {
        ...{ id: 1_180_423_311, role: 'active', provider: 'local', model: 'e5-small-v2', dimensions: 384 },
        ...{ isComplete: true, isAvailable: true },
      },
      {
        ...{ id: 902_117_640, role: 'building', provider: 'http', model: 'bge-m3', dimensions: 1_024 },
        ...{ isComplete: true, isAvailable: true },
      },
    ],
    questions: [
      {
        ...{ id: question.id, ...asked },
        results: [
          { set: 1_180_423_311, ranks: [3], recall10: 1, ndcg10: 0.5 },
          { set: 902_117_640, ranks: [1], recall10: 1, ndcg10: 1 },
        ],
      },
    ],
    next: null,
  },
}
