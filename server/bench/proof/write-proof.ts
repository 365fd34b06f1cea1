import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claims, notRunnable } from './claims.ts'
import { describeProof } from './describe-proof.ts'
import { readRuns } from './run-record.ts'

const path = join(import.meta.dirname, '../../../docs/proof.md')

/** Writes docs/proof.md. */
export function writeProof(): void {
  writeFileSync(path, describeNow())
}

export const isUpToDate = (): boolean => readFileSync(path, 'utf8') === describeNow()

const describeNow = () => describeProof({ claims, runs: readRuns(claims), notRunnable })
