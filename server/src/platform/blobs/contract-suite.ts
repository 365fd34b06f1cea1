import { afterAll, beforeAll, describe } from 'vitest'
import { describeDeleting, describeKeys } from './contract-deleting.ts'
import { describeListing } from './contract-listing.ts'
import { describeMemory } from './contract-memory.ts'
import { describeFailing, describePutting } from './contract-putting.ts'
import { type BlobContract, Trial } from './contract-trial.ts'

/** The behaviour that every blob store shares. */
export function describeBlobContract(name: string, contract: BlobContract): void {
  describe(`${name} fulfils the blob store contract`, () => {
    let trial: Trial
    beforeAll(async () => {
      trial = new Trial(await contract.open())
    })
    afterAll(() => trial.store.close())

    // Runs first: memory left over from the other tests would hide what this one takes.
    describeMemory(name, () => trial)
    describePutting(() => trial, contract)
    describeFailing(() => trial, contract)
    describeDeleting(() => trial, contract)
    describeListing(() => trial)
    describeKeys(() => trial)
  })
}
