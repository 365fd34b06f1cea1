import type { Attribute } from '../../../platform/lib/judgement.ts'

/** Attributes of which a person has one or few. */
export const hasFew: ReadonlySet<Attribute> = new Set<Attribute>([
  ...(['name', 'age', 'identity', 'home', 'contact', 'work', 'education', 'partner', 'diet'] as const),
])
