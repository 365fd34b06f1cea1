import { commands, hidden, wishes } from './rules/instructions.ts'

/**
 * Whether a sentence instructs a model or contains hidden text. No such sentence becomes a memory: memories are
 * later inserted into prompts, where an instruction would take effect.
 */
export function isInstruction(sentence: string): boolean {
  return isHostile(sentence) || wishes.some(({ expression }) => expression.test(sentence))
}

/**
 * Whether a sentence may not become a memory even if the user says it: it hides text, or takes command of a model. A
 * user's own rule for their assistant (`Always answer in Dutch`) is no such sentence.
 */
export function isHostile(sentence: string): boolean {
  return hidden.expression.test(sentence) || commands.some(({ expression }) => expression.test(sentence))
}
