#!/usr/bin/env node
import { createProgram } from './edges/cli/program.ts'

// Whoever reads from us may stop early, as `| head -1` does; a full disk is told by the exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

await createProgram().parseAsync()
