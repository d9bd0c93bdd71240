import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { FeathersError } from '@feathersjs/errors'
import multer from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { Settings } from '../../../resources/settings/settings.ts'
import { readSettings } from '../settings.ts'
import { savedFolder } from '../stored-files.ts'

/** Upper bound whatever the setting: a file is held in memory while it is checked. */
const MOST_MB = 50

/** Upper bound for the file of an import, which is stored as it arrives. */
const MOST_IMPORT_MB = 100

/** How large a single uploaded file may be now, in MB (`upload.max_mb`). */
export const uploadMegabytes = (settings: Settings) => Math.max(1, Math.min(MOST_MB, settings['upload.max_mb']))

/** How large the file of an import may be now, in MB (`import.max_mb`). */
export const importMegabytes = (settings: Settings) => Math.max(1, Math.min(MOST_IMPORT_MB, settings['import.max_mb']))

/**
 * Receives up to `most` files of one request, in the field `file`. Throws 413 with the number of MB when one is larger.
 */
export async function receiveUpload(db: Knex, ctx: Context, most: number, fields: number): Promise<void> {
  await receive(ctx, multer.memoryStorage(), uploadMegabytes(await readSettings(db)), most, fields)
}

/**
 * Receives the file of an import into the folder of saved files under a new name, which is that of `ctx.file`. Throws 413
 * with the number of MB when it is larger.
 */
export async function receiveImportFile(db: Knex, ctx: Context, home: string, fields: number): Promise<void> {
  await receive(ctx, await savedFiles(home), importMegabytes(await readSettings(db)), 1, fields)
}

/**
 * Receives up to `most` files into the folder of saved files under new names, each at most so many MB. Throws 413 when one
 * is larger, or when they are more.
 */
export async function receiveToDisk(ctx: Context, home: string, megabytes: number, most: number) {
  await receive(ctx, await savedFiles(home), megabytes, most, 0)
  return (ctx as unknown as { files?: { filename: string; originalname: string }[] }).files ?? []
}

async function savedFiles(home: string) {
  const folder = savedFolder(home)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return multer.diskStorage({
    destination: folder,
    filename: (_, __, done) => done(null, randomBytes(16).toString('hex')),
  })
}

async function receive(ctx: Context, storage: unknown, megabytes: number, most: number, fields: number) {
  const upload = multer({
    storage,
    limits: { fileSize: megabytes * 1024 * 1024, files: most, fields, fieldSize: 1000, parts: most + fields },
    defParamCharset: 'utf8',
  })
  try {
    await (most === 1 ? upload.single('file') : upload.array('file', most))(ctx, async () => undefined)
  } catch (error) {
    const { code } = error as { code?: string }
    const isTooMany = code === 'LIMIT_FILE_COUNT' || code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_PART_COUNT'
    if (code !== 'LIMIT_FILE_SIZE' && !(isTooMany && most > 1)) throw error
    const message = isTooMany
      ? `Send at most ${most} files at once, in the field named file`
      : `File must be at most ${megabytes} MB`
    throw new FeathersError(message, 'PayloadTooLarge', 413, 'payload-too-large', {
      errors: [{ field: 'file', code: isTooMany ? 'TOO_MANY' : 'FILE_SIZE', message }],
    })
  }
}
