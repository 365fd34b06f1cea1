import { type DataSet, everyOther, oneLine, worthOne } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'

/** Cranfield: 1,400 abstracts on aerodynamics and 225 questions, the oldest collection of its kind. */
export function cranfield(data: DataFolder): DataSet {
  const judged = data
    .text('cranfield/cranqrel.trec.txt')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, , , worth]) => Number(worth) > 0)
  const relevant = Map.groupBy(judged, ([question]) => question!)
  return {
    name: 'cranfield',
    about: '1,400 abstracts on aerodynamics, and 225 questions',
    unit: 'document',
    macro: false,
    tunedOn: 'every other question, beginning with the first',
    texts: elements(data.text('cranfield/cran.all.1400.xml'), 'doc')
      .map(entry => ({
        key: inner(entry, 'docno'),
        container: 'cranfield',
        content: oneLine(inner(entry, 'text')),
      }))
      .filter(({ content }) => content !== ''),
    // Judgements number the questions by position, whatever the file calls them.
    questions: elements(data.text('cranfield/cran.qry.xml'), 'top').flatMap((entry, i) => {
      const documents = relevant.get(String(i + 1))?.map(([, , document]) => document!)
      if (!documents) return []
      return {
        id: String(i + 1),
        container: 'cranfield',
        text: oneLine(inner(entry, 'title')),
        relevant: worthOne(documents),
        group: 'cranfield',
        half: everyOther(i),
      }
    }),
  }
}

const elements = (xml: string, name: string) =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g')), match => match[1]!)

const inner = (xml: string, name: string) => elements(xml, name)[0]?.trim() ?? ''
