import { type Entry, openPromise, type ZipFile } from 'yauzl'

/** A file of a zip, or the sentence why it is not taken. */
export type ZippedFile = { name: string } & ({ bytes: Buffer } | { refusal: string })

/** Thrown for an upload that is not read at all; its message is for the person. */
export class UnreadableUpload extends Error {}

/** Bounds of an archive: of each file in it and of all together, in bytes, and their number. */
export interface ZipLimits {
  fileBytes: number
  allBytes: number
  files: number
}

/** What computers add to an archive by themselves. */
const isClutter = (name: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name)

const MEGABYTE = 1024 * 1024

/**
 * Yields the files of a zip on the disk one by one, with one in memory at a time; folders are left out. `wants` says which
 * are unpacked at all. Throws `UnreadableUpload` for an archive that is damaged or unpacks to far too much.
 */
export async function* zipFiles(
  path: string,
  limits: ZipLimits,
  wants: (name: string) => boolean,
): AsyncGenerator<ZippedFile> {
  const zip = await opened(path)
  try {
    if (zip.entryCount > limits.files)
      throw new UnreadableUpload(`The zip holds ${zip.entryCount} files: send at most ${limits.files} at once.`)
    let total = 0
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name.endsWith('/') || isClutter(name) || !wants(name)) continue
      total += entry.uncompressedSize
      if (total > limits.allBytes)
        throw new UnreadableUpload(
          `The zip unpacks to more than ${Math.round(limits.allBytes / MEGABYTE)} MB: split it.`,
        )
      const refusal = refusalOf(entry, name, limits)
      yield refusal ? { name, refusal } : await unpacked(zip, entry, name)
    }
  } catch (error) {
    throw error instanceof UnreadableUpload ? error : damaged()
  } finally {
    zip.close()
  }
}

const damaged = () => new UnreadableUpload('The zip is damaged: pack it again.')

// Names are read here, because one bad name would end the reading of the whole archive.
const opened = (path: string) =>
  openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(() => {
    throw damaged()
  })

/** Without `decodeStrings` a name is bytes; Windows writes some with backward strokes. */
const nameOf = ({ fileName }: Entry) => (fileName as unknown as Buffer).toString('utf8').replaceAll('\\', '/')

/** Why a file of more bytes is not taken. */
export const tooLarge = ({ fileBytes }: ZipLimits) =>
  `It is larger than ${Math.round(fileBytes / MEGABYTE)} MB: send a smaller one`

function refusalOf(entry: Entry, name: string, limits: ZipLimits): string | undefined {
  if (name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..'))
    return 'Its name leads out of the zip: pack the files again without paths'
  if (entry.isEncrypted()) return 'It is protected with a password: pack it without one'
  if (/\.zip$/i.test(name)) return 'It is a zip within the zip: unpack it, and send its files'
  if (!entry.canDecodeFileData()) return 'It is packed in an unusual way: pack it as a plain zip'
  return entry.uncompressedSize > limits.fileBytes ? tooLarge(limits) : undefined
}

/** Unpacks one file; more bytes than its entry says, as in a zip bomb, end the reading. */
async function unpacked(zip: ZipFile, entry: Entry, name: string): Promise<ZippedFile> {
  try {
    const stream = await zip.openReadStreamPromise(entry)
    const pieces: Buffer[] = []
    for await (const piece of stream) pieces.push(piece as Buffer)
    return { name, bytes: Buffer.concat(pieces) }
  } catch {
    return { name, refusal: 'It is damaged: pack it again' }
  }
}
