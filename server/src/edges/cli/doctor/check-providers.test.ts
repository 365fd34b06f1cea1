import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ScriptedLlm, startScriptedLlm } from '../../../../test/scripted-llm.ts'
import { type Config, loadConfig } from '../../../platform/config.ts'
import { checkLanguageModel } from './check-language-model.ts'
import { checkReranker } from './check-reranker.ts'

let llm: ScriptedLlm
beforeAll(async () => {
  llm = await startScriptedLlm({ answer: () => ({ word: 'yes' }) })
})
afterAll(() => llm.close())
beforeEach(() => {
  llm.behave = undefined
})

const check = (config: Partial<Config> = {}) =>
  checkLanguageModel({ ...loadConfig({}), ...llm.config, ...config })

test('doctor does not mention a language model if none is configured', async () => {
  expect(await check({ LLM: 'none' })).toEqual([])
})

test('doctor names a language model that answers', async () => {
  expect(await check()).toMatchObject([
    { subject: 'language model', state: 'ok', found: expect.stringContaining('openai-compatible double') },
  ])
})

test('doctor warns of a language model that refuses the key, and says that the built-in rules take over', async () => {
  llm.behave = () => ({ kind: 'status', status: 401 })
  expect(await check()).toMatchObject([
    {
      state: 'warning',
      found: expect.stringContaining('LLM_API_KEY'),
      todo: expect.stringContaining('built-in rules'),
    },
  ])
})

test('doctor fails for a silent language model when LLM_FALLBACK=fail', async () => {
  llm.behave = () => ({ kind: 'silence' })
  expect(await check({ LLM_FALLBACK: 'fail', LLM_TIMEOUT_MS: 100 })).toMatchObject([
    {
      state: 'failure',
      found: expect.stringContaining('did not answer within 100 ms'),
      todo: expect.stringContaining('documents wait for their memories'),
    },
  ])
})

test('doctor warns about a reranker that does not answer', async () => {
  const config = { ...loadConfig({}), RERANKER_URL: `${llm.url}/nothing-here` }
  expect(await checkReranker(config)).toMatchObject([{ subject: 'reranker', state: 'warning' }])
  expect(await checkReranker({ ...config, RERANKER_URL: '' })).toEqual([])
})
