import type { Client } from '../installation.ts'
import { type Measured, type Part, type Run, share } from './part.ts'
import { chosenPeople, type PersonaQuestion, personaQuestions } from './persona-sets.ts'
import { remember, searchMemories } from './remember.ts'

export const profile: Part = {
  about:
    'PersonaMem: things twelve of its people go on to say, each with four answers of which one fits the person. Supported when ' +
    '`/v4/profile`, asked with what the person says and for ten memories of each kind, shows the memory nearest to the ' +
    'right answer: what an assistant needs in order to give it. Beside it how often the right answer would be chosen ' +
    'without any language model: the one whose own words, those it does not share with the others, come nearest to a ' +
    'memory. Choosing well takes understanding (which of four orders of the same events is true; what is new to the ' +
    'person), which nearness does not have; chance is one in four.',
  wanted: { atLeast: 0.65 },
  measure,
}

type Judged = { type: string; isSupported: boolean; isChosen: boolean }

async function measure(run: Run): Promise<Measured> {
  const people = chosenPeople(run)
  await remember(run.client, people)
  const known = new Set(people.map(({ container }) => container))
  const judged: Judged[] = []
  for (const question of personaQuestions(run.data))
    if (known.has(question.container)) judged.push(await judge(run.client, question))
  const types = [...Map.groupBy(judged, ({ type }) => type)].map(([type, members]) => [
    `chosen: ${type.replaceAll('_', ' ')}`,
    share(members.map(({ isChosen }) => isChosen)),
  ])
  return {
    ...share(judged.map(({ isSupported }) => isSupported)),
    groups: {
      'right answer chosen': share(judged.map(({ isChosen }) => isChosen)),
      ...Object.fromEntries(types),
    },
  }
}

type ProfileJson = {
  profile: { static: string[]; dynamic: string[] }
  searchResults: { results: { memory: string }[] }
}

async function judge(
  client: Client,
  { container, type, asked, options, right }: PersonaQuestion,
): Promise<Judged> {
  const { profile: known, searchResults } = await client.post<ProfileJson>('/v4/profile', {
    containerTag: container,
    q: asked,
    threshold: 0,
    limit: 10,
  })
  const shown = new Set([
    ...known.static,
    ...known.dynamic,
    ...searchResults.results.map(({ memory }) => memory),
  ])
  const [nearest] = await searchMemories(client, container, options[right]!, 1)
  const near: number[] = []
  for (const own of ownWords(options))
    near.push((await searchMemories(client, container, own, 1))[0]?.similarity ?? 0)
  return {
    type,
    isSupported: nearest !== undefined && shown.has(nearest.memory),
    isChosen: near.indexOf(Math.max(...near)) === right,
  }
}

/** The sentences of each answer that no other answer has; the whole answer when it has none. */
export function ownWords(options: readonly string[]): string[] {
  const sentences = options.map(option => option.split(/(?<=[.!?])\s+/))
  return options.map((option, i) => {
    const others = new Set(sentences.filter((_, other) => other !== i).flat())
    return sentences[i]!.filter(sentence => !others.has(sentence)).join(' ') || option
  })
}
