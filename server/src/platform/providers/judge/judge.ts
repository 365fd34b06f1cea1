import type {
  PairJudgement,
  PairQuestion,
  StatementJudgement,
  StatementQuestion,
} from '../../lib/judgement.ts'

/** Judges sentences as a careful secretary would: is it worth remembering, and does it change what was said before? */
export interface Judge {
  judgeStatements(questions: readonly StatementQuestion[]): Promise<StatementJudgement[]>
  judgePairs(questions: readonly PairQuestion[]): Promise<PairJudgement[]>
  close(): Promise<void>
}
