import { monthNames, seasonNames, weekdayNames } from '../rules/vocabulary.ts'

/** Word lists that rules share. */

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** With `my`, these nouns refer to a person. */
export const kinship = set(`
  mother mom mum mama father dad papa parent parents brother sister sibling siblings son daughter child children kid kids
  baby wife husband spouse partner girlfriend boyfriend fiance fiancee fiancé fiancée grandmother grandma grandfather
  grandpa grandparents grandson granddaughter aunt uncle cousin niece nephew stepmother stepfather mother-in-law
  father-in-law friend friends buddy roommate neighbor neighbour colleague coworker co-worker boss manager supervisor
  mentor teacher professor tutor coach trainer therapist doctor dentist dermatologist physician landlord tenant client
  ex twin family relatives`)

/** Nouns for people, without a relation to the speaker. */
export const peopleNouns = set(`
  man woman boy girl guy lady person people doctor nurse lawyer agent guide specialist expert author artist director
  instructor stylist mechanic vet chef barista owner couple team`)

/** Stems that nearly every fact could contain, so they do not distinguish facts. */
export const generalStems = set(`
  the user assist other and or but so if then than that this these those there here it they them their he she him her his a
  an of in on at to for from with by about into over after befor between through dure without within along across behind
  up down out off again onc also just realli actual alreadi still current recent late late now today onli even much mani
  more most some ani all each everi both few sever lot bit kind sort type thing stuff way time day week month year hour
  minut moment while ago sinc until so far be is am are was were been being have has had do doe did done will would can
  could should may might must go goe went gone get got gotten make made take took taken come came see saw seen know knew
  known think thought feel felt want need like love enjoy hope plan tri look find found use work start begin keep kept
  help give gave say said tell told ask seem becom becam let put set use usual often sometim alway never mayb perhap
  probabl definit pretti quit veri too rather great good nice new old big small better littl long short first last
  next anoth differ same own such one two three four five six seven eight nine ten not no n't 's 've 'm 're 'll 'd ca wo
  what which who whom whose when where whi how as well back around sure total number amount part end final learn share
  person peopl life realiz notic decid add includ consid manag end up becaus though although howev own current curr
  experi excit interest particular especi specif differ main main allow creat provid someth anyth everyth noth somewher kinda bit option abl`)

/** Determiners of what the speaker has. */
export const possessives = set('my our')
/** The speaker as a subject. */
export const selves = set('i we')
/** Tags of the parts of speech (Universal POS). */
export const nounTags = set('NOUN PROPN')
export const verbTags = set('VERB AUX')

/** Words before a time of day. A sports result never follows them: `in 27:12`. */
export const beforeClock = set('at by until till around before after from to')

/** Verbs that say nothing specific. */
export const emptyVerbs = set("is are was were be been 's has have had did got went would will can")

/** Prepositions that continue a noun phrase. */
export const ofPrepositions = set('of to with at on in for from by around near under about')

/** Stems of the units of time. */
export const timeUnitStems = set('second minut hour day week month year decad night')

/** Units before the measured thing: `the 180 ms latency`. */
export const measures = set(`
  ms km kg mb gb mph mg ml cm lbs lb pounds pound miles mile meters meter metres metre inches inch liters liter
  litres litre degrees degree calories mbps bpm`)

/** Nouns before the number of a place in a series: `chapter 7`. */
export const positions = set(`
  page chapter episode season level day week lesson book volume round stage issue unit step assignment module
  mile version problem exercise section part`)

/** Determiners of the whole in `11 of the parks`. */
export const wholeDeterminers = set('the my our their his her these those')

/** After these words `that` is not a pronoun. */
export const clauseVerbs = set(`
  says say said thinks think thought knows know knew found finds find realized realize learned hopes hope feels
  feel felt told means mean meant saw heard believes believe is was so only`)

/** After these verbs, `it` refers to an activity. */
export const thinkingVerbs = set(
  'thought think found felt knew believed hoped realized figured expected assumed',
)

/** `a trip there`, `went there`; but one lives `in` a place. */
export const goingStems = set(
  'trip go went gone travel move fly flew flown drive drove head been back way visit return come came',
)

/** Pronouns that may point to something said before. */
export const pronouns = set('he she it they him her them his its their this that these those there so')

/** Pronouns that point to something when they open a sentence. */
export const pointers = set('he she it they him her them his its their there that this those these')

/** Verbs for what people do and feel during an occasion. */
export const sceneVerbs = set(`
  was were felt found seemed became thought wanted needed desired wished hoped realised realized recognised
  recognized noticed explored shared focused spent discussed engaged delved dove dived immersed experienced
  managed embraced appreciated connected encouraged reflected considered understood allowed gained laughed
  chatted touched exchanged gathered intended wondered encountered provided uncovered ended viewed examined
  analysed analyzed incorporated included left started began tried did could would`)

/** People whom anybody may have. */
export const anybodysKin = set(
  'friends friend partner family relatives parents parent children kids clients client',
)

/** Nouns that name nothing: `a variety of`, `a great time`. */
export const vagueNouns = set(`
  variety range series lot few number couple sense time mix bit way moment level feeling deal array wealth list
  part glance look smile blast focus kind sort pleasure chance vision impression wave release reminder experience
  understanding appreciation connection atmosphere conversation perspective result relief manner step difference
  opportunity person participant while`)

/** Words after a noun that say which one. */
export const postmodifiers = set(
  'of in at on for from behind between around about to who where it i we my our they he she you',
)

/** Nouns of which there is only one, or everybody has their own. */
export const wellKnownNouns = set(`
  gym roof floor walls wall heating ceiling sink boiler rent lease flat apartment fridge freezer pantry oven
  internet world city town beach kitchen house home garden park office studio hospital doctor dentist vet store
  market bank airport library mall pool church school university mountains mountain sea ocean lake river forest
  woods country countryside suburbs weekends weekend weekdays weekday mornings morning evenings evening
  afternoons afternoon nights night days day week month year summer winter spring fall autumn holidays past
  future present times time moment end beginning start way rest side hand road outdoors public news radio phone
  car dog cat baby kids children guitar piano violin drums flute sun moon stars rain weather environment nature
  arts art economy government police army left right top bottom middle fact idea importance need power joy beauty
  bus train subway plane shower bathroom bedroom basement attic garage yard lawn theater theatre cinema museum
  movies opera ballet bar pub truth things thing possibility chance opportunity ability industry community
  neighborhood region area season law`)

/** Verbs that the tagger usually takes for nouns. */
export const verbsTakenForNouns = set(`
  lives live works work plays play runs run costs cost plans plan loves love likes like studies drives drive
  walks walk hikes hike`)

const withPlurals = (words: readonly string[]): string[] => words.flatMap(word => [word, `${word}s`])
const calendarNames = withPlurals([...weekdayNames, ...monthNames])

/** Nouns for a time, which is no complement of a verb. */
export const timeComplements: ReadonlySet<string> = new Set([
  ...withPlurals(
    'day week weekend month year hour minute time morning evening night afternoon moment'.split(' '),
  ),
  ...calendarNames,
])
/** Nouns for a time, which is no thing that a statement could be about. */
export const timeThings: ReadonlySet<string> = new Set([
  ...withPlurals(
    'night weekend morning afternoon evening season yesterday tomorrow tonight decade lot blast'.split(' '),
  ),
  ...withPlurals(seasonNames),
  ...calendarNames,
])
/** Nouns for a time, which is no thing that a pronoun could refer to. */
export const timeNouns: ReadonlySet<string> = new Set([
  ...withPlurals(
    'day week weekend month year morning evening night time yesterday today tomorrow tonight season semester term quarter point moment'.split(
      ' ',
    ),
  ),
  ...withPlurals(seasonNames),
  ...calendarNames,
])

/** Names of the months and their short forms, but for those that are other words too. */
export const monthWords: ReadonlySet<string> = new Set([
  ...monthNames,
  ...'jan feb aug sep sept oct nov dec'.split(' '),
])
/** `mon` for `monday` and `mondays`. */
export const weekdayStems: ReadonlyMap<string, string> = new Map(
  weekdayNames.flatMap(name =>
    withPlurals([name]).map(word => [word, name.slice(0, -'day'.length)] as const),
  ),
)

/** Participles that open a message without `I'm`. */
export const openingParticiples = set(`
  planning going thinking working heading starting finishing moving training trying hoping learning reading writing taking
  attending visiting meeting leaving`)
