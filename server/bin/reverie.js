#!/usr/bin/env node
/**
 * The `reverie` command: runs the sources in a clone, and the build where there are no sources (an image, a published
 * package). Written so that old versions of Node.js can read it and say what is wrong.
 */
import { existsSync } from 'node:fs'

const oldest = 24
const sources = new URL('../src/main.ts', import.meta.url)

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `Reverie needs Node.js ${oldest} or newer; this is ${process.versions.node}, at ${process.execPath}.`,
  )
  process.exit(1)
}

await import(existsSync(sources) ? sources.href : new URL('../dist/main.js', import.meta.url).href)
