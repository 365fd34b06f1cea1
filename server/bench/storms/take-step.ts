import type { Actor } from './actor.ts'
import * as containers from './container-steps.ts'
import * as documents from './document-steps.ts'
import * as folders from './folder-steps.ts'
import * as memories from './memory-steps.ts'
import * as others from './other-steps.ts'
import type { Step, StepName } from './plan.ts'
import * as reads from './read-steps.ts'

const acts: Record<StepName, (actor: Actor, step: Step) => Promise<void>> = {
  ...documents,
  ...memories,
  ...containers,
  ...folders,
  ...others,
  ...reads,
}

export const take = (actor: Actor, step: Step): Promise<void> => acts[step.do](actor, step)
