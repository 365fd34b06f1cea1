import { type Api, answerOf, type CallOptions } from './call.ts'
import type * as Types from './types.ts'

/** Questions with known answers, by which embedding sets are compared. */
export class GoldenQuestions {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Lists the questions, oldest first. */
  async list(options: CallOptions = {}): Promise<Types.GoldenQuestion[]> {
    return answerOf(await this.#api.GET('/v3/golden-questions', options)).questions
  }

  /** Adds a question and the documents that answer it, by id or `customId`. */
  async add(body: Types.NewGoldenQuestion, options: CallOptions = {}): Promise<Types.GoldenQuestion> {
    return answerOf(await this.#api.POST('/v3/golden-questions', { body, ...options }))
  }

  /** Deletes a question. */
  async delete(id: string, options: CallOptions = {}): Promise<void> {
    const named = { params: { path: { id } } }
    answerOf(await this.#api.DELETE('/v3/golden-questions/{id}', { ...named, ...options }))
  }

  /**
   * Asks the questions in each embedding set whose model the server runs. Yields one page of questions after the other, because
   * each question costs a search in every set.
   */
  async *compare(options: CallOptions = {}): AsyncGenerator<Types.SetComparison, void> {
    for (let after: string | undefined; ; ) {
      const params = { query: { ...(after !== undefined && { after }) } }
      const page = answerOf(await this.#api.GET('/v3/golden-questions/comparison', { params, ...options }))
      yield page
      if (page.next === null) return
      after = page.next
    }
  }
}
