import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A saved file: its random name on disk, its size and its checksum. */
export interface SavedFile {
  key: string
  size: number
  sha256: string
}

const KEY = /^[0-9a-f]{32}(\.errors\.(csv|xlsx))?$/

/** Saves bytes under a random name in the `files` folder of `home`; the sender's name is never used as a path. */
export async function saveFile(home: string, bytes: Buffer): Promise<SavedFile> {
  const key = randomBytes(16).toString('hex')
  await mkdir(folderOf(home), { recursive: true, mode: 0o700 })
  try {
    await writeFile(pathOf(home, key), bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // A full disk may have taken the first half.
    await removeSaved(home, key).catch(() => undefined)
    throw error
  }
  return { key, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** The bytes of a saved file. Throws when it is gone. */
export const readSaved = (home: string, key: string): Promise<Buffer> => readFile(pathOf(home, key))

/** Whether a saved file still exists. */
export const isSaved = (home: string, key: string): Promise<boolean> =>
  access(pathOf(home, key)).then(
    () => true,
    () => false,
  )

/** A saved file as a stream. */
export const streamSaved = (home: string, key: string): ReadStream => createReadStream(pathOf(home, key))

/** Writes pieces to a file beside a saved one, such as the errors of an import. */
export async function writeSaved(home: string, key: string, pieces: Iterable<string> | Readable): Promise<void> {
  await pipeline(Readable.from(pieces), createWriteStream(pathOf(home, key), { mode: 0o600 }))
}

/** Removes a saved file; it need not exist. */
export const removeSaved = (home: string, key: string): Promise<void> => rm(pathOf(home, key), { force: true })

const folderOf = (home: string) => join(home, 'files')

function pathOf(home: string, key: string): string {
  if (!KEY.test(key)) throw new Error('A kept file is asked for by a name that is not ours')
  return join(folderOf(home), key)
}

/** The sender's name of a file, fit to be shown: no folders, no control or direction marks, at most 120 characters. */
export function displayFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  const marks = /[\u0000-\u001f\u007f\u200e\u200f\u2028-\u202e\ufeff\u2066-\u2069]/g
  const plain = last.toWellFormed().replace(marks, '').trim()
  if (plain.length <= 120) return plain || 'file'
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? ''
  return plain.slice(0, 120 - ending.length).toWellFormed() + ending
}

/** The header that makes a browser save what it gets under this name (RFC 6266), never show it. */
export function downloadAs(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
