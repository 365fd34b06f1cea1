import type { Command } from 'commander'
import { action } from '../action.ts'
import { parseTag } from '../parse-options.ts'
import type { QuestionOptions } from '../questions.ts'
import { withServerOptions } from './server-options.ts'

export function addQuestionCommands(program: Command): void {
  const questions = program
    .command('questions')
    .description('manage golden questions, which have known answers and which "embeddings compare" uses')
    .helpCommand(false)
  withServerOptions(
    questions
      .command('add <question> <documents...>')
      .description('add a question, and the ids or customIds of the documents that answer it'),
  )
    .option('--tag <tag>', 'container tag to search in', parseTag)
    .action(
      action(async (config, question: string, documents: string[], options: QuestionOptions) =>
        (await import('../questions.ts')).addQuestionCommand(config, question, documents, options),
      ),
    )
  withServerOptions(questions.command('list').description('list the questions')).action(
    action(async (config, options: QuestionOptions) =>
      (await import('../questions.ts')).listQuestionsCommand(config, options),
    ),
  )
  withServerOptions(questions.command('remove <id>').description('remove a question')).action(
    action(async (config, id: string, options: QuestionOptions) =>
      (await import('../questions.ts')).removeQuestionCommand(config, id, options),
    ),
  )
}
