import { kinship } from './lexicon.ts'

/** The kind of answer that a question asks for, as far as its words tell. */
export type AnswerKind = 'time' | 'place' | 'person' | 'amount' | 'name'

/** A question as far as its words tell what answers it. Words of other languages tell nothing, and leave it open. */
export type Question = {
  /** It says `I`, `my` or `we`: it asks about the owner of the container, or somebody of theirs. */
  isFirstPerson: boolean
  /** The words of the names, numbers and identifiers in it, in lower case, one list for each name. */
  names: readonly (readonly string[])[]
  /** The kin in it: `my brother`. */
  kin: ReadonlySet<string>
  answer: AnswerKind | undefined
  /** The attributes that an answer may give, by the names of the judge. Empty: any. */
  attributes: ReadonlySet<string>
  /** It asks for what was, and no longer is. */
  asksForPast: boolean
}

const firstPerson = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself|we|our|ours|us|the user)\b/i

const past =
  /\b(?:used to|before|earlier|previous(?:ly)?|former(?:ly)?|originally|back then|in the past|at first|old(?:er)? (?:job|address|flat|house|home|car|phone|number|password|version|plan|employer|boss|school))\b|\b(?:did|was|were)\b.*\b(?:last|back in|in (?:19|20)\d\d|as a (?:child|kid|boy|girl|student))\b/i

/** In order: the first that matches decides. */
const answers: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'amount',
    /\bhow (?:many|much|old|long|tall|big|far|often|large|heavy)\b|\b(?:what|which) (?:age|size|number|version|port|rate|price|budget|amount|code|pin|percentage|limit)\b|\b(?:phone|telephone|mobile|account|policy|reference|serial|room|flight) (?:number|no)\b/i,
  ],
  [
    'time',
    /\b(?:when|until when|since when|what time|what date|birthday|anniversary|deadline)\b|\b(?:what|which) (?:day|date|month|year|weekday|afternoon|morning|evening)s?\b/i,
  ],
  ['place', /\bwhere\b|\b(?:what|which) (?:city|town|country|street|place|address)\b|\baddress\b/i],
  ['person', /\b(?:who|whom|whose)\b|\bwho's\b/i],
  ['name', /\b(?:name|called|surname)\b/i],
]

const attributeWords: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bwhere\b.*\b(?:live|living|based|home|stay)\b|\baddress\b|\bhometown\b/i, ['home', 'contact']],
  [/\b(?:phone|telephone|mobile|e-?mail|reach|contact)\b/i, ['contact']],
  [/\bhow old\b|\bage\b/i, ['age']],
  [/\bbirthday\b|\bborn\b/i, ['age', 'identity', 'event']],
  [
    /\ballerg|\bintoleran|\b(?:ill|sick|illness|disease|condition|medic\w+|medicine|tablets?|pills?|doctor|gp|dentist|surgery|operation|blood|injur\w*|diagnos\w*)\b/i,
    ['health', 'diet', 'relation'],
  ],
  [/\b(?:eat|eats|diet|vegetarian|vegan|food|drink|cook)\b/i, ['diet', 'health', 'preference']],
  [
    /\b(?:job|work|works|working|employer|company|boss|profession|occupation|for a living|career|salary)\b/i,
    ['work', 'relation', 'money', 'status', 'plan'],
  ],
  [
    /\b(?:school|university|college|study|studies|studying|degree|course|class)\b/i,
    ['education', 'event', 'plan', 'habit'],
  ],
  [
    /\b(?:partner|wife|husband|girlfriend|boyfriend|fianc\w+|married|dating|seeing anyone|spouse)\b/i,
    ['partner', 'family', 'relation', 'status', 'event', 'plan'],
  ],
  [/\b(?:dog|cat|pet|puppy|kitten|rabbit|hamster|horse|parrot)s?\b/i, ['pet', 'possession', 'age', 'name']],
  [
    /\b(?:favou?rite|prefer|like|love|hate|enjoy)s?\b/i,
    ['preference', 'opinion', 'instruction', 'feeling', 'habit'],
  ],
  [/\b(?:budget|cost|price|fee|pay|rent|salary|rate|afford)s?\b/i, ['money', 'work', 'setting', 'decision']],
]

/** Capital letters that make no name. */
const noName = new Set(
  `i i'm i've i'd i'll ok january february march april may june july august september october november december monday tuesday
   wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays christmas easter
   english`.split(/\s+/),
)

export function readQuestion(q: string): Question {
  const text = q.replaceAll('’', "'")
  return {
    isFirstPerson: firstPerson.test(text),
    names: namesIn(text, { withFirst: false }),
    kin: kinIn(text),
    answer: answers.find(([, pattern]) => pattern.test(text))?.[0],
    attributes: new Set(attributeWords.find(([pattern]) => pattern.test(text))?.[1]),
    asksForPast: past.test(text),
  }
}

export function kinIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return new Set(words.filter(word => kinship.has(word)))
}

const word = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'&./_-]*[\p{L}\p{N}])?/gu

/** A full stop after a title begins no sentence. */
const sentenceStart = /(?<!\b(?:dr|mr|mrs|ms|prof|st))[.!?:“"]\s*$/i

/**
 * The names and numbers of a text, each as its words in lower case. Adjacent words with capitals are one name. The first word
 * of a sentence has a capital in any case, so it counts on request only.
 */
export function namesIn(text: string, { withFirst }: { withFirst: boolean }): string[][] {
  const names: string[][] = []
  let end = -1
  for (const match of text.matchAll(word)) {
    const written = match[0].replace(/'s$/i, '')
    const opens = match.index === 0 || sentenceStart.test(text.slice(0, match.index))
    const isName = /\d/.test(written) || (/^\p{Lu}/u.test(written) && (withFirst || !opens))
    if (!isName || noName.has(written.toLowerCase())) continue
    const isNext = names.length > 0 && /^\.? $/.test(text.slice(end, match.index))
    if (isNext) names.at(-1)!.push(written.toLowerCase())
    else names.push([written.toLowerCase()])
    end = match.index + match[0].length
  }
  return names
}
