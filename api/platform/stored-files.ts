import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A saved file: its random name on disk, its size and its checksum. */
interface SavedFile {
  key: string
  size: number
  sha256: string
}

/** Bytes at each end of a file; the directory of a workbook is at its end. */
const EDGE = 64 * 1024

const KEY = /^[0-9a-f]{32}(\.errors\.(csv|xlsx)|\.staging|\.checked)?$/

/** Whether a file of the folder of saved files has a name that the portal gives. */
export const isSavedName = (name: string): boolean => KEY.test(name)

/** Saves bytes under a random name in the `files` folder of `home`; the sender's name is never used as a path. */
export async function saveFile(home: string, bytes: Buffer): Promise<SavedFile> {
  const key = randomBytes(16).toString('hex')
  await mkdir(savedFolder(home), { recursive: true, mode: 0o700 })
  try {
    await writeFile(pathOf(home, key), bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // A full disk may have taken the first half.
    await removeSaved(home, key).catch(() => undefined)
    throw error
  }
  return { key, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Returns the size and checksum of a file that was received into the folder of saved files. */
export async function describeSaved(home: string, key: string): Promise<SavedFile> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of streamSaved(home, key)) {
    hash.update(piece)
    size += piece.length
  }
  return { key, size, sha256: hash.digest('hex') }
}

/** Returns the first and the last bytes of a saved file, by which its type is known. */
export async function edgesOfSaved(home: string, key: string): Promise<Buffer> {
  const file = await open(pathOf(home, key))
  try {
    const { size } = await file.stat()
    const start = await file.read({ buffer: Buffer.alloc(Math.min(size, EDGE)), position: 0 })
    const restLength = Math.min(size - start.bytesRead, EDGE)
    if (restLength <= 0) return start.buffer
    return Buffer.concat([
      start.buffer,
      (await file.read({ buffer: Buffer.alloc(restLength), position: size - restLength })).buffer,
    ])
  } finally {
    await file.close()
  }
}

/** The bytes of a saved file. Throws when it is gone. */
export const readSaved = (home: string, key: string): Promise<Buffer> => readFile(pathOf(home, key))

/** Whether a saved file still exists. */
export const isSaved = (home: string, key: string): Promise<boolean> =>
  access(pathOf(home, key)).then(
    () => true,
    () => false,
  )

/** The size of a saved file in bytes. Throws when it is gone. */
export const sizeOfSaved = async (home: string, key: string): Promise<number> => (await stat(pathOf(home, key))).size

/** A saved file as a stream. */
export const streamSaved = (home: string, key: string): ReadStream => createReadStream(pathOf(home, key))

/** Writes pieces to a file beside a saved one, such as the errors of an import. */
export async function writeSaved(home: string, key: string, pieces: Iterable<string> | Readable): Promise<void> {
  await pipeline(Readable.from(pieces), createWriteStream(pathOf(home, key), { mode: 0o600 }))
}

/** Removes a saved file; it need not exist. */
export const removeSaved = (home: string, key: string): Promise<void> => rm(pathOf(home, key), { force: true })

/** The path of the file in which an import stages the rows of a saved file, for libraries that open it themselves. */
export const stagingPath = (home: string, key: string): string => pathOf(home, `${key}.staging`)

/** The key under which the staged rows of a checked file wait until they are saved. */
export const checkedKey = (key: string) => `${key}.checked`

/** Lets a staging file wait under the key of checked rows. */
export const keepStaging = (home: string, key: string): Promise<void> =>
  rename(stagingPath(home, key), pathOf(home, checkedKey(key)))

/** Takes a staging file back that waits; returns whether there was one. */
export const takeStaging = (home: string, key: string): Promise<boolean> =>
  rename(pathOf(home, checkedKey(key)), stagingPath(home, key)).then(
    () => true,
    () => false,
  )

/** The folder of saved files. */
export const savedFolder = (home: string) => join(home, 'files')

function pathOf(home: string, key: string): string {
  if (!KEY.test(key)) throw new Error('A kept file is asked for by a name that is not ours')
  return join(savedFolder(home), key)
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
