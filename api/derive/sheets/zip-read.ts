import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { SheetError } from './sheet-error.ts'

/** One compressed file inside a zip archive. */
export interface ZipEntry {
  name: string
  size: number
  packed: Buffer
  stored: boolean
}

const DIRECTORY_END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const MOST_ENTRIES = 1000
/** Bytes unpacked at a time; text that spans pieces is scanned again with each. */
const PIECE = 128 * 1024
const damaged = () => new SheetError('The file is damaged: open it in your spreadsheet and save it again as xlsx.')

/**
 * Returns the entries of an archive by name, from its directory alone, without unpacking. Throws SheetError for a
 * damaged archive, and for one that would unpack to more than `mostBytes`.
 */
export function readZip(file: Buffer, mostBytes: number): Map<string, ZipEntry> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > file.length || file.readUInt32LE(end) !== DIRECTORY_END) throw damaged()
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > MOST_ENTRIES) throw new SheetError('The file holds far more parts than a plain sheet has.')
  const entries = new Map<string, ZipEntry>()
  let total = 0
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged()
    const entry = readEntry(file, at)
    total += entry.size
    if (total > mostBytes) throw tooLarge(mostBytes)
    if (entries.has(entry.name)) throw damaged()
    entries.set(entry.name, entry)
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

const tooLarge = (most: number) =>
  new SheetError(`The sheet unpacks to more than ${Math.round(most / 1e6)} MB: split it into smaller files.`)

function readEntry(file: Buffer, at: number): ZipEntry {
  const encrypted = (file.readUInt16LE(at + 8) & 1) === 1
  const method = file.readUInt16LE(at + 10)
  if (encrypted) throw new SheetError('The file is protected with a password: save it without one.')
  if (method !== 0 && method !== 8) throw damaged()
  const packedSize = file.readUInt32LE(at + 20)
  const local = file.readUInt32LE(at + 42)
  if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL_HEADER) throw damaged()
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
  if (start + packedSize > file.length) throw damaged()
  return {
    name: file.toString('utf8', at + 46, at + 46 + file.readUInt16LE(at + 28)),
    size: file.readUInt32LE(at + 24),
    packed: file.subarray(start, start + packedSize),
    stored: method === 0,
  }
}

/** Yields the text of an entry, piece by piece. Throws SheetError when it is longer than its directory entry says. */
export async function* unpack(entry: ZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  const source = Readable.from([entry.packed])
  const bytes: AsyncIterable<Buffer> = entry.stored ? source : source.pipe(createInflateRaw({ chunkSize: PIECE }))
  let length = 0
  try {
    for await (const piece of bytes) {
      length += piece.length
      if (length > entry.size) throw tooLarge(entry.size)
      yield decoder.decode(piece, { stream: true })
    }
  } catch (error) {
    throw error instanceof SheetError ? error : damaged()
  }
  yield decoder.decode()
}

/** Returns the whole text of a small entry; empty when there is none. */
export async function entryText(entry: ZipEntry | undefined): Promise<string> {
  let text = ''
  if (entry) for await (const piece of unpack(entry)) text += piece
  return text
}
