import { ExtractError, type Extraction, type Workbench } from '../extraction.ts'

export type Attachment = { name: string; contentType: string; bytes: Uint8Array }

/** An attachment with its text, or the reason why it has none. */
export type ReadAttachment = { name: string; extraction?: Extraction | undefined; fault?: string | undefined }

/** A mail with more attachments is an archive. */
const maxAttachments = 20

/** Signatures and keys tell a reader nothing. */
const seals = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted))/i

export async function readAttachments(
  attachments: readonly Attachment[],
  bench: Workbench,
): Promise<ReadAttachment[]> {
  const read: ReadAttachment[] = []
  for (const [i, attachment] of attachments.entries())
    read.push(i < maxAttachments ? await readOne(attachment, bench) : tooMany(attachment))
  return read
}

/** An unreadable attachment does not affect the message. */
async function readOne(attachment: Attachment, bench: Workbench): Promise<ReadAttachment> {
  const { name, contentType } = attachment
  if (seals.test(contentType) || attachment.bytes.length === 0) return { name }
  try {
    return { name, extraction: await bench.readAttached(attachment) }
  } catch (error) {
    if (!(error instanceof ExtractError)) return { name, fault: 'It is damaged' }
    return error.code === 'extract.empty' ? { name } : { name, fault: error.message }
  }
}

function tooMany({ name }: Attachment): ReadAttachment {
  return { name, fault: `Only ${maxAttachments} are read` }
}
