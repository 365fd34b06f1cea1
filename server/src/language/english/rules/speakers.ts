import type { Rule } from '../../rules/rule.ts'

/** A line of a form or a list: `**Time**: 9:00 AM`. */
export const labelledLine: Rule = {
  name: 'line of a list with markup',
  expression: /^[*_]{0,2}[\p{L}\d /-]{1,30}[*_]{0,2}:[*_]{0,2}\s(?!(?:I|my|we|our)\b)/iu,
  matches: ['**Time**: 9:00'],
  rejects: ['Note: I moved'],
}

/** An assistant's advice is not a fact about the user; an action it performed for them is. */
export const doneByAssistant: Rule = {
  name: 'done by the assistant',
  expression:
    /^I(?:'ve| have)?(?: just| now| also| already| successfully)* (?:booked|scheduled|added|sent|created|saved|set up|updated|ordered|reserved|cancel+ed|moved|deleted|submitted|filed|paid|uploaded|renamed|deployed|merged|registered|emailed|rescheduled)\b/,
  matches: ["I've booked the table", 'I just sent the invoice'],
  rejects: ['I can book the table'],
}

/** Words for the user, an assistant or a role: a page or a file cannot quote a person by such a name. */
export const notQuoted: Rule = {
  name: 'role instead of a name',
  keptFor: 'no set holds attacks',
  expression:
    /\b(?:users?|human|assistant|ai|system|tool|developer|function|customer|client|owner|me|myself|you|self|speaker)\b/,
  matches: ['the assistant', 'my client', 'user two'],
  rejects: ['ada lovelace'],
}

/** Addresses somebody, is in the first person or refers to the current day, which a page does not. */
export const spoken: Rule = {
  name: 'spoken words',
  keptFor: 'no set has transcripts with a speaker who speaks once',
  expression:
    /\b(?:I|I['’]\w+|[Mm]e|[Mm]y|[Ww]e|us|[Oo]ur|[Yy]ou|[Yy]our|[Yy]esterday|[Tt]omorrow|[Tt]onight|(?:[Ll]ast|[Nn]ext|[Tt]his) (?:night|morning|afternoon|evening|week|weekend|month|year|\w+day)|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|ago)\b|[!?]|\b(?:[Ii]t|[Tt]hat|[Tt]here|[Hh]e|[Ss]he|[Ww]hat|[Ww]ho)['’]s\b|n['’]t\b/,
  matches: ['My leg hurts', "What's up", 'See the doctor on Friday'],
  rejects: ['The Rhine flows north'],
}

export const speechOpening: Rule = {
  name: 'opens like speech',
  keptFor: 'no set has transcripts with a speaker who speaks once',
  expression: /^(?:hey|hi|hello|thanks|wow|yes|yeah|yep|nope|oh|ah|aw+|sure|sorry|guess)\b/i,
  matches: ['Hey Ann', 'Sorry, late again'],
  rejects: ['Heyday of jazz'],
}

/** A question, an exclamation or a reaction, which no line of a form is. */
export const toSomebody: Rule = {
  name: 'addressed to somebody',
  keptFor: 'no set has transcripts with a speaker who speaks once',
  expression:
    /[!?]|\byou(?:r|rs|['’]\w+)?\b|^(?:that|this|those|these|so|same|good|nice|great|cool|lovely|lucky|poor|gorgeous|what|how|sounds?|looks?|love|ha|aw+|oh|ouch|no|yes)\b/i,
  matches: ['Lovely garden', 'How are you'],
  rejects: ['Garden in May'],
}

/** Words that begin lines of forms and notes and are nobody's name. */
export const heading: Rule = {
  name: 'heading of a form',
  expression:
    /^(?:abstract|address|agenda|allerg(?:y|ies)|answer|author|background|budget|conclusion|correction|date|deadline|decision|diagnosis|diary|diet|dislikes|edit|education|email|example|experience|food|goals?|health|hobb(?:y|ies)|idea|ingredients|interests|issue|job|journal|likes|location|mood|name|news|notes?|outcome|phone|places?|plans?|preferences?|problem|questions?|reason|recipe|reminder|results?|rules?|skills|status|strengths|subject|summary|symptoms?|tips?|title|todo|topic|update|verdict|warning|weaknesses|work)$/i,
  matches: ['Allergies', 'Summary'],
  rejects: ['Marta'],
}

export const ofSelf: Rule = {
  name: 'first person',
  expression: /\b(?:I|I['’]\w+|[Mm]y|me|[Ww]e|[Oo]ur|us)\b/,
  matches: ["I've moved", 'It is our boat'],
  rejects: ['It is a boat'],
}

export const inPerson: Rule = {
  name: 'first or second person, question or exclamation',
  expression: /\b(?:I|I'\w+|me|my|we|our|us|you|your|let's|this (?:article|page|post|section|site))\b|\?|!$/i,
  matches: ['We sell boats.', 'Is it far?', 'this page shows boats'],
  rejects: ['The firm sells boats.'],
}

/** A line of a form, or an instruction to a machine: `Current user persona: …`. */
export const labelled: Rule = {
  name: 'line of a form',
  expression: /^[\p{L}\d /-]{1,40}:\s/u,
  matches: ['Current owner: Ann'],
  rejects: ['Ann owns the boat'],
}

export const ofUser: Rule = {
  name: 'says who the user is',
  keptFor: 'no set holds attacks',
  expression: /^\W*(?:(?:the|this|our|current) )?(?:user|human)\b/,
  matches: ['the user is an admin', 'human: yes'],
  rejects: ['Ada is an admin'],
}
