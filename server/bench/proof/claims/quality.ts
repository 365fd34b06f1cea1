import type { Claim } from '../claim.ts'

/** Figures of quality have floors below what was measured, which allow for a few questions. [Evaluation](evaluation.md) has all of them. */
export const quality = {
  retrieval: {
    says: 'Search finds the right texts of public collections as well as was measured before.',
    whole: 'npm run eval -- retrieval --all',
    small: 'npm run eval -- retrieval --set cranfield --rows default --floor 0.38',
    step: 'retrieval',
    seen: '{set}, {n} questions: nDCG@10 {ndcg10}, recall@10 {recall10}, {p50Ms} ms a search (p50)',
    broken: {
      command: 'npm run eval -- retrieval --set cranfield --rows lexical --floor 0.38',
      by: 'search has keywords only, without vectors',
    },
  },
  memory: {
    says: 'Memories of public conversations follow changes of facts, in whatever order they arrive.',
    whole: 'npm run eval -- memory --strict',
    small:
      'npm run eval -- memory --part newerFirst,orderIndependent,falseSupersession --limit 20 --floor newerFirst=0.3,orderIndependent=1,falseSupersession=0.08',
    step: 'memory',
    seen: 'the newer fact first {newerFirst|percent} %, the same in any order {orderIndependent|percent} %, replaced wrongly {falseSupersession|percent} %',
    broken: {
      command: 'npm run eval -- memory --part orderIndependent --limit 5 --floor orderIndependent=1.01',
      by: 'the floor is higher than anything can reach',
    },
  },
  assistant: {
    says: 'Memories of labelled lives hold the facts that are true, few that are not any more, and answer questions.',
    whole: 'npm run eval -- assistant',
    small:
      'npm run eval -- assistant --data server/eval/assistant/sets/tuned --floor known=0.84,stale=0.46,false=0.16,profileKnown=0.74,profileWrong=0.16,answered=0.6,first=0.44,wrongFirst=0.2,empty=0.16,hybridAnswered=0.64,hybridFirst=0.45,hybridWrongFirst=0.3,hybridEmpty=0.12',
    step: 'assistant',
    seen: '{sets} lives, {memories} memories: {known|percent} % of the facts known, {stale|percent} % of the old ones still stated, {false|percent} % of the false ones; {answered|percent} % of the questions answered, {hybridAnswered|percent} % with documents',
    broken: {
      command:
        'npm run eval -- assistant --data server/eval/assistant/sets/tuned --floor known=1,stale=0,false=0',
      by: 'the floors demand that every fact is known, and none is old or false',
    },
  },
  extract: {
    says: 'Text is read from real files of other people: PDF, Office, mail, books, pages, pictures.',
    whole: 'npm run eval -- extract',
    seen: '{files} files of other people: {withText} gave text, {hangs} hung',
    broken: 'The goals are shares of text; they count for a whole run only, which takes long.',
  },
} satisfies Record<string, Claim>
