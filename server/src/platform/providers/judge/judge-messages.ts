import type {
  PairJudgement,
  PairQuestion,
  StatementJudgement,
  StatementQuestion,
} from '../../lib/judgement.ts'

/** The messages between the judge's thread and its owner. */
export type JudgeThreadSettings = { modelDir: string; sectionMemory: SharedArrayBuffer }

export type JudgeRequest =
  | { kind: 'statements'; questions: readonly StatementQuestion[] }
  | { kind: 'pairs'; questions: readonly PairQuestion[] }

export type JudgeReply =
  | { type: 'ready' }
  | { type: 'statements'; judgements: StatementJudgement[] }
  | { type: 'pairs'; judgements: PairJudgement[] }
  | { type: 'failed'; message: string }
