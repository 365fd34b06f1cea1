import type { Claim } from '../claim.ts'

const floorsOfLives =
  'known=0.84,stale=0.46,false=0.16,profileKnown=0.74,profileWrong=0.16,answered=0.6,first=0.44,wrongFirst=0.2,empty=0.16,hybridAnswered=0.64,hybridFirst=0.45,hybridWrongFirst=0.3,hybridEmpty=0.12'

/** Floors lie a few questions below the measured figures. [Evaluation](evaluation.md) has the figures of all sets. */
export const quality = {
  retrieval: {
    statement: 'Search ranks the relevant texts of a public collection (Cranfield) at least at nDCG@10 0.38.',
    whole: 'npm run eval -- retrieval --set cranfield --rows default --floor 0.38',
    step: 'retrieval',
    summary: '{n} questions: nDCG@10 {ndcg10}, recall@10 {recall10}, {p50Ms} ms for a search (p50)',
    sabotage: {
      command: 'npm run eval -- retrieval --set cranfield --rows lexical --floor 0.38',
      because: 'search uses keywords only, without vectors',
    },
  },
  memory: {
    statement: 'Memories of public conversations follow changes of facts, in whatever order they arrive.',
    whole: 'npm run eval -- memory --strict',
    small:
      'npm run eval -- memory --part newerFirst,orderIndependent,falseSupersession --limit 20 --floor newerFirst=0.3,orderIndependent=1,falseSupersession=0.08',
    step: 'memory',
    summary:
      'the newer fact first {newerFirst|percent} %, the same in any order {orderIndependent|percent} %, replaced wrongly {falseSupersession|percent} %',
    sabotage: {
      command: 'npm run eval -- memory --part orderIndependent --limit 5 --floor orderIndependent=1.01',
      because: 'the floor is higher than any result',
    },
  },
  assistant: {
    statement:
      'Memories of labelled lives contain most of the true facts and few outdated ones, and answer questions.',
    whole: `npm run eval -- assistant --data server/eval/assistant/sets/tuned --floor ${floorsOfLives}`,
    step: 'assistant',
    summary:
      '{sets} lives, {memories} memories: {known|percent} % of the facts known, {stale|percent} % of the outdated ones still stated, {false|percent} % of the false ones; {answered|percent} % of the questions answered, {hybridAnswered|percent} % with documents',
    sabotage: {
      command:
        'npm run eval -- assistant --data server/eval/assistant/sets/tuned --floor known=1,stale=0,false=0',
      because: 'the floors demand that every fact is known, and no outdated or false one',
    },
  },
  extract: {
    statement: 'Files made by other programs are read: PDF, Office, mail, books, pages, pictures.',
    whole: 'npm run eval -- extract',
    summary:
      '{files} files: {withText} gave text, {hangs} hung, {crashes} crashed; recall of PDF {pdfRecall|percent} %, of Office {officeRecall|percent} %',
    sabotage: 'The goals are shares of text, and count for a whole run only.',
  },
} satisfies Record<string, Claim>
