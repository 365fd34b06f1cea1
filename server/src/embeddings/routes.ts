import { type Route, route } from '../http/route.ts'
import { addQuestion, deleteQuestion, type GoldenApp, listQuestions } from './golden-questions.ts'
import { presentQuestion } from './present.ts'
import {
  addQuestionBody,
  questionDeletedJson,
  questionJson,
  questionParams,
  questionsJson,
} from './schema.ts'

const tag = 'Golden questions'

/** Questions with known answers, by which `reverie embeddings compare` tells two embedding sets apart. */
export function goldenQuestionRoutes(app: GoldenApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/golden-questions',
      access: 'organization',
      tag,
      summary: 'The questions whose answers are known, oldest first',
      response: questionsJson,
      async handle({ principal }) {
        return { questions: (await listQuestions(app, principal.organization)).map(presentQuestion) }
      },
    }),
    route({
      method: 'POST',
      path: '/v3/golden-questions',
      access: 'organization',
      tag,
      summary: 'Add a question and the documents that hold its answer',
      status: 201,
      body: addQuestionBody,
      response: questionJson,
      handle: async ({ principal, body }) =>
        presentQuestion(await addQuestion(app, principal.organization, body)),
    }),
    route({
      method: 'DELETE',
      path: '/v3/golden-questions/:id',
      access: 'organization',
      tag,
      summary: 'Remove a question',
      params: questionParams,
      response: questionDeletedJson,
      errors: [404],
      async handle({ principal, params }) {
        await deleteQuestion(app, principal.organization, params.id)
        return { success: true }
      },
    }),
  ]
}
