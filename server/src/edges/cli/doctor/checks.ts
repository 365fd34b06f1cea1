import { checkCells } from './check-cells.ts'
import { checkConnectors } from './check-connectors.ts'
import { checkDirectories } from './check-directories.ts'
import { checkDisk } from './check-disk.ts'
import { checkEmbedders } from './check-embedders.ts'
import { checkFileReading } from './check-file-reading.ts'
import { checkFirstKey } from './check-first-key.ts'
import { checkGates } from './check-gates.ts'
import { checkLanguageModel } from './check-language-model.ts'
import { checkLogin } from './check-login.ts'
import { checkNode } from './check-node.ts'
import { checkReplicas } from './check-replicas.ts'
import { checkReranker } from './check-reranker.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkSignIn } from './check-sign-in.ts'
import { checkTools } from './check-tools.ts'
import { checkTranscriber } from './check-transcriber.ts'
import { checkWork } from './check-work.ts'
import type { Check } from './finding.ts'

/** Every check of `reverie doctor`, in the order it prints them. A new check is a file in this folder and a line here. */
export const checks: readonly Check[] = [
  checkNode,
  checkCells,
  checkLogin,
  checkReplicas,
  checkWork,
  checkGates,
  checkEmbedders,
  checkLanguageModel,
  checkReranker,
  checkFileReading,
  checkTools,
  checkTranscriber,
  checkConnectors,
  checkDisk,
  checkDirectories,
  checkSecrets,
  checkSignIn,
  checkFirstKey,
]
