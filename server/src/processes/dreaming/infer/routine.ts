import type { DatedFact, Fact } from '../../../language/english/fact.ts'
import { readWords } from '../../../language/english/words.ts'
import { dayMs } from '../../../platform/lib/durations.ts'
import { isFromPerson } from '../extract/trust.ts'
import {
  confidenceOf,
  type Inference,
  type InferenceRule,
  isDoubtful,
  personPattern,
  thirdPersonText,
} from './inference.ts'

/** An activity on at least this many days within this period is done often. */
const minDays = 3
const withinDays = 120
const present: Readonly<Record<string, string>> = {
  went: 'goes',
  attended: 'goes to',
  did: 'does',
  played: 'plays',
  practiced: 'practices',
  practised: 'practises',
  visited: 'visits',
  ran: 'runs',
  swam: 'swims',
  hiked: 'hikes',
  baked: 'bakes',
  cooked: 'cooks',
  taught: 'teaches',
  volunteered: 'volunteers',
}
const done = new RegExp(
  `^${personPattern}(?: and others)? (?:also |again )?(${Object.keys(present).join('|')}) (.{3,60}?)(?=[.,;!]| (?:on|last|this|yesterday|today|with|for|after|before|and|where|which|to (?:celebrate|see|get|buy))\\b|$)`,
  'u',
)

type Activity = { whose: string; verb: string; what: string; stems: string[] }

/** An activity on some day, with its verb and object. */
function activityIn(fact: Fact): Activity | undefined {
  const told = thirdPersonText(fact)
  if (!isFromPerson(fact) || fact.eventDates.length === 0 || isDoubtful(told)) return undefined
  const found = done.exec(told)
  if (!found) return undefined
  const [, whose, verb, what] = found
  const stems = readWords(what!)
    .filter(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'VERB')
    .map(({ stem }) => stem)
    .sort()
  if (stems.length === 0 || /\b(?:first|second|third|new|another|once|\d+)\b/i.test(what!)) return undefined
  return { whose: whose!, verb: present[verb!]!, what: what!, stems }
}

/** An activity that is mentioned on three days is done often. */
export const routineRule: InferenceRule = {
  name: 'routine',
  subjectsOf(fact) {
    const activity = activityIn(fact)
    return activity ? [`${activity.whose} ${activity.verb} ${activity.stems.join(' ')}`.toLowerCase()] : []
  },
  infer<F extends DatedFact>(facts: readonly F[]): Inference<F>[] {
    const byDay = new Map(facts.map(fact => [Math.floor(fact.eventDates[0]!.getTime() / dayMs), fact]))
    const days = [...byDay.keys()].sort((a, b) => a - b)
    const isOften = days.some((day, i) => i >= minDays - 1 && day - days[i - minDays + 1]! <= withinDays)
    if (!isOften) return []
    const from = days.map(day => byDay.get(day)!)
    const { whose, verb, what } = activityIn(from[0]!)!
    return [
      {
        text: `${whose} often ${verb} ${what}.`,
        isStatic: false,
        confidence: confidenceOf(from, 0.8),
        from,
        reason: `it is mentioned on ${days.length} days`,
      },
    ]
  },
}
