import { FeathersError } from '@feathersjs/errors'
import type { UploadedFile } from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { Metadata } from 'sharp'
import { invalidField } from '../platform/errors.ts'
import { receiveUpload } from '../platform/http/receive-upload.ts'
import { displayFileName, saveFile } from '../platform/stored-files.ts'
import { PdfReader } from './pdf/pdf-reader.ts'

/** More pixels than any camera of a phone takes; a picture that unpacks to more is meant to fill the memory. */
const MOST_PIXELS = 120_000_000
const JPEG_QUALITY = 88

/** Thrown for a picture that cannot be read, though it begins like one. */
class UnreadablePicture extends Error {}

/**
 * Returns a JPEG or PNG turned upright and written anew, so that nothing is left of what the camera wrote beside the
 * picture: the place, the owner, the time, a preview. A PNG without any of that stays as it is. Throws
 * `UnreadablePicture` when it is damaged or far too large.
 */
async function withoutPlace(bytes: Buffer, mimeType: 'image/jpeg' | 'image/png'): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  try {
    if (mimeType === 'image/png' && isBare(await picture.metadata())) return bytes
    const upright = picture.autoOrient().keepIccProfile()
    return await (mimeType === 'image/png' ? upright.png() : upright.jpeg({ quality: JPEG_QUALITY })).toBuffer()
  } catch {
    throw new UnreadablePicture()
  }
}

const isBare = ({ exif, xmp, iptc, comments, orientation }: Metadata) =>
  !exif && !xmp && !iptc && !comments?.length && (orientation ?? 1) === 1

/** Loaded with the first picture, because it takes memory that a portal without pictures does not need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No picture is worked on twice.
  sharp.cache(false)
  return sharp
}

const begins = (hex: string) => (bytes: Buffer) => bytes.subarray(0, hex.length / 2).toString('hex') === hex

interface Kind {
  ending: RegExp
  mimeType: string
  fits: (bytes: Buffer) => boolean
}

/** What a scan or a photo may be. */
const SCANS = [
  { ending: /\.pdf$/i, mimeType: 'application/pdf', fits: begins('255044462d') },
  { ending: /\.png$/i, mimeType: 'image/png', fits: begins('89504e470d0a1a0a') },
  { ending: /\.jpe?g$/i, mimeType: 'image/jpeg', fits: begins('ffd8ff') },
] as const satisfies Kind[]

/** The accepted kinds of files, recognised by their first bytes and not by their name. */
const KINDS: Kind[] = [
  ...SCANS,
  {
    ending: /\.xlsx$/i,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fits: begins('504b0304'),
  },
  {
    ending: /\.docx$/i,
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    fits: begins('504b0304'),
  },
  // Text has no signature, but never a zero byte.
  { ending: /\.csv$/i, mimeType: 'text/csv', fits: bytes => bytes.length > 0 && !bytes.includes(0) },
]

/** Receives up to `most` files of one request, in the field `file`, with a few short texts beside them. */
export const fileUpload =
  (db: Knex, most: number) =>
  async (ctx: Context): Promise<{ files: UploadedFile[]; said: Record<string, unknown> }> => {
    await receiveUpload(db, ctx, most, 6)
    const { file, files = file ? [file] : [] } = ctx as unknown as { file?: UploadedFile; files?: UploadedFile[] }
    if (files.length === 0) throw invalidField('file', 'REQUIRED', 'File is required: send it in the field named file')
    return { files, said: (ctx.request.body ?? {}) as Record<string, unknown> }
  }

/** The brands by which the photos of newer phones begin, after the length of their first part. */
const isHeic = (bytes: Buffer) => /^ftyp(hei[cfmsx]|hev[cx]|mif1|msf1)/.test(bytes.toString('latin1', 4, 12))

/**
 * Checks the kind of a file and saves it, pictures without their place; returns the columns of its attachment. Throws 415
 * where the content does not match the name.
 */
export function saveUploadedFile(home: string, file: Pick<UploadedFile, 'originalname' | 'buffer'>) {
  return saveChecked(
    home,
    file,
    KINDS,
    'The file must be a PDF, PNG, JPG, XLSX, DOCX or CSV, and be what its name says',
  )
}

/** Saves a photo or scan as `saveUploadedFile` does, and refuses everything else with a sentence. */
export function saveScan(home: string, file: Pick<UploadedFile, 'originalname' | 'buffer'>) {
  return saveChecked(home, file, SCANS, 'The file must be a photo (JPG, PNG) or a PDF, and be what its name says')
}

async function saveChecked(
  home: string,
  file: Pick<UploadedFile, 'originalname' | 'buffer'>,
  kinds: readonly Kind[],
  otherwise: string,
) {
  const fileName = displayFileName(file.originalname)
  if (isHeic(file.buffer)) throw wrongKind(HEIC)
  const kind = kinds.find(({ ending, fits }) => ending.test(fileName) && fits(file.buffer))
  if (!kind) throw wrongKind(otherwise)
  const isScan = kinds === SCANS
  const stored = await saveFile(home, await cleaned(file.buffer, kind.mimeType, isScan))
  return {
    fileName,
    mimeType: kind.mimeType,
    sizeBytes: stored.size,
    sha256: stored.sha256,
    storageKey: stored.key,
    versionNo: 1,
    scanStatus: 'SKIPPED' as const,
  }
}

const HEIC =
  'HEIC photos open on few computers: take the photo within the portal, or choose “Most compatible” under Camera, Formats, and send it as JPG'

/** Scans are read one after another in a process of their own. */
const scans = new PdfReader()
let lastScan: Promise<unknown> = Promise.resolve()

async function plainScan(bytes: Buffer): Promise<Buffer> {
  const reading = lastScan.then(() => scans.plain(bytes))
  lastScan = reading.catch(() => undefined)
  const plain = await reading
  if ('refusal' in plain) throw wrongKind(`The PDF cannot be taken. ${plain.refusal}`)
  return Buffer.from(plain.bytes)
}

async function cleaned(bytes: Buffer, mimeType: string, isScan: boolean): Promise<Buffer> {
  if (mimeType === 'application/pdf' && isScan) return plainScan(bytes)
  if (mimeType !== 'image/jpeg' && mimeType !== 'image/png') return bytes
  try {
    return await withoutPlace(bytes, mimeType)
  } catch (error) {
    if (error instanceof UnreadablePicture)
      throw wrongKind('The picture is damaged or too large to be opened: take it again')
    throw error
  }
}

const wrongKind = (message: string) =>
  new FeathersError(message, 'UnsupportedMediaType', 415, 'unsupported-media-type', {
    errors: [{ field: 'file', code: 'FILE_TYPE', message }],
  })
