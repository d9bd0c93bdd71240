import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** One entry of an archive: its name and its pieces. */
export type ArchivePart = [name: string, text: AsyncIterable<string | Uint8Array> | Iterable<string>]

const DEFLATE = 8

/** Compresses texts into a zip archive as they arrive, so that memory does not grow with their length. */
export async function* zip(parts: Iterable<ArchivePart>): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = []
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    packed.push(bytes)
  })
  for (const [filename, text] of parts) {
    const entry: ZipInputFile = { filename, compression: DEFLATE, size: 0, crc: 0 }
    archive.add(entry)
    // Deflated by Node outside this thread: fflate takes five times as long and would block other requests.
    const deflated = pipeline(measured(text, entry), createDeflateRaw(), () => {})
    for await (const piece of deflated) {
      entry.ondata!(null, piece, false)
      yield* packed.splice(0)
    }
    entry.ondata!(null, new Uint8Array(0), true)
  }
  archive.end()
  yield* packed
}

/** Yields the bytes of a text, and adds their length and checksum to the entry. */
async function* measured(text: ArchivePart[1], entry: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}
