import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import { addQuestionExample, deleteQuestionExample, listQuestionsExample } from './examples.ts'
import { addQuestion, deleteQuestion, type GoldenApp, listQuestions } from './golden-questions.ts'
import { presentQuestion, presentQuestions } from './present.ts'
import {
  addQuestionBody,
  questionDeletedJson,
  questionJson,
  questionParams,
  questionsJson,
} from './schema.ts'

const tag = 'Golden questions'

/** Questions with known answers, with which `reverie embeddings compare` compares two embedding sets. */
export function goldenQuestionRoutes(app: GoldenApp): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v3/golden-questions',
      access: 'organization',
      tag,
      summary: 'List golden questions',
      description: 'Returns the questions with known answers, oldest first.',
      example: listQuestionsExample,
      response: questionsJson,
      handle: async ({ principal }) => presentQuestions(await listQuestions(app, principal.organization)),
    }),
    route({
      method: 'POST',
      path: '/v3/golden-questions',
      access: 'organization',
      tag,
      summary: 'Add a golden question',
      description:
        'Adds a question and the documents that answer it. `reverie embeddings compare` searches for these questions with two embedding models, before you switch from one to the other.',
      example: addQuestionExample,
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
      summary: 'Delete a golden question',
      description: 'Removes a question. The documents it names are not touched.',
      example: deleteQuestionExample,
      params: questionParams,
      response: questionDeletedJson,
      errors: ['question.not_found'],
      async handle({ principal, params }) {
        await deleteQuestion(app, principal.organization, params.id)
        return success
      },
    }),
  ]
}
