import { expect, test } from 'vitest'
import { extractLocally } from './extract-locally.ts'

const texts = (said: string) =>
  extractLocally({
    text: `user: ${said}`,
    from: 0,
    saidAt: new Date('2024-05-15T10:00:00Z'),
    origin: 'user',
    entityContext: undefined,
  }).map(({ text }) => text)

test.each([
  'In between the performances, I chatted with fellow attendees.',
  'We laughed and shared stories while chopping vegetables.',
  'During the session, we engaged in various practices.',
  'I was met with polite smiles and rehearsed icebreakers.',
  'I found myself exploring the motivations behind my passion for writing.',
  'I carefully selected images and quotes, creating a board that inspires me.',
  'I can glean valuable insights into how I want to evolve.',
  'My palms got sweaty, making it hard to speak.',
  'I left the festival with a renewed sense of purpose.',
  'Classic films often reflect the values of their time.',
  'I felt a sense of belonging amidst people who share my passion for literature.',
  'My mind has been filled with so many tasks and deadlines.',
])('a sentence that only continues a story is dropped: %s', said => {
  expect(texts(said)).toEqual([])
})

test.each([
  'I joined a local book club.',
  'We adopted a greyhound.',
  'I dropped out of the audio course.',
  'I stopped using fitness apps.',
  'I spoke at a film club about forgotten directors.',
  'My sister left the festival early.',
  'We laughed with Emma until midnight.',
  'I left the festival on Sunday.',
  'I have been experimenting with jerk seasoning lately.',
  'I enjoyed making collages.',
  'I keep 30 dozen eggs in the fridge.',
  'We meet every week to play chess.',
  'I was diagnosed with asthma.',
  'I left my job.',
  'My car broke down.',
  'I fell in love with sailing.',
  'My offer got rejected.',
])('a sentence that is understood alone is kept: %s', said => {
  expect(texts(said)).not.toEqual([])
})
