import { namesTime } from './names-time.ts'
import { tag } from './rules/questions.ts'
import { questionMark, restatements, sinceYou, tookAdvice, withOther } from './rules/restatements.ts'

/**
 * Rewrites a dated sentence as a statement: friends ask, propose or exclaim such things as often as they state
 * them. Every other sentence is returned unchanged.
 */
export function restate(sentence: string): string {
  if (!namesTime(sentence)) return sentence
  const own = sentence
    .replace(tag.expression, '.')
    .replace(sinceYou.expression, '')
    .replace(tookAdvice.expression, '$1 ')
    .replaceAll(withOther.expression, '')
  for (const { expression, becomes } of restatements)
    if (expression.test(own)) return own.replace(expression, becomes).replace(questionMark.expression, '.$1')
  return own
}
