import { fileTypeFromBuffer } from 'file-type'
import { decodeText, isText } from './decode-text.ts'
import type { FileKind } from './kinds.ts'
import { cfbKind, isEncryptedPackage, listCfbRoot } from './sniffing/cfb-kind.ts'
import { extensionOf, kindByContentType, kindByName, textKinds } from './sniffing/name-kind.ts'
import { jsonKind, likelyKind, markedKind } from './sniffing/text-kind.ts'
import { zipKind } from './sniffing/zip-kind.ts'

const headBytes = 16_000

const encryptable: ReadonlySet<FileKind | undefined> = new Set<FileKind>(['docx', 'pptx', 'xlsx'])

const imageExtensions = new Set(['png', 'apng', 'jpg', 'gif', 'webp', 'tif', 'bmp', 'heic', 'avif'])

/** The kind of a file: by content, then by name, then by the sender's MIME type. */
export async function sniff(
  bytes: Uint8Array,
  name: string,
  contentType: string,
): Promise<FileKind | undefined> {
  const named = kindByName(name) ?? kindByContentType(contentType)
  if (bytes.length === 0) return named ?? 'text'
  const packed = packedKind(bytes, named)
  if (packed) return packed.kind
  // Text is checked before other marks: some formats begin with two letters, as texts may.
  if (isText(bytes)) return textKind(bytes, name, contentType)
  const found = await findType(bytes)
  if (found) return mediaKind(found, named)
  // Unrecognisable content: the extractor of the named kind gives the best error.
  return named && !textKinds.has(named) ? named : undefined
}

/** Describes an unreadable file to its owner. */
export async function describeFile(bytes: Uint8Array): Promise<string> {
  const found = await findType(bytes)
  return found ? `looks like ${found.mime} (.${found.ext})` : 'is of no known type'
}

/** The kind of a PDF, zip or compound file; `kind` is undefined when we cannot read what it contains. */
function packedKind(
  bytes: Uint8Array,
  named: FileKind | undefined,
): { kind: FileKind | undefined } | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  // Mailers and scanners put junk before the header, so PDF readers look for it in the first kilobyte. A text may
  // mention it there too.
  if (/^%PDF|[\r\n]%PDF-\d/.test(head) || (head.includes('%PDF-') && !isText(bytes))) return { kind: 'pdf' }
  if (head.startsWith('PK\x03\x04')) return { kind: zipKind(bytes) }
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return { kind: compoundKind(bytes, named) }
  return undefined
}

/** An encrypted Office file is also a compound file; the extractor of the hidden kind reports the encryption. */
function compoundKind(bytes: Uint8Array, named: FileKind | undefined): FileKind | undefined {
  const names = listCfbRoot(bytes)
  if (isEncryptedPackage(names)) return encryptable.has(named) ? named : 'docx'
  return cfbKind(names) ?? (named && /^(?:doc|xls|ppt|msg)$/.test(named) ? named : undefined)
}

function mediaKind(
  { ext, mime }: { ext: string; mime: string },
  named: FileKind | undefined,
): FileKind | undefined {
  if (mime.startsWith('image/')) return imageExtensions.has(ext) ? 'image' : undefined
  if (mime.startsWith('audio/')) return mime === 'audio/midi' ? undefined : 'audio'
  // Containers are the same for audio and video, so the name decides.
  if (mime.startsWith('video/') || /^application\/(?:vnd\.ms-asf|mxf)$/.test(mime))
    return named === 'audio' ? 'audio' : 'video'
  return undefined
}

function textKind(bytes: Uint8Array, name: string, contentType: string): FileKind {
  const head = decodeText(bytes.subarray(0, headBytes))
  const named = kindByName(name)
  const marked = markedKind(head)
  if (marked && !isOverruled(marked, named, head)) return marked
  if (named === 'json' || named === 'jsonl') return jsonKind(head) ?? named
  if (named && named !== 'text' && (textKinds.has(named) || extensionOf(name).startsWith('f'))) return named
  const sent = kindByContentType(contentType)
  const likely = likelyKind(head)
  // In a file named as plain text, a line with a number sign is not a heading.
  if (likely && !(named && likely === 'markdown')) return likely
  // Office programs open plain text with their own extension, so people have such files.
  if (named === 'doc' || named === 'xls' || (named === 'rtf' && !head.startsWith('{'))) return 'text'
  return named ?? (sent && textKinds.has(sent) ? sent : 'text')
}

/** Whether the name outweighs the beginning of the text: a template is code, a feed in a `.html` is not. */
function isOverruled(marked: FileKind, named: FileKind | undefined, head: string): boolean {
  if (named === 'code') return marked !== 'html' || /<\?php|<%|\{\{|<template|<script setup/.test(head)
  if (named === 'markdown') return marked !== 'html'
  return marked === 'xml' && (named === 'html' || /^f?od[tps]$/.test(named ?? ''))
}

async function findType(bytes: Uint8Array): Promise<{ ext: string; mime: string } | undefined> {
  try {
    return await fileTypeFromBuffer(bytes)
  } catch {
    return undefined // Cut off within its header.
  }
}
