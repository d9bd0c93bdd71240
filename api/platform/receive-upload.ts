import { FeathersError } from '@feathersjs/errors'
import multer from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { readSettings } from './settings.ts'

/** Upper bound whatever the setting: a file is held in memory while it is checked. */
const MOST_MB = 50

/** How large a single uploaded file may be now, in MB (`upload.max_mb`). */
export const uploadMegabytes = async (db: Knex) =>
  Math.max(1, Math.min(MOST_MB, (await readSettings(db))['upload.max_mb']))

/**
 * Receives up to `most` files of one request, in the field `file`. Throws 413 with the number of MB when one is larger.
 */
export async function receiveUpload(db: Knex, ctx: Context, most: number, fields: number): Promise<void> {
  const megabytes = await uploadMegabytes(db)
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: megabytes * 1024 * 1024, files: most, fields, fieldSize: 1000, parts: most + fields },
    defParamCharset: 'utf8',
  })
  try {
    await (most === 1 ? upload.single('file') : upload.array('file', most))(ctx, async () => undefined)
  } catch (error) {
    if ((error as { code?: string }).code !== 'LIMIT_FILE_SIZE') throw error
    const message = `File must be at most ${megabytes} MB`
    throw new FeathersError(message, 'PayloadTooLarge', 413, 'payload-too-large', {
      errors: [{ field: 'file', code: 'FILE_SIZE', message }],
    })
  }
}
