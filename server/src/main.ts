#!/usr/bin/env node
import { createProgram } from './edges/cli/program.ts'

// EPIPE: the reader of our output has closed it early, as `| head -1` does, which is no error. Any other error, such as a
// full disk, gives the exit code 1.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

await createProgram().parseAsync()
