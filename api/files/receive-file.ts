import { FeathersError } from '@feathersjs/errors'
import type { UploadedFile } from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { invalidField } from '../platform/errors.ts'
import { receiveUpload } from '../platform/receive-upload.ts'
import { displayFileName, saveFile } from '../platform/stored-files.ts'

const begins = (hex: string) => (bytes: Buffer) => bytes.subarray(0, hex.length / 2).toString('hex') === hex

/** The accepted kinds of files, recognised by their first bytes and not by their name. */
const KINDS: { ending: RegExp; mimeType: string; fits: (bytes: Buffer) => boolean }[] = [
  { ending: /\.pdf$/i, mimeType: 'application/pdf', fits: begins('255044462d') },
  { ending: /\.png$/i, mimeType: 'image/png', fits: begins('89504e470d0a1a0a') },
  { ending: /\.jpe?g$/i, mimeType: 'image/jpeg', fits: begins('ffd8ff') },
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

/**
 * Checks the kind of a file and saves it; returns the columns of its attachment. Throws 415 where the content does not
 * match the name.
 */
export async function saveUploadedFile(home: string, file: UploadedFile) {
  const fileName = displayFileName(file.originalname)
  const kind = KINDS.find(({ ending, fits }) => ending.test(fileName) && fits(file.buffer))
  if (!kind) {
    const message = 'The file must be a PDF, PNG, JPG, XLSX, DOCX or CSV, and be what its name says'
    throw new FeathersError(message, 'UnsupportedMediaType', 415, 'unsupported-media-type', {
      errors: [{ field: 'file', code: 'FILE_TYPE', message }],
    })
  }
  const stored = await saveFile(home, file.buffer)
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
