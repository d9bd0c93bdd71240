import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './config.ts'

/** A file, line and column in a stack. */
const PLACE = /(\/[^\s():]+\.cjs):(\d+):\d+/g
/** Where the built server lies; a message may name any other file. */
const BUILDS = join(root, 'dist', 'server', '/')
/** Each line of a built file takes two numbers of four bytes: which source it comes from, from 1, and its line there. */
const BYTES = 8

/**
 * Returns a stack in which places of the built server are named as places of the sources: `api/app.ts:12`. The build
 * writes a table of the lines of each file beside it; maps of sources would take a second to read.
 */
export const stackOfSources = (stack: string): string =>
  stack.replace(
    PLACE,
    (place, file: string, line: string) =>
      (file.startsWith(BUILDS) ? sourceOf(file, Number(line)) : undefined) ?? place,
  )

function sourceOf(file: string, line: number): string | undefined {
  const entry = Buffer.alloc(BYTES)
  try {
    const table = openSync(`${file}.lines`, 'r')
    try {
      if (readSync(table, entry, 0, BYTES, (line - 1) * BYTES) < BYTES) return undefined
    } finally {
      closeSync(table)
    }
    const [source, sourceLine] = [entry.readUInt32LE(0), entry.readUInt32LE(4)]
    if (source === 0) return undefined
    const sources: string[] = JSON.parse(readFileSync(`${file}.sources`, 'utf8'))
    return `${relative(root, resolve(dirname(file), sources[source - 1]!))}:${sourceLine}`
  } catch {
    // A build without its tables: the stack names the built file.
    return undefined
  }
}
