import type { TextRange } from '../../src/platform/lib/text-range.ts'
import type { DataFolder } from '../read-data.ts'

/** A question about a long text, and the span of it that answers. */
export type SpanQuestion = { text: string; document: string; answer: TextRange; isTuned: boolean }

export type LongDocuments = {
  name: string
  documents: { key: string; content: string }[]
  questions: SpanQuestion[]
}

type Article = {
  title: string
  paragraphs: {
    context: string
    qas: { question: string; answers: { text: string; answer_start: number }[] }[]
  }[]
}

const perDocument = 6

/** Encyclopedia articles under their titles, six to a document; the answer is a name, a date or a few words. */
export function encyclopedia(data: DataFolder): LongDocuments {
  const { data: articles } = data.json<{ data: Article[] }>('xquad/xquad.en.json')
  const parts = articles.map(({ title, paragraphs }) => {
    const heading = `## ${title.replaceAll('_', ' ')}\n\n`
    let at = heading.length
    const questions = paragraphs.flatMap(({ context, qas }) => {
      const start = at
      at += context.length + 2
      return qas.map(({ question, answers: [answer] }) => ({
        text: question,
        start: start + answer!.answer_start,
        length: answer!.text.length,
      }))
    })
    return { content: heading + paragraphs.map(({ context }) => context).join('\n\n'), questions }
  })
  return join('encyclopedia', parts)
}

type Entry = { _id: string; title: string; text: string }
type Judgement = { query: string; document: string }

/** Abstracts under their titles, six to a document; any part of the abstract is an answer. */
export function abstracts(data: DataFolder): LongDocuments {
  const asked = new Map(
    data.lines<{ _id: string; text: string }>('scifact/queries.jsonl').map(q => [q._id, q.text]),
  )
  const judged = Map.groupBy(readJudgements(data), ({ document }) => document)
  const entries = data
    .lines<Entry>('scifact/corpus.jsonl')
    .filter(({ _id }, i) => judged.has(_id) || i % 20 === 0)
  const parts = entries.map(({ _id, title, text }) => {
    const heading = `## ${title}\n\n`
    const questions = (judged.get(_id) ?? []).map(({ query }) => ({
      text: asked.get(query)!,
      start: heading.length,
      length: text.length,
    }))
    return { content: heading + text, questions }
  })
  return join('abstracts', parts)
}

function readJudgements(data: DataFolder): Judgement[] {
  return data
    .text('scifact/qrels/test.tsv')
    .split('\n')
    .slice(1)
    .filter(line => line !== '')
    .map(line => line.split('\t'))
    .filter(([, , worth]) => Number(worth) > 0)
    .map(([query, document]) => ({ query: query!, document: document! }))
}

type Part = { content: string; questions: { text: string; start: number; length: number }[] }

function join(name: string, parts: readonly Part[]): LongDocuments {
  const documents: LongDocuments['documents'] = []
  const questions: SpanQuestion[] = []
  for (let i = 0; i < parts.length; i += perDocument) {
    const key = `${name}${i / perDocument}`
    let content = ''
    for (const part of parts.slice(i, i + perDocument)) {
      if (content !== '') content += '\n\n'
      for (const { text, start, length } of part.questions) {
        const from = content.length + start
        questions.push({
          text,
          document: key,
          answer: { start: from, end: from + length },
          isTuned: questions.length % 2 === 0,
        })
      }
      content += part.content
    }
    documents.push({ key, content })
  }
  return { name, documents, questions }
}
