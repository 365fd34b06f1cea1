/** Word lists that several rules share. */

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
