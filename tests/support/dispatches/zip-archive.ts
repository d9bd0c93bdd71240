import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const packed = promisify(deflateRaw)

/** A zip archive, compressed asynchronously and fast; `claim` is the unpacked size stated by the last entry. */
export async function zipArchive(parts: Record<string, string | Uint8Array>, claim?: number): Promise<Buffer> {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  const names = Object.keys(parts)
  let offset = 0
  for (const name of names) {
    const size = claim !== undefined && name === names.at(-1) ? claim : Buffer.byteLength(parts[name]!)
    const content = await packed(parts[name]!, { level: 1 })
    const sum = crc32(parts[name]!)
    const local = Buffer.alloc(30 + name.length)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(sum, 14)
    local.writeUInt16LE(name.length, 26)
    local.write(name, 30)
    const entry = Buffer.alloc(46 + name.length)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(sum, 16)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    entry.write(name, 46)
    locals.push(local, content)
    directory.push(entry)
    offset += local.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}
