import { z } from 'zod'
import { count, milliseconds } from './kinds.ts'

export const fileReadingSettings = {
  EXTRACT_SANDBOX: z
    .enum(['required', 'preferred', 'off'])
    .default('preferred')
    .describe(
      'Sandbox in which Reverie reads files: bubblewrap, else Landlock with a seccomp filter. `required`: without a sandbox, files wait. `preferred`: without a sandbox, the permission model of Node.js is used, and images and recordings are not read. `off`: no sandbox. Default: `required` when NODE_ENV is `production` or HOST is not a loopback address, else `preferred`.',
    ),
  EXTRACT_PROCESSES: count
    .min(1)
    .max(64)
    .default(2)
    .describe(
      'Files that a worker process reads at once, each in its own process. One organization gets at most half of them. With 1, everybody waits for the file that is being read.',
    ),
  EXTRACT_TIMEOUT_MS: milliseconds
    .min(1_000)
    .max(3_600_000)
    .default(120_000)
    .describe('Timeout for reading one file. A file that takes longer ends with `extract.timeout`.'),
  EXTRACT_MEMORY_MB: count
    .min(128)
    .max(65_536)
    .default(1_024)
    .describe('Memory for reading one file. A file that needs more ends with `extract.too_large`.'),
  OCR_LANGUAGES: z
    .string()
    .regex(/^[A-Za-z0-9_]+(\+[A-Za-z0-9_]+)*$/, 'must be languages of tesseract, such as eng+deu')
    .default('eng')
    .describe(
      'Languages of text in images, by their tesseract names: `eng+deu`. Install the tesseract data of each language.',
    ),
}
