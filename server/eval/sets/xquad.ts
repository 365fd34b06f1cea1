import { type DataSet, everyOther, worthOne } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Article = { paragraphs: { context: string; qas: { id: string; question: string }[] }[] }

const languages = ['ar', 'de', 'el', 'en', 'es', 'hi', 'ro', 'ru', 'th', 'tr', 'vi', 'zh']

/** XQuAD: the same 240 paragraphs and 1,190 questions in twelve languages, each language in a container of its own. */
export function xquad(data: DataFolder): DataSet {
  const paragraphs = languages.flatMap(language =>
    data
      .json<{ data: Article[] }>(`xquad/xquad.${language}.json`)
      .data.flatMap(article => article.paragraphs)
      .map((paragraph, i) => ({ ...paragraph, language, key: `${language}.${i}` })),
  )
  return {
    name: 'xquad',
    about: '240 paragraphs in each of twelve languages, and two questions for every second paragraph',
    unit: 'document',
    macro: true,
    least: true,
    tunedOn: 'the first question of each paragraph',
    texts: paragraphs.map(({ key, language, context }) => ({
      key,
      container: `xquad.${language}`,
      content: context,
    })),
    questions: everySecond(paragraphs).flatMap(({ key, language, qas }) =>
      qas.slice(0, 2).map(({ id, question }, i) => ({
        id: `${language}.${id}`,
        container: `xquad.${language}`,
        text: question,
        relevant: worthOne([key]),
        group: language,
        half: everyOther(i),
      })),
    ),
  }
}

const everySecond = <T>(all: readonly T[]): T[] => all.filter((_, i) => i % 2 === 0)
