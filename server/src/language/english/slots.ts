/** A single-valued attribute of a person or thing, recognised by its wording. */
export type Slot = { slot: string; value: string; owner?: string }

type Pattern = {
  /** The name of the slot, or a function that makes it from the first group. The last group is the value. */
  slot: string | ((said: string, value: string) => string)
  says: RegExp
  /** Another pattern that must match too. */
  besides?: RegExp
}

const atPresent = /\b(?:currently|now|these days|at the moment|right now|nowadays|lately|obsessed|hooked)\b/i
const now = '(?: these days| now| currently| nowadays| right now)?'
const end = String.raw`(?=[,.;!?]| and | but | as | which | where | who | so | because | since | at the moment| right now| lately| now\b| with my | for (?:a|the|\d)| - |$)`
const rest = `(.{2,60}?)${end}`
const says = (pattern: string, flags = 'i'): RegExp => new RegExp(pattern, flags)
const newJob =
  '(?:got|took|accepted|landed|starting|started|begins|began|has|loves|likes|enjoys) (?:a|the|their|his|her) (?:new |current )?(?:[\\w-]+ )?(?:job|position|role|gig|internship)|(?:got|was|been) hired'
const homes = 'apartment|flat|house|home|condo|townhouse|studio|place|loft|cottage|cabin|dorm'
const travels =
  'takes?|taking|rides?|riding|drives?|driving|walks?|walking|bikes?|biking|cycles?|cycling|commut(?:es?|ing)|carpools?|carpooling|scooters?'
const roles =
  'landlord|boss|manager|supervisor|teacher|tutor|trainer|coach|therapist|dentist|roommate|instructor|assistant|lawyer|accountant'
const doing =
  'reading|watching|obsessed with|listening to|playing|training for|dating|driving|hooked on|using|rewatching|binge-watching|staying (?:at|with|in)'
const keeping =
  'keeps?|keeping|kept|stor(?:es|ing|ed)|hangs?|hanging|hung|moved|placed|put|leave|leaving|parks?|parked|sits?'

/** Patterns for statements in the third person: `The user` and names. */
const patterns: readonly Pattern[] = [
  {
    slot: 'residence',
    says: says(
      `\\b(?:lives?|living|(?<=\\b(?:has|have) )lived|resid(?:es|ing)|is based|(?:moved|relocated|moving|relocating)(?: back| out| away)?)(?: alone)? (?:into|in|to|at|near) ${rest}`,
    ),
  },
  {
    slot: 'residence',
    says: says(
      `\\b(?:settled(?: down)? in|(?:has|rents?|renting|bought|found|got|loves) (?:an?|the|their|his|her) (?:new |current )(?:[\\w-]+ ){0,2}(?:${homes}) (?:in|at|near)) ${rest}`,
    ),
  },
  { slot: 'job', says: says(`\\b(?:works|working|is employed|${newJob}) as (?:an? |the )?${rest}`) },
  {
    slot: 'job',
    says: says(
      `\\b(?:is|are) (?:now|currently) (?:working as )?(?:an? |the )([\\w -]{3,40}? (?:at|for|with) .{2,40}?)${end}`,
    ),
  },
  { slot: 'job', says: says(`\\bpromoted to (?:an? |the )?${rest}`) },
  {
    slot: 'workplace',
    says: says(
      `\\b(?:(?:works|working|is employed|started(?: working)?|(?:is|'s) (?:now|currently)) at|(?:${newJob})(?: as an? [\\w -]{3,40}?)? (?:at|with|by)) (?!home|the moment)(?:an? |the )?${rest}`,
    ),
  },
  {
    slot: 'venue',
    says: says(`\\b(?:meets?|meeting|gathers?|takes? place|is held|are held) (?:at|in) ${rest}`),
  },
  {
    slot: said => `their ${said}`,
    says: says(
      `\\b(?:their|user's) (?:new |current )?(${roles})(?: (?:at|of|for|in) [^,.]{2,30}?)?${now} (?:is|are)${now}(?: called| named)? ((?:Mr|Ms|Mrs|Dr)?\\.? ?[A-Z][\\w'& -]{1,40}?)${end}`,
      '',
    ),
  },
  {
    slot: said => `their ${said}`,
    says: says(
      `\\ba(?:n? new)? (${roles})(?: (?:at|of|for|in) [^,.]{2,30}?)?(?: named| called|,) ([A-Z][\\w'-]+)`,
      '',
    ),
  },
  {
    slot: said => `their ${said}`,
    says: says(
      `\\b(?:their|user's) (?:new|current) ([\\p{L}-]+(?: [\\p{L}-]+)?), ((?:(?:Mr|Ms|Mrs|Dr)\\.? )?\\p{Lu}[\\p{L}'-]+),`,
      'u',
    ),
  },
  { slot: 'name', says: says(`\\b(?:is called|changed (?:their|his|her) name to|goes by) ${rest}`) },
  {
    slot: said => `their favourite ${said}`,
    says: says(
      `\\bfavou?rite ((?:[\\w-]+ ){0,2}?[\\w-]+)(?: (?:in|at|from|for|to|on) [^,.]{2,30}?)?${now} (?:is|are|has become|became|has been|would be|turned out to be)${now} ${rest}`,
    ),
  },
  {
    slot: said => `their go-to ${said}`,
    says: says(
      `\\b(?:go-to|usual|preferred) ([\\w-]+(?: [\\w-]+)?)${now} (?:is|are|has been|has become)${now} ${rest}`,
    ),
  },
  {
    slot: said => `their ${said.replace(/^(?:new|current) /, '')}`,
    says: says(
      `^(?:The user|\\p{Lu}\\p{L}+)'s ((?:new |current )?[\\p{L}-]+(?: [\\p{L}-]+)?)${now} (?:is|are)${now} ((?:an? |\\p{Lu}).{1,40}?)${end}`,
      'u',
    ),
  },
  {
    slot: said => `what they are ${said}`,
    says: says(`\\b(?:is|are|has been|have been) (?:(?:[a-z]+ly|now|just) )*(${doing}) ${rest}`),
    besides: atPresent,
  },
  {
    slot: (said, value) => `which they prefer of ${[said, value].sort().join(' and ')}`,
    says: says(
      String.raw`\bprefers? (?=([\w ]{2,30}?) (?:over|to|rather than) ([\w ]{2,30}?)(?: now| these days)?[,.])`,
    ),
  },
  {
    slot: said => `how they get to ${said.replace(/^(?:the|their) /, '')}`,
    says: says(
      `\\b(?=.{0,60}? to ((?:the |their )?(?:work|office|school|campus|college|university|gym|class))\\b)((?:${travels})(?: (?:the|their|an?) [\\w-]+| by [\\w-]+| in)?)`,
    ),
  },
  {
    slot: 'current',
    says: says(
      `\\b(?:current|latest) (?:[\\w-]+ )?(?:project|model|book|read|job|role|goal|phone|car|obsession)(?:,| is| -) (?:an? |the )?${rest}`,
    ),
  },
  {
    slot: 'current',
    says: says(`\\b(?:switched|switching|moved on|upgraded|changed) (?:over )?to (?:an? |the )?${rest}`),
  },
  {
    slot: 'status',
    says: says(
      String.raw`\b(?:reached|hit|eligible for|has|earned|achieved|got|holds?) (?:the )?([\w-]+(?: [\w-]+)?) (?:status|level|rank|tier|belt)\b`,
    ),
  },
  {
    slot: 'place',
    says: says(
      `\\b(?:${keeping})\\b.{0,60}?\\b((?:in|to|under|above|over|on|behind|next to|by|inside|near) (?:the user's |their |my |our |the |a |an )[\\w' -]{3,30}?)${end}`,
    ),
  },
  {
    slot: 'relationship',
    says: /\b(?:is|are|got|was|has been) (?:now |currently |recently |just )?(single|married|engaged|divorced|separated|dating|widowed)\b/i,
  },
]

/** A former value does not fill a slot. */
const past = /\b(?:used to|formerly|previously|once) $/

/** `sees Rosa, who just started …`: the rest is about Rosa. */
const told = /\b(\p{Lu}\p{Ll}+),? (?:who|that)(?:'s| is| has| just| recently| now| also| used to)* ?$/u

/** The slots that a third-person statement fills. */
export function slotsIn(text: string): Slot[] {
  return patterns.flatMap(pattern => {
    const match = pattern.besides === undefined || pattern.besides.test(text) ? pattern.says.exec(text) : null
    if (match === null || past.test(text.slice(0, match.index))) return []
    const groups = match.slice(1).map(group => group.trim().toLowerCase())
    const { slot } = pattern
    const isPreference = groups.length === 2 && match[0].trimEnd().endsWith('prefers')
    const value = isPreference ? groups[0]! : groups.at(-1)!
    const owner = told.exec(text.slice(0, match.index))?.[1]?.toLowerCase()
    return {
      ...(owner !== undefined && { owner }),
      slot: typeof slot === 'string' ? slot : slot(groups[0]!, groups.at(-1)!),
      value,
    }
  })
}
