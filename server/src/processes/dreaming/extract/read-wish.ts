/** What an owner's prompt asks for, as far as it is clear: subjects that alone are wanted, and subjects that are not. */
export type Wish = { only: string[]; never: string[] }

const except = /\b(?:except(?: for)?|other than|nothing but|unless it is about|apart from)\b/i
const negative =
  /\b(?:never|do not|don't|dont|not|ignore|exclude|skip|avoid|omit|leave out|drop|without|no|nothing)\b/i
const exclusive = /\b(?:only|just|solely|exclusively|focus on|limit (?:yourself|memories) to)\b/i

/** Where another wish may begin. */
const clauses =
  /[.;!?\n]+|,? but |,? and (?=(?:never|ignore|exclude|skip|avoid|do not|don't|only)\b)|, ?(?=(?:never|not|no|ignore|exclude|skip|avoid|do not|don't|only)\b)/i

/** Words of asking, which name no subject. */
const asking =
  /\b(?:please|never|do not|don't|dont|not|no|nothing|only|just|solely|exclusively|remember|remembered|store|stored|keep|kept|save|saved|record|retain|track|extract|learn|memori[sz]e|form|include|ignore|exclude|skip|avoid|omit|leave out|drop|without|focus|limit|anything|everything|something|information|info|details?|facts?|things?|statements?|memories|data|about|on|to|regarding|relate[sd]?|relating|concerning|that|which|is|are|has|have|what|the users?'?s?|users?'?s?|they|their|them|he|she|someone's|people's|any|all|other|its?|be|should|must|of|the|an?|also|ever|with)\b/gi

const mostWords = 5

/**
 * Reads `Only store food preferences. Never keep salaries or debts.` A sentence that asks for neither, or for something too
 * long to be a subject, asks for nothing that rules can tell.
 */
export function readWish(prompt: string): Wish {
  const wish: Wish = { only: [], never: [] }
  for (const sentence of prompt.split(clauses)) {
    const [before, after] = sentence.split(except)
    const isExcepted = after !== undefined && (negative.test(before!) || /nothing but/i.test(sentence))
    const isNegative = !isExcepted && negative.test(sentence)
    // Both at once, or neither: who knows.
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
  return subjects.some(subject => subject.split(' ').length > mostWords) ? undefined : subjects
}
