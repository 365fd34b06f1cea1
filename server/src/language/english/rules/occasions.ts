import type { Rule } from '../../rules/rule.ts'

/** Passive events and plans that are understood alone. */
export const happened: Rule = {
  name: 'event or state understood alone',
  expression:
    /\b(?:I|we) (?:was|were) (?:\w+ly |also |just |still )*(?:diagnosed|promoted|fired|hired|laid off|let go|born|raised|invited|elected|accepted|rejected|admitted|hospitali[sz]ed|injured|hurt|hit|robbed|scammed|married|engaged|divorced|pregnant|adopted|transferred|assigned|awarded|sick|ill|thinking of|planning|considering|looking for|hoping|working|living|studying|training|using|vegan|vegetarian|sober|single|homeless|unemployed|an?)\b|\bI left (?:my|our|home)\b/i,
  matches: ['I was promoted', 'We were recently married', 'I left home'],
  rejects: ['I was hesitant'],
}

const lead = '^(?:[^,]{1,60}, )?'

const adverbs = '(?:(?:also|even|just|more|not only|then|almost|quite|[a-z]+ly) )*'

const self = `${lead}I(?:'ve|'m|'d| have| had| was| am)? ?${adverbs}`
const of = (pattern: string): RegExp => new RegExp(pattern, 'iu')

/** Actions, gains and losses that are understood alone. */
export const deed: Rule = {
  name: 'deed understood alone',
  expression: of(
    `${lead}(?:I|we)(?:'ve|'d| have| had)? ?${adverbs}(?:decided|stopped|quit|attempted|joined|dropped|gave|signed|switched|enrolled|launched|organi[sz]ed|hosted|attended|participated|volunteered|bought|purchased|adopted|visited|published|released|completed|abandoned|removed|deleted|deactivated|cancel+ed|skipped|discontinued|restarted|resumed|reopened|revisited|replaced|expanded|reintroduced|planned|started (?!to\\b)|began (?!to\\b|second)|tried (?!to\\b)|learned (?!that\\b)|wrote|read|watched|made|built|cooked|baked|finished|got|ordered|received|sold|lost|won|moved|went|travell?ed|flew|drove|ran|hiked|camped|planted|grew|painted|created|designed|developed|recorded|produced|performed|played|upgraded|repaired|fixed|installed|set up|booked|scheduled|registered|applied|graduated|studied|majored|worked|lived|taught|coached|mentored|led|founded|formed|contributed|donated|invested|saved|paid|opened|closed|uploaded|posted|interviewed|collaborated|met (?!with\\b)|married|divorced|hired|retired|resigned|stepped|took|picked|collected|practi[cs]ed|trained|broke|split|opted|had to|experimented|spoke|packed)\\b`,
  ),
  matches: ['I quit the band', 'Last year, we bought a farm'],
  rejects: ['I felt at ease'],
}

export const liked: Rule = {
  name: 'liking',
  expression: of(
    `${lead}(?:I|we)(?:'ve| have|'d)? ?${adverbs}(?:didn't )?(?:love|enjoy|like|hate|prefer|dislike|regret)(?:e?d)?\\b`,
  ),
  matches: ['We really loved the show', "I didn't like it"],
  rejects: ['We saw the show'],
}

export const storyOpening: Rule = {
  name: 'opens as a story goes on',
  expression: /^(?:in|on|by|at|upon|amidst?|during|after|before|through|throughout|as|when|while|the)\b/i,
  matches: ['During the break, I slept', 'When we arrived'],
  rejects: ['I slept'],
}

/** Continues a story, whatever else the sentence names. */
export const goesOn: readonly Rule[] = [
  {
    name: 'impression that goes on a story',
    expression: of(
      `${self}(?:found myself|find myself|met with|struck by|greeted by|glancing|left (?:with|feeling|wondering)|ended up feeling|became overwhelmed|witnessed|experienced (?:an?|the) |envisioned|never expected|(?:expected|anticipated|hoped|imagined)(?= )|high hopes|been (?:looking forward|hoping)|came away|walked away|left (?:the|each|every) (?:\\w+ ){1,2}(?:feeling|with an?)|(?:recall|remember) \\w+ing|imagined|made sure to|a vision|the (?:chance|opportunity|pleasure) to (?:engage|interact|meet|connect|network|chat|talk|speak|discuss)|poured my|bonded|(?:couldn't|could not|can't) help but|worry (?:if|that|about))\\b`,
    ),
    matches: ['I found myself alone', 'I was struck by the light', 'I left the talk feeling small'],
    rejects: ['I found my keys'],
  },
  {
    name: 'could do something in a story',
    expression: of(
      `${lead}I (?:can|could|might|may) ${adverbs}(?:almost|hardly|barely|find|discover|delve|glean|gain|explore|move on|learn|create|connect|feel|foster|relish|center|track|build|easily|clearly)\\b`,
    ),
    matches: ['I could almost hear it', 'I can easily see it'],
    rejects: ['I can swim'],
  },
  {
    name: 'would gain',
    expression: of(`${lead}I (?:${adverbs}thought |hoped |believed )?I? ?would gain\\b`),
    matches: ['I thought I would gain insight'],
    rejects: ['I gained weight'],
  },
  {
    name: 'my excitement was',
    expression: of(
      '^my (?:[a-z]+ )?(?:excitement|enthusiasm|hopes?|expectations?|reflections?|sessions?|efforts?|attempts?|discussions?|conversations?|interactions?|time spent|palms|memories|thoughts|feelings|emotions|creativity|motivation|nerves|preferences|mind|heart)\\b.*\\b(?:was|were|had|got|felt|became|turned|serves?)\\b',
    ),
    matches: ['My excitement was huge'],
    rejects: ['My brother was huge'],
  },
  {
    name: 'was impressed',
    expression: of(
      `${lead}I was ${adverbs}(?:inspired|surprised|fascinated|captivated|thrilled|moved|touched|disappointed|disheartened|drawn|impressed|amazed|blown away)\\b`,
    ),
    matches: ['I was really moved', 'At the fair, I was amazed'],
    rejects: ['I was born'],
  },
  {
    name: 'every moment',
    expression: /^(?:every|each) (?:time|stroke|moment|step|conversation|piece|note|detail|interaction)\b/i,
    matches: ['Every stroke mattered'],
    rejects: ['Every Monday I swim'],
  },
]

/** Continues a story, unless the sentence names something. */
export const mayGoOn: readonly Rule[] = [
  {
    name: 'we were doing',
    expression: of(
      `${lead}(?:we're|we are|we've been|we have been|we were) ${adverbs}(?!planning|moving|expecting|going|getting|looking|thinking|considering|living|married|engaged|saving|working)[a-z]+(?:ing|able)\\b`,
    ),
    matches: ['We were chatting'],
    rejects: ['We were planning a trip'],
  },
  {
    name: 'we enjoyed',
    expression: of(
      `${lead}we(?:'ve| have|'d| had)? ${adverbs}(?:all |really )?(?:enjoyed|noticed|found|created|developed|learned|wondered|feel|always ended|would|intended|had big)\\b`,
    ),
    matches: ['We really enjoyed it', 'We would dance'],
    rejects: ['We bought it'],
  },
  {
    name: 'people of the occasion',
    expression: of(
      `${lead}(?:I|we)\\b.*(?:fellow (?!\\p{Lu})|\\b(?:participants|attendees|everyone|everybody|each other|one another|strangers|like-minded)\\b)`,
    ),
    matches: ['We met other participants'],
    rejects: ['I spoke with Ann'],
  },
  {
    name: 'small deed of the occasion',
    expression: of(
      `${self}(?:impressed|amazed|overwhelmed|fixated|chatted|laughed|interacted|included|incorporated|selected|focused on|considered|sketched|gathered|detailed|encountered|emphasi[sz]ed|highlighted|noticed|observed|managed|spent (?:hours|countless|several)|engaged|mingled|listened|walked away|shared|delved|able|attempting|eager)\\b`,
    ),
    matches: ['I chatted for a while', 'I managed to smile'],
    rejects: ['I quit'],
  },
  {
    name: 'could in general',
    expression: of(
      `${lead}I (?:could|can|might|would|may) (?!not\\b|prefer|like\\b|love\\b|rather|speak|play|swim|cook|drive|ride|run|eat|drink|read|write|afford|be )[a-z]+`,
    ),
    matches: ['I could see it'],
    rejects: ['I could not see it', 'I can swim'],
  },
  {
    name: 'various aspects',
    expression: of(
      `${self}.*\\b(?:various|diverse|different|unique|intriguing|captivating) (?:[a-z]+ )?(?:themes|styles|topics|perspectives|ideas|ways|aspects|insights|viewpoints|approaches|experiences|challenges|narratives|practices|methods|philosophies)\\b`,
    ),
    matches: ['I saw various intriguing ideas', 'I explored different themes'],
    rejects: ['I saw two ships'],
  },
  {
    name: 'not only but',
    expression: /\b(?:not only|not just|not merely)\b.*\bbut\b/i,
    matches: ['It was not only cold but wet'],
    rejects: ['It was not cold'],
  },
]

export const tellsWhich: Rule = {
  name: 'modifier that says which one',
  expression: /(?:est|same|most|only|other|next|last|first|right|whole|local|latest|new)$/,
  matches: ['best', 'same', 'local'],
  rejects: ['red'],
}

export const clauseStart: Rule = {
  name: 'second clause after a comma',
  expression: /^(?:and|but|so|which|where|who|as|though|although|yet|\w+ing|it|i|we)$/,
  matches: ['but', 'laughing', 'we'],
  rejects: ['red'],
}
