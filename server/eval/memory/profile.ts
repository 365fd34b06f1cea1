import type { Client } from '../installation.ts'
import { type Measured, type Part, type Run, share } from './part.ts'
import { chosenPeople, type PersonaQuestion, personaQuestions } from './persona-sets.ts'
import { remember, searchMemories } from './remember.ts'

export const profile: Part = {
  about:
    'PersonaMem: messages of twelve people, each with four possible replies, of which one fits the person. A ' +
    'message is supported if `/v4/profile`, with the message as query and ten memories of each kind, shows the ' +
    'memory nearest to the right reply: the memory that an assistant needs for it. The other figures say how often ' +
    'similarity alone, without a language model, picks the right reply: the reply whose own sentences, shared with ' +
    'no other reply, are nearest to a memory. Picking well needs understanding (which of four orders of events is ' +
    'true, which idea is new to the person) that similarity does not have. Chance is one in four.',
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
    `picked: ${type.replaceAll('_', ' ')}`,
    share(members.map(({ isChosen }) => isChosen)),
  ])
  return {
    ...share(judged.map(({ isSupported }) => isSupported)),
    groups: {
      'right reply picked': share(judged.map(({ isChosen }) => isChosen)),
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
