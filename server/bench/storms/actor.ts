import type { Caller } from './caller.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

/** A client of the storm, with all that it knows. */
export type Actor = { model: Model; caller: Caller; world: World }
