import { FeathersError } from '@feathersjs/errors'
import multer from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { readSettings } from './settings.ts'

/** Whatever is set: a file waits in memory while it is looked at. */
const MOST_MB = 50

/** How much a single uploaded file may hold now, in MB (`upload.max_mb`, §C.27). */
export const uploadMegabytes = async (db: Knex) =>
  Math.max(1, Math.min(MOST_MB, (await readSettings(db))['upload.max_mb']))

/** Takes in up to `most` files of one request, in the field `file`. Throws 413 with the number of MB when one is larger. */
export async function takeUpload(db: Knex, ctx: Context, most: number, fields: number): Promise<void> {
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
