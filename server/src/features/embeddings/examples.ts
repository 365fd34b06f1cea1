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
