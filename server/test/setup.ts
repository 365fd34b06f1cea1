import { relative } from 'node:path'
import { expect } from 'vitest'
import { runningFile } from './running-file.ts'

runningFile.path = relative(import.meta.dirname, expect.getState().testPath!)
