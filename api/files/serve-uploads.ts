import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { Resource } from '../../resources/define/resource.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import type { UploadPart } from '../../resources/platform/imports/upload-part.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'
import { signedIn } from '../derive/signed-in.ts'
import { invalidField } from '../platform/errors.ts'
import { receiveToDisk } from '../platform/http/receive-upload.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { readSettings } from '../platform/settings.ts'
import { displayFileName, removeSaved } from '../platform/stored-files.ts'
import { transact } from '../platform/transact.ts'
import type { UploadRow, UploadWork } from './upload-work.ts'

/** How often uploads are looked for that another process left, in milliseconds. */
const LOOK_MS = 60_000

interface Uploads {
  /** Its rows say which files came together, and how far they are read. */
  resource: Resource
  work: Pick<UploadWork<UploadRow>, 'at' | 'begin' | 'stop'>
  /** How many files a browser may send at once. */
  most: number
  /** The setting that says how many megabytes a file may have. */
  setting: 'coa.zip_mb' | 'pod.zip_mb'
}

/** Notes files that were sent together as one upload, which is then read. */
export async function noteUpload(
  trx: Knex,
  resource: Resource,
  parts: readonly UploadPart[],
  { id }: Pick<Person, 'id'>,
  author: Author,
) {
  const fileName = parts.length === 1 ? parts[0]!.name : `${parts.length} files`
  const row = withDefaults(resource, { fileName, requestedById: id, parts })
  const [upload] = await insertRows(trx, resource, [row], author)
  return { id: upload!.id, fileName, status: upload!.status }
}

/**
 * Takes many files, or zips of them, at an address and answers before they are read; what another process left is looked
 * for each minute. Returns how to end that.
 */
export function serveUploads(router: ApiRouter, address: string, uploads: Uploads): () => Promise<void> {
  const { resource, work } = uploads
  const timer = setInterval(() => work.begin(), LOOK_MS).unref()
  router.post(address, async ctx => {
    requireRight(signedIn(ctx).person, resource, 'create')
    ctx.status = 201
    ctx.body = await receive(ctx, uploads)
    work.begin()
  })
  return () => {
    clearInterval(timer)
    return work.stop()
  }
}

async function receive(ctx: Context, { resource, work, most, setting }: Uploads) {
  const { db, config } = work.at
  const { person, author } = signedIn(ctx)
  const files = await receiveToDisk(ctx, config.home, (await readSettings(db))[setting], most)
  if (files.length === 0) throw invalidField('file', 'REQUIRED', 'File is required: send it in the field named file')
  const parts = files.map(({ filename, originalname }) => ({ key: filename, name: displayFileName(originalname) }))
  try {
    return await transact(db, trx => noteUpload(trx, resource, parts, person, author))
  } catch (error) {
    for (const { key } of parts) await removeSaved(config.home, key)
    throw error
  }
}
