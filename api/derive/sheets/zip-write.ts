import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One entry of an archive: its name and its text, piece by piece. */
export type Part = [name: string, text: AsyncIterable<string> | Iterable<string>]

/** A zip archive of texts; what an entry measures follows its bytes, so nothing is held back. */
export async function* zip(parts: Iterable<Part>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of parts) {
    const start = offset
    const sums = { crc: 0, size: 0, packed: 0 }
    const local = Buffer.concat([
      header(0x04034b50, [20, 0x0808, 8, 0, 0x21], [0, 0, 0], [name.length, 0]),
      Buffer.from(name),
    ])
    yield local
    for await (const piece of Readable.from(measured(text, sums)).pipe(createDeflateRaw())) {
      sums.packed += piece.length
      yield piece as Buffer
    }
    const sizes = [sums.crc, sums.packed, sums.size]
    yield header(0x08074b50, [], sizes, [])
    offset += local.length + sums.packed + 16
    directory.push(
      header(0x02014b50, [20, 20, 0x0808, 8, 0, 0x21], sizes, [name.length, 0, 0, 0, 0, 0, 0]),
      words(start),
      Buffer.from(name),
    )
  }
  const listed = Buffer.concat(directory)
  const count = directory.length / 3
  yield Buffer.concat([listed, header(0x06054b50, [0, 0, count, count], [listed.length, offset], [0])])
}

async function* measured(text: Part[1], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    yield bytes
  }
}

/** A record of the archive: its mark, numbers of two bytes, of four, and of two. */
function header(mark: number, before: number[], fours: number[], after: number[]): Buffer {
  return Buffer.concat([words(mark), halves(before), ...fours.map(words), halves(after)])
}

function words(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number >>> 0)
  return bytes
}

function halves(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2)
  return bytes
}
