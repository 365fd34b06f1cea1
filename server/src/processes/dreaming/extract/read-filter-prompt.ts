/** The clear parts of a filter prompt: the only subjects to remember, and subjects never to remember. */
export type FilterSubjects = { only: string[]; never: string[] }

const except = /\b(?:except(?: for)?|other than|nothing but|unless it is about|apart from)\b/i
const negative =
  /\b(?:never|do not|don't|dont|not|ignore|exclude|skip|avoid|omit|leave out|drop|without|no|nothing)\b/i
const exclusive = /\b(?:only|just|solely|exclusively|focus on|limit (?:yourself|memories) to)\b/i

/** Where another request may begin. */
const clauses =
  /[.;!?\n]+|,? but |,? and (?=(?:never|ignore|exclude|skip|avoid|do not|don't|only)\b)|, ?(?=(?:never|not|no|ignore|exclude|skip|avoid|do not|don't|only)\b)/i

/** Words of the request itself, which name no subject. */
const asking =
  /\b(?:please|never|do not|don't|dont|not|no|nothing|only|just|solely|exclusively|remember|remembered|store|stored|keep|kept|save|saved|record|retain|track|extract|learn|memori[sz]e|form|include|ignore|exclude|skip|avoid|omit|leave out|drop|without|focus|limit|anything|everything|something|information|info|details?|facts?|things?|statements?|memories|data|about|on|to|regarding|relate[sd]?|relating|concerning|that|which|is|are|has|have|what|the users?'?s?|users?'?s?|they|their|them|he|she|someone's|people's|any|all|other|its?|be|should|must|of|the|an?|also|ever|with)\b/gi

const maxWords = 5

/**
 * Parses `Only store food preferences. Never keep salaries or debts.` A sentence is ignored if it asks for neither,
 * or for something too long to be a subject.
 */
export function readFilterPrompt(prompt: string): FilterSubjects {
  const wish: FilterSubjects = { only: [], never: [] }
  for (const sentence of prompt.split(clauses)) {
    const [before, after] = sentence.split(except)
    const isExcepted = after !== undefined && (negative.test(before!) || /nothing but/i.test(sentence))
    const isNegative = !isExcepted && negative.test(sentence)
    // Ambiguous: the sentence asks for both at once, or for neither.
    if (!isExcepted && isNegative === exclusive.test(sentence)) continue
    const subjects = subjectsIn(isExcepted ? after : sentence)
    if (subjects) wish[isNegative ? 'never' : 'only'].push(...subjects)
  }
  return wish
}

function subjectsIn(said: string): string[] | undefined {
  const subjects = said
    .split(/,|;|\band\b|\bor\b|\/|:/i)
    .map(part => part.replaceAll(asking, ' ').replaceAll(/\s+/g, ' ').trim())
    .filter(part => /\p{L}{3}/u.test(part))
  return subjects.some(subject => subject.split(' ').length > maxWords) ? undefined : subjects
}
