import { InferenceSession, Tensor } from 'onnxruntime-node'
import { judgePair, judgeStatement, type TokenVectors } from './apply-heads.ts'
import { encodePair, encodeStatement, loadTokeniser } from './encode-question.ts'
import type { Judge } from './judge.ts'
import { prepareJudge } from './prepare-judge.ts'

/**
 * Runs every call into the runtime. A thread that its owner may end passes the `run` of its NativeSection, which says why.
 */
export type RunNative = <T>(work: () => Promise<T>) => Promise<T>

/** Loads the judge into this thread, on one core. Questions run one at a time, as `convertBertToOnnx` explains. */
export async function loadJudge(
  modelDir: string,
  runNative: RunNative = work => work(),
  weights?: URL,
): Promise<Judge> {
  const { modelPath, tokenizerPath, heads } = await prepareJudge(modelDir, weights)
  const tokenise = await loadTokeniser(tokenizerPath)
  const session = await runNative(() =>
    InferenceSession.create(modelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 }),
  )
  const encode = async (ids: number[]): Promise<TokenVectors> => {
    const input_ids = new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length])
    const found = await runNative(() => session.run({ input_ids }, ['last_hidden_state']))
    const values = found.last_hidden_state!.data as Float32Array
    return { values, width: values.length / ids.length }
  }
  return {
    judgeStatements: questions =>
      inTurn(questions, async question => {
        const encoded = encodeStatement(tokenise, question)
        return judgeStatement(heads, await encode(encoded.ids), encoded)
      }),
    judgePairs: questions =>
      inTurn(questions, async question => {
        const encoded = encodePair(tokenise, question)
        return judgePair(heads, await encode(encoded.ids), encoded)
      }),
    close: () => runNative(() => session.release()),
  }
}

async function inTurn<Question, Answer>(
  questions: readonly Question[],
  answer: (question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const question of questions) answers.push(await answer(question))
  return answers
}
