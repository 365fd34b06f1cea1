import type { Config } from '../../platform/config.ts'
import { answerOf } from './answer-of.ts'
import { printable } from './printable.ts'
import { type RemoteOptions, withServer } from './remote.ts'

export type QuestionOptions = RemoteOptions

export async function addQuestionCommand(
  config: Config,
  question: string,
  expected: string[],
  options: QuestionOptions,
): Promise<void> {
  await withServer(config, options, async ({ api }) => {
    const body = { question, expected, ...(options.tag && { containerTag: options.tag }) }
    const { id } = answerOf(await api.POST('/v3/golden-questions', { body }))
    console.log(`Added as ${id}.`)
  })
}

export async function listQuestionsCommand(config: Config, options: QuestionOptions): Promise<void> {
  await withServer(config, options, async ({ api }) => {
    const { questions } = answerOf(await api.GET('/v3/golden-questions'))
    for (const { id, question, expected, containerTag } of questions)
      console.log(
        `${id}  ${printable(`${question}  → ${expected.join(', ')}`)}${containerTag ? `  (in ${containerTag})` : ''}`,
      )
  })
}

export async function removeQuestionCommand(
  config: Config,
  id: string,
  options: QuestionOptions,
): Promise<void> {
  await withServer(config, options, async ({ api }) => {
    answerOf(await api.DELETE('/v3/golden-questions/{id}', { params: { path: { id } } }))
    console.log('Removed.')
  })
}
