import type { Rule } from '../../rules/rule.ts'

/** A rule for a slot in a statement in the third person. */
export type SlotRule = Rule & {
  /** The name of the slot, or a function that makes it from the first group. The last group is the value. */
  slot: string | ((said: string, value: string) => string)
  /** Another expression that must match too. */
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
export const slotRules: readonly SlotRule[] = [
  {
    name: 'lives somewhere',
    matches: ['Ann lives in Ghent.', 'The user moved back to Kent'],
    rejects: ['Ann likes Ghent.'],
    slot: 'residence',
    expression: says(
      `\\b(?:lives?|living|(?<=\\b(?:has|have) )lived|resid(?:es|ing)|is based|(?:moved|relocated|moving|relocating)(?: back| out| away)?)(?: alone)? (?:into|in|to|at|near) ${rest}`,
    ),
  },
  {
    name: 'new home',
    matches: ['The user has a new flat in Bath.', 'Bo settled down in Bath'],
    rejects: ['The user has a cat.'],
    slot: 'residence',
    expression: says(
      `\\b(?:settled(?: down)? in|(?:has|rents?|renting|bought|found|got|loves) (?:an?|the|their|his|her) (?:new |current )(?:[\\w-]+ ){0,2}(?:${homes}) (?:in|at|near)) ${rest}`,
    ),
  },
  {
    name: 'works as',
    matches: ['The user works as a nurse.', 'Bo got a new job as a cook'],
    rejects: ['The user works hard.'],
    slot: 'job',
    expression: says(`\\b(?:works|working|is employed|${newJob}) as (?:an? |the )?${rest}`),
  },
  {
    name: 'promoted to',
    matches: ['Ann was promoted to captain.'],
    rejects: ['Ann promoted peace.'],
    slot: 'job',
    expression: says(`\\bpromoted to (?:an? |the )?${rest}`),
  },
  {
    name: 'works at',
    matches: ['The user works at Acme.', 'Bo got hired by the mill'],
    rejects: ['The user works at home'],
    slot: 'workplace',
    expression: says(
      `\\b(?:(?:works|working|is employed|started(?: working)?|(?:is|'s) (?:now|currently)) at|(?:${newJob})(?: as an? [\\w -]{3,40}?)? (?:at|with|by)) (?!home|the moment)(?:an? |the )?${rest}`,
    ),
  },
  {
    name: 'meets at',
    matches: ['The club meets at the library.'],
    rejects: ['The club meets weekly.'],
    slot: 'venue',
    expression: says(`\\b(?:meets?|meeting|gathers?|takes? place|is held|are held) (?:at|in) ${rest}`),
  },
  {
    name: 'role is a name',
    matches: ["The user's landlord is Mr. Bell."],
    rejects: ["The user's landlord is kind."],
    slot: said => `their ${said}`,
    expression: says(
      `\\b(?:their|user's) (?:new |current )?(${roles})(?: (?:at|of|for|in) [^,.]{2,30}?)?${now} (?:is|are)${now}(?: called| named)? ((?:Mr|Ms|Mrs|Dr)?\\.? ?[A-Z][\\w'& -]{1,40}?)${end}`,
      '',
    ),
  },
  {
    name: 'role called',
    matches: ['Ann has a new coach named Lee'],
    rejects: ['Ann has a coach'],
    slot: said => `their ${said}`,
    expression: says(
      `\\ba(?:n? new)? (${roles})(?: (?:at|of|for|in) [^,.]{2,30}?)?(?: named| called|,) ([A-Z][\\w'-]+)`,
      '',
    ),
  },
  {
    name: 'new person with a name',
    keptFor: 'find-update.test.ts',
    matches: ["Ann asked the user's new vet, Dr. Bell, today"],
    rejects: ['Ann asked the vet'],
    slot: said => `their ${said}`,
    expression: says(
      `\\b(?:their|user's) (?:new|current) ([\\p{L}-]+(?: [\\p{L}-]+)?), ((?:(?:Mr|Ms|Mrs|Dr)\\.? )?\\p{Lu}[\\p{L}'-]+),`,
      'u',
    ),
  },
  {
    name: 'is called',
    matches: ["The user's cat is called Miso."],
    rejects: ['The user called Miso.'],
    slot: 'name',
    expression: says(`\\b(?:is called|changed (?:their|his|her) name to|goes by) ${rest}`),
  },
  {
    name: 'favourite',
    matches: ['Their favorite tea is oolong.', "The user's favourite bar in town has become Joe's."],
    rejects: ['Ann likes oolong.'],
    slot: said => `their favourite ${said}`,
    expression: says(
      `\\bfavou?rite ((?:[\\w-]+ ){0,2}?[\\w-]+)(?: (?:in|at|from|for|to|on) [^,.]{2,30}?)?${now} (?:is|are|has become|became|has been|would be|turned out to be)${now} ${rest}`,
    ),
  },
  {
    name: 'something of theirs is',
    matches: ["The user's car is a Volvo.", "Ann's current phone is Nokia 3310."],
    rejects: ['The user is a driver.'],
    slot: said => `their ${said.replace(/^(?:new|current) /, '')}`,
    expression: says(
      `^(?:The user|\\p{Lu}\\p{L}+)'s ((?:new |current )?[\\p{L}-]+(?: [\\p{L}-]+)?)${now} (?:is|are)${now} ((?:an? |\\p{Lu}).{1,40}?)${end}`,
      'u',
    ),
  },
  {
    name: 'is doing at present',
    matches: ['The user is currently reading Emma.'],
    rejects: ['The user reads Emma.'],
    slot: said => `what they are ${said}`,
    expression: says(`\\b(?:is|are|has been|have been) (?:(?:[a-z]+ly|now|just) )*(${doing}) ${rest}`),
    besides: atPresent,
  },
  {
    name: 'prefers one to another',
    matches: ['Ann prefers tea over coffee.'],
    rejects: ['Ann prefers tea.'],
    slot: (said, value) => `which they prefer of ${[said, value].sort().join(' and ')}`,
    expression: says(
      String.raw`\bprefers? (?=([\w ]{2,30}?) (?:over|to|rather than) ([\w ]{2,30}?)(?: now| these days)?[,.])`,
    ),
  },
  {
    name: 'way to a place',
    matches: ['The user takes the tram to work', 'Ann bikes to the gym'],
    rejects: ['Ann bikes'],
    slot: said => `how they get to ${said.replace(/^(?:the|their) /, '')}`,
    expression: says(
      `\\b(?=.{0,60}? to ((?:the |their )?(?:work|office|school|campus|college|university|gym|class))\\b)((?:${travels})(?: (?:the|their|an?) [\\w-]+| by [\\w-]+| in)?)`,
    ),
  },
  {
    name: 'current thing',
    matches: ["Ann's latest project is a kite."],
    rejects: ['Ann flies a kite.'],
    slot: 'current',
    expression: says(
      `\\b(?:current|latest) (?:[\\w-]+ )?(?:project|model|book|read|job|role|goal|phone|car|obsession)(?:,| is| -) (?:an? |the )?${rest}`,
    ),
  },
  {
    name: 'switched to',
    matches: ['Ann switched to oat milk.'],
    rejects: ['Ann drinks milk.'],
    slot: 'current',
    expression: says(
      `\\b(?:switched|switching|moved on|upgraded|changed) (?:over )?to (?:an? |the )?${rest}`,
    ),
  },
  {
    name: 'status reached',
    matches: ['Ann reached gold status', 'Bo earned a black belt'],
    rejects: ['Bo wears a belt'],
    slot: 'status',
    expression: says(
      String.raw`\b(?:reached|hit|eligible for|has|earned|achieved|got|holds?) (?:the )?([\w-]+(?: [\w-]+)?) (?:status|level|rank|tier|belt)\b`,
    ),
  },
  {
    name: 'place where a thing is kept',
    matches: ['Ann keeps the key under the mat.'],
    rejects: ['Ann lost the key.'],
    slot: 'place',
    expression: says(
      `\\b(?:${keeping})\\b.{0,60}?\\b((?:in|to|under|above|over|on|behind|next to|by|inside|near) (?:the user's |their |my |our |the |a |an )[\\w' -]{3,30}?)${end}`,
    ),
  },
  {
    name: 'relationship',
    matches: ['Ann is now divorced.', 'Bo got engaged'],
    rejects: ['Bo got tired'],
    slot: 'relationship',
    expression:
      /\b(?:is|are|got|was|has been) (?:now |currently |recently |just )?(single|married|engaged|divorced|separated|dating|widowed)\b/i,
  },
]
