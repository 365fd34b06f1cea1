import { type DataSet, everyOther } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

type Entry = { _id: string; title?: string; text: string }

export function scifact(data: DataFolder): DataSet {
  return beir(
    data,
    'scifact',
    '5,183 abstracts, and 300 scientific claims that some of them support or refute',
  )
}

export function nfcorpus(data: DataFolder): DataSet {
  return beir(data, 'nfcorpus', '3,633 medical abstracts, and 323 questions from laypeople')
}

/** A collection of BEIR: documents with a title, and graded judgements. */
function beir(data: DataFolder, name: string, about: string): DataSet {
  const asked = new Map(data.lines<Entry>(`${name}/queries.jsonl`).map(({ _id, text }) => [_id, text]))
  const judged = data
    .text(`${name}/qrels/test.tsv`)
    .split('\n')
    .slice(1)
    .filter(line => line !== '')
    .map(line => line.split('\t') as [string, string, string])
  return {
    name,
    about,
    unit: 'document',
    macro: false,
    tunedOn: 'every other question, beginning with the first',
    texts: data.lines<Entry>(`${name}/corpus.jsonl`).map(({ _id, title, text }) => ({
      key: _id,
      container: name,
      content: `${title ?? ''}\n\n${text}`.trim(),
    })),
    questions: [...Map.groupBy(judged, ([question]) => question)].map(([id, rows], i) => ({
      id,
      container: name,
      text: asked.get(id)!,
      relevant: new Map(rows.map(([, document, worth]) => [document, Number(worth)])),
      group: name,
      half: everyOther(i),
    })),
  }
}
