import { z } from 'zod'
import type { Source } from '../connector.ts'

export const s3Settings = z.strictObject({
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i, 'must be the name of a bucket')
    .meta({ title: 'Bucket', description: 'Name of the bucket.', example: 'team-documents' }),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-central-1')
    .default('auto')
    .meta({
      title: 'Region',
      description: 'Region of the bucket. Default: `auto`, which finds it out.',
      example: 'eu-central-1',
    }),
  endpoint: z
    .url({ protocol: /^https?$/ })
    .refine(url => /^https?:\/\/[^/@]+\/?$/.test(url), 'must have no path and no password')
    .optional()
    .meta({
      title: 'Server',
      description: 'Address of a server other than AWS, such as MinIO, R2 or Backblaze B2.',
      example: 'https://s3.example.org',
    }),
  prefix: z.string().max(1_000).default('').meta({
    title: 'Prefix',
    description: 'Only keys that begin with this. Default: all keys.',
    example: 'users/',
  }),
  containerTagRegex: z
    .string()
    .max(199)
    .refine(
      isPattern,
      'must be a regular expression with a group named userId, such as ^users/(?<userId>[^/]+)/',
    )
    .optional()
    .meta({
      title: 'Container by key',
      description:
        'Regular expression with a group named `userId`. A key that matches goes into the container with that tag; others go into the container of the connection.',
      example: '^users/(?<userId>[^/]+)/',
    }),
})
export type S3Settings = z.infer<typeof s3Settings>

function isPattern(source: string): boolean {
  try {
    new RegExp(source)
    return source.includes('(?<userId>')
  } catch {
    return false
  }
}

export const s3Credentials = z.strictObject({
  accessKeyId: z
    .string()
    .min(1)
    .max(200)
    .describe('Id of an access key that may list the bucket and read its objects.')
    .meta({ title: 'Access key' }),
  secretAccessKey: z
    .string()
    .min(1)
    .max(500)
    .describe('Secret of the access key.')
    .meta({ title: 'Secret', format: 'password' }),
})
export type S3Credentials = z.infer<typeof s3Credentials>

export type S3Source = Source<S3Settings, S3Credentials>
