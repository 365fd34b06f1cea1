import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claims, notRunnable } from './claims.ts'
import { describeProof } from './describe-proof.ts'
import { readJournal } from './journal.ts'

const path = join(import.meta.dirname, '../../../docs/proof.md')

/** Writes docs/proof.md. */
export function writeProof(): void {
  writeFileSync(path, describeNow())
}

export const isUpToDate = (): boolean => readFileSync(path, 'utf8') === describeNow()

const describeNow = () => describeProof({ claims, runs: readJournal(claims), notRunnable })
