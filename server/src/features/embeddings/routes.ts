import { success } from '../../platform/routing/replies.ts'
import { type Route, route } from '../../platform/routing/route.ts'
import type { CompareApp } from './ask-question.ts'
import { compareQuestions } from './compare-questions.ts'
import {
  addQuestionExample,
  compareQuestionsExample,
  deleteQuestionExample,
  listQuestionsExample,
} from './examples.ts'
import { addQuestion, deleteQuestion, type GoldenApp, listQuestions } from './golden-questions.ts'
import { presentComparison, presentQuestion, presentQuestions } from './present.ts'
import {
  addQuestionBody,
  compareQuery,
  comparisonJson,
  questionDeletedJson,
  questionJson,
  questionParams,
  questionsJson,
} from './schema.ts'

const tag = 'Golden questions'

/** Questions with known answers, by which embedding sets are compared. */
export function goldenQuestionRoutes(app: GoldenApp & CompareApp): Route[] {
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
      method: 'GET',
      path: '/v3/golden-questions/comparison',
      access: 'organization',
      tag,
      summary: 'Get a comparison of embedding sets',
      description:
        'Asks the golden questions in each embedding set, with ordinary searches, and returns the rank of each expected document. With one set, it shows how well that one finds the answers. The answer has a page of questions, because each one costs a search in every set. `reverie embeddings compare` prints the means of all questions.',
      example: compareQuestionsExample,
      operation: 'search',
      query: compareQuery,
      response: comparisonJson,
      errors: ['question.not_found', 'search.too_broad', 'embed.unavailable'],
      handle: async ({ principal: { organization }, query, signal }) =>
        presentComparison(await compareQuestions(app, query, { organization, signal })),
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
