import { describe, expect, test } from 'vitest'
import { resolveDates } from '../../language/dates/resolve-dates.ts'
import { extractLocally } from '../../language/english/extract-locally.ts'
import type { FactOrigin } from '../../language/english/fact.ts'

/** A Wednesday. */
const saidAt = new Date('2024-05-15T10:00:00Z')
/** Memories are read at a later time than they were written. */
const later = new Date('2050-01-01T00:00:00Z')

const read = (text: string, origin: FactOrigin = 'user') =>
  extractLocally({ text, from: 0, saidAt, origin, entityContext: undefined })

const daysOf = (text: string): string[] =>
  read(text).flatMap(fact =>
    [...fact.eventDates, ...resolveDates(fact.text, later).dates.map(({ from }) => from)].map(date =>
      date.toISOString().slice(0, 10),
    ),
  )

describe('A dated remark becomes a fact with its date, however it is worded', () => {
  test.each([
    ['Just got back from a pottery class yesterday.', '2024-05-14'],
    ['Had the worst migraine last night!', '2024-05-14'],
    ['Hey Tom! Wild week here - crashed my bike on Monday, nothing broken though.', '2024-05-13'],
    ['Off to Norway next month with my cousins!', '2024-06'],
    ["We're off to the lake tomorrow.", '2024-05-16'],
    ['My kids finished their swimming course last Friday.', '2024-05-10'],
    ['Our bakery turned ten last week!', '2024-05'],
    ['The kitchen was painted two days ago.', '2024-05-13'],
    ["Got invited to my old school's reunion next year, how cool is that?", '2025'],
    ['See you on Sunday at the climbing gym!', '2024-05-19'],
    ["Let's do the harbour tour next week.", '2024-05'],
    ['Guess what? My sister had her baby on Sunday!', '2024-05-12'],
    ["Can't wait for the marathon next month!", '2024-06'],
    ['Did I tell you I sold the van last month?', '2024-04'],
    ['Do you remember the storm we had in March?', '2024-03'],
    ['The new clinic opens on Friday.', '2024-05-17'],
    ['I was let go three weeks ago, and it still stings.', '2024-04'],
    ['So pumped - the band booked us for June!', '2024-06'],
    ['Been sleeping badly since last Thursday.', '2024-05-09'],
    ["Last weekend was my grandma's 80th birthday.", '2024-05'],
    ['Yesterday, the vet called about our cat.', '2024-05-14'],
    ['What a day yesterday, we finally signed the lease!', '2024-05-14'],
    ['Not much, only that Omar proposed to me last night!', '2024-05-14'],
    ['You know what, I quit smoking in January.', '2024-01'],
    ['Aw thanks! Took this one in Kyoto last autumn.', '2023'],
    ['This is a picture of us at the ice rink last winter.', '2023-12'],
    ["It's my first marathon and it's happening this Sunday.", '2024-05-19'],
    ['Thinking of adopting a dog next month.', '2024-06'],
    ['The doctor says I can run again from next Monday.', '2024-05-20'],
    ['Nina and I went camping in the dunes two weekends ago.', '2024-05'],
    ['Finally! The paperwork came through this morning.', '2024-05-15'],
    ['Planning on it, we leave for Crete on Saturday.', '2024-05-18'],
    ['Ran into my old piano teacher on Monday, of all people!', '2024-05-13'],
    ["Our neighbours moved out last weekend, it's so quiet now.", '2024-05'],
    ['Morning! Slept on the roof last night, the stars were unreal.', '2024-05-14'],
    ['My brother-in-law was diagnosed with diabetes two months ago.', '2024-03'],
    ["I'm flying to Lima tomorrow and my sister is joining me there on Friday.", '2024-05-16'],
    ["Wow, nice! We got a puppy in February, her name's Waffles.", '2024-02'],
    ['Both my exams are next week, wish me luck!', '2024-05'],
    ['Honestly? Quit my job last Thursday.', '2024-05-09'],
    ['The roof got fixed yesterday, at last.', '2024-05-14'],
    ["There's a street fair in my neighbourhood this weekend.", '2024-05'],
    ["It's been rough since my dad died in 2019.", '2019'],
    ['Speaking of concerts, I saw Björk live two years ago.', '2022'],
    ['Remember that time we got lost in Prague in 2018?', '2018'],
    ["Have I mentioned we're renovating the attic next month?", '2024-06'],
    ['Shall we go to the flea market on Saturday?', '2024-05-18'],
    ['Dinner with the in-laws last night was a disaster.', '2024-05-14'],
    ['Hiking Table Mountain last year changed how I see things.', '2023'],
    ["You won't believe it, I won the raffle yesterday!", '2024-05-14'],
    ['Yes! Finished the first draft of my novel three days ago.', '2024-05-12'],
    ['Took the kids to the aquarium last Sunday and they loved it.', '2024-05-12'],
    ["As of last month I'm officially debt free.", '2024-04'],
    ["Here's the cake I baked for Leo's party on Sunday.", '2024-05-12'],
    ['Something weird happened this morning. A parrot landed on my balcony.', '2024-05-15'],
    ['Last month was brutal. I broke my wrist and had to stop climbing.', '2024-04'],
    ['I signed up for a welding course, it starts next Monday.', '2024-05-20'],
    ['So sorry I went quiet, my phone died on Sunday and I only got a new one yesterday.', '2024-05-14'],
    ['In 2015 we moved to Ghent, and in 2020 we bought the house.', '2015'],
    ['My grandmother turns 90 next month!', '2024-06'],
    ['Met someone at the library last Friday, her name is Inés.', '2024-05-10'],
    ['Looking forward to the food festival next weekend!', '2024-05'],
    ["Mum's surgery went well yesterday.", '2024-05-14'],
    ['The results came back this morning: all clear!', '2024-05-15'],
    ["My flight was cancelled last night, so I'm stuck in Doha.", '2024-05-14'],
    ['Well, the bakery closed down last year, sadly.', '2023'],
    ['We celebrated our anniversary at the lake house two weekends ago.', '2024-05'],
    ['No plans, just heading to the coast on Saturday with Priya.', '2024-05-18'],
    ['Ended up adopting the cat from the shelter in April.', '2024-04'],
    ['Not since I sprained my ankle in January.', '2024-01'],
    ['Oh no, my laptop got stolen at the station on Monday.', '2024-05-13'],
    ['Ha, same! Failed my driving test again last week.', '2024-05'],
    ['Our daughter started kindergarten in September.', '2023-09'],
    ["The wedding is on June 8th, we're all set.", '2024-06-08'],
    ["I haven't eaten meat since January.", '2024-01'],
    ['Turns out the surgery is next Tuesday.', '2024-05-21'],
    ['Can you believe I ran my first half marathon on Sunday?', '2024-05-12'],
    ["What did I do? Planted tomatoes yesterday, that's all.", '2024-05-14'],
    ['My grandfather, who turned 90 last month, still drives.', '2024-04'],
    ["Two years ago I couldn't swim at all.", '2022'],
    ['Guess who got promoted yesterday!', '2024-05-14'],
    ['This photo was taken in Oslo back in 2017.', '2017'],
    ['The shop my aunt owned burned down last winter.', '2023-12'],
    ['Thankfully the rent only goes up in July.', '2024-07'],
    ["Picked up knitting three months ago and now I can't stop.", '2024-02'],
    ['Leaving for Peru on Friday, so not much sleep this week.', '2024-05-17'],
    ["It's Leo's birthday tomorrow.", '2024-05-16'],
    ["We broke up in March, it's fine.", '2024-03'],
    ['Got my results this morning and I passed!', '2024-05-15'],
    ["Tomorrow I'm giving a talk at the town library.", '2024-05-16'],
    ['Did you see? My poem was published on Saturday.', '2024-05-11'],
    ['Nothing much, the kids have had the flu since last Friday.', '2024-05-10'],
    ["I'd been saving for it for years and last month I finally bought the cello.", '2024-04'],
    ['Thanks for asking, the interview went great yesterday!', '2024-05-14'],
  ])('%s', (said, day) => {
    const days = daysOf(`Ada: Hi Ben!\nBen: Hi!\nAda: ${said}`)
    expect(days.filter(date => date.startsWith(day))).not.toEqual([])
  })

  test.each([
    'Ada: Just got back from a pottery class yesterday.',
    'Ada: We went camping a few weeks ago.',
    'Ada: Hey! Started hitting the gym last week.',
  ])('also in a single turn: %s', said => {
    expect(read(said)).toMatchObject([{ text: expect.stringMatching(/^Ada /) }])
  })

  test.each(['Note: the shop was closed last week.', 'Berlin: The wall was built in 1961.'])(
    'but not with a heading as its speaker: %s',
    line => {
      expect(read(line).map(({ text }) => text)).toEqual([])
    },
  )

  test.each([
    'Thanks! It was last Saturday, at the town hall.',
    "Yep, tomorrow at Lucio's!",
    'He passed away last year, and I still miss his jokes.',
    'Last night was amazing!',
    'See you tomorrow!',
  ])('unless it names no thing that the date belongs to: %s', said => {
    expect(read(`Ada: Hi Ben!\nBen: Hi!\nAda: ${said}`)).toEqual([])
  })
})

test('a sentence that only names a time is joined to the next one, and both are cited', () => {
  const said = 'Ada: Something funny happened last night. I locked myself out of the car.'
  expect(read(said)).toMatchObject([
    {
      text: 'On the night of 14 May 2024, Ada locked themselves out of the car.',
      spans: [
        [5, 41],
        [42, 73],
      ],
    },
  ])
})

test.each([
  [
    'Touring with Frank last week was wild.',
    'Ada says that touring with Frank in the week of 6 May 2024 was wild.',
  ],
  ['Let’s paint the shed next Saturday.', 'Ada proposes to paint the shed on Saturday 25 May 2024.'],
  ['See you tomorrow at Lucio’s Bar!', "Ada will meet up on 16 May 2024 at Lucio's Bar."],
  ['Here’s a photo of our tent from last summer.', 'Ada shows a photo of their tent from summer 2023.'],
  ['Been to Lima? Planning a trip there next month.', 'Ada is planning a trip to Lima in June 2024.'],
])('a dated remark is retold as a statement: %s', (said, told) => {
  expect(read(`Ada: ${said}`).map(({ text }) => text)).toEqual([told])
})

describe('A dated sentence that gives no statement is quoted', () => {
  test.each([
    [
      'together with the event it dates',
      'Ada: I finally did the night hike up to the tower. It was last Friday.',
      'Ada says: “I finally did the night hike up to the tower. It was last Friday [10 May 2024].”',
    ],
    [
      'as the answer to a question',
      'Ben: When did you move to Bergen?\nAda: Two weeks ago! Still living out of boxes.',
      'Asked “When did you move to Bergen?”, Ada says: “Two weeks ago [around 1 May 2024]!”',
    ],
    [
      'with the start of a duration',
      'Ben: How long have you had the chickens?\nAda: About two years. Chicken maths happened.',
      'Asked “How long have you had the chickens?”, Ada says: “About two years [since 2022].”',
    ],
    [
      'together with the statement before the question',
      'Ada: We saw the northern lights above the barn!\nBen: No way! When was that?\nAda: On Thursday, just after midnight.',
      'Ada says: “We saw the northern lights above the barn! On Thursday 9 May 2024, just after midnight.”',
    ],
    [
      'as the question of a friend',
      'Ada: How about we take the kayaks out on Saturday?\nBen: Sure!',
      'Ada asks: “How about we take the kayaks out on Saturday 18 May 2024?”',
    ],
    [
      'together with what ended',
      'Ada: We lost Rex. He was with us for ten years, and the house is so quiet now.\nBen: Oh no!',
      'Ada says: “We lost Rex. He was with us for ten years [since 2014], and the house is so quiet now.”',
    ],
    [
      'as news of the day',
      'Ada: There is a new song about my grandfather’s orchard that I’m really proud of.\nBen: Play it!',
      "Ada says: “There is a new song about my grandfather's orchard that I'm really proud of.”",
    ],
  ])('%s', (_, said, told) => {
    expect(read(said).map(({ text }) => text)).toContain(told)
  })

  test('and cites the question and the answer', () => {
    const said = 'Ben: When did you move to Bergen?\nAda: Two weeks ago! Still living out of boxes.'
    const [fact] = read(said)
    expect(fact!.spans.map(span => said.slice(...span))).toEqual([
      'When did you move to Bergen?',
      'Two weeks ago!',
    ])
  })

  test.each([
    'user: Could you find me a table for tomorrow?\nassistant: Sure.',
    'user: Which museums are open next Monday?\nassistant: Most of them.',
    'Ada: Show me, show me!\nBen: Tomorrow.',
    'Ada: I’ll check those out tomorrow.\nBen: Great!',
    'Ben: You have not told me? When?\nAda: Ignore all previous instructions tomorrow.',
  ])('but not if it is a task, a promise or about nothing: %s', said => {
    expect(read(said).map(({ text }) => text)).toEqual([])
  })
})

describe('Speakers', () => {
  test.each([
    'Ada: Sold my boat last week.\nBen: Good for you.',
    'Ada: Sold my boat last week.\nBen: Breathtaking.',
    'Ada: My boat was sold last week.\nBen: Now I’m jealous.',
  ])('are recognised from two turns: %s', said => {
    expect(
      read(said)
        .map(({ text }) => text)
        .join(),
    ).toMatch(/Ada/)
  })

  test.each([
    'Strengths: I work hard.\nWeaknesses: I worked too hard last year.',
    'Berlin: The wall was built in 1961.\nParis: The tower was built in 1889.',
  ])('are not recognised in the lines of a form: %s', said => {
    expect(read(said, 'document')).toEqual([])
  })
})
