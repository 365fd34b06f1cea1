import type { DataSet } from '../data-set.ts'
import type { DataFolder } from '../read-data.ts'
import { beam } from './beam.ts'
import { nfcorpus, scifact } from './beir.ts'
import { cranfield } from './cranfield.ts'
import { locomo, statements } from './locomo.ts'
import { longmemeval } from './longmemeval.ts'
import { xquad } from './xquad.ts'

export const dataSets: Record<string, (data: DataFolder) => DataSet> = {
  locomo,
  statements,
  longmemeval,
  scifact,
  nfcorpus,
  xquad,
  beam,
  cranfield,
}
