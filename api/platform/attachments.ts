import { FeathersError } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import multer, { type UploadedFile } from '@koa/multer'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { order } from '../../resources/orders/order.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { restrict } from '../derive/conditions.ts'
import { readId } from '../derive/query.ts'
import { signedIn } from '../derive/signed-in.ts'
import { insertRows } from '../derive/write.ts'
import type { Config } from './config.ts'
import { forbidden, invalidField, notFound } from './errors.ts'
import { downloadAs, keepFile, MOST_FILE_BYTES, shownName, streamKept } from './files.ts'
import type { Person } from './person.ts'
import { transact } from './transact.ts'

/** What a file may be, told by its first bytes and not by its name (§C.27). */
const KINDS: { ending: RegExp; mimeType: string; begins: (bytes: Buffer) => boolean }[] = [
  {
    ending: /\.pdf$/i,
    mimeType: 'application/pdf',
    begins: bytes => bytes.subarray(0, 5).toString('latin1') === '%PDF-',
  },
  {
    ending: /\.png$/i,
    mimeType: 'image/png',
    begins: bytes => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  },
  { ending: /\.jpe?g$/i, mimeType: 'image/jpeg', begins: bytes => bytes.subarray(0, 3).toString('hex') === 'ffd8ff' },
  {
    ending: /\.xlsx$/i,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    begins: bytes => bytes.subarray(0, 4).toString('hex') === '504b0304',
  },
]

/** `POST /api/attachments` keeps a file that will belong to an order; `GET /api/attachments/7/file` gives it to who may see the order. */
export function serveAttachments(app: Application, config: Pick<Config, 'home'>, db: Knex) {
  const upload = multer({
    storage: multer.memoryStorage(),
    limits: { fileSize: MOST_FILE_BYTES, files: 1, fields: 4, fieldSize: 500, parts: 6 },
    defParamCharset: 'utf8',
  }).single('file')
  app.use(async (ctx, next) => {
    const [, id] = /^\/api\/attachments\/([^/]+)\/file$/.exec(ctx.path) ?? []
    if (ctx.method === 'GET' && id) return download(ctx, db, config.home, id)
    if (ctx.method !== 'POST' || ctx.path !== '/api/attachments') return next()
    demandSender(signedIn(ctx).person)
    await upload(ctx, async () => undefined)
    await receive(ctx, db, config.home)
  })
}

/** Files belong to orders, so who can make none sends none. */
function demandSender({ ability }: Person) {
  if (!ability.can('create', order.path)) throw forbidden('Only who places orders sends files for them')
}

async function receive(ctx: Context, db: Knex, home: string) {
  const { author } = signedIn(ctx)
  const file = (ctx as unknown as { file?: UploadedFile }).file
  const body = ctx.request.body as { ownerType?: unknown; title?: unknown } | undefined
  if (!file) throw invalidField('file', 'REQUIRED', 'File is required: send it in the field named file')
  if (body?.ownerType !== 'ORDER') throw invalidField('ownerType', 'ENUM', 'ownerType must be ORDER')
  const fileName = shownName(file.originalname)
  const kind = KINDS.find(({ ending, begins }) => ending.test(fileName) && begins(file.buffer))
  if (!kind) {
    const message = 'The file must be a PDF, PNG, JPG or XLSX, and be what its name says'
    throw new FeathersError(message, 'UnsupportedMediaType', 415, 'unsupported-media-type', {
      errors: [{ field: 'file', code: 'FILE_TYPE', message }],
    })
  }
  const kept = await keepFile(home, file.buffer)
  const title = typeof body.title === 'string' && body.title.trim() ? body.title.trim().slice(0, 120) : fileName
  const row = {
    ownerType: 'ORDER' as const,
    title,
    fileName,
    mimeType: kind.mimeType,
    sizeBytes: kept.size,
    sha256: kept.sha256,
    storageKey: kept.key,
    versionNo: 1,
    scanStatus: 'SKIPPED' as const,
  }
  const [made] = await transact(db, trx => insertRows(trx, attachment, [row], author))
  ctx.status = 201
  ctx.body = { id: made!.id, title, fileName, sizeBytes: kept.size }
}

async function download(ctx: Context, db: Knex, home: string, asked: string) {
  const { person } = signedIn(ctx)
  const id = readId(asked)
  const file = id && (await db('attachment').where({ id, ownerType: 'ORDER' }).first())
  if (!file || !(await maySee(db, person, file))) throw notFound()
  ctx.type = file.mimeType
  ctx.set('Content-Disposition', downloadAs(file.fileName))
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.body = streamKept(home, file.storageKey)
}

/** Throws 400 unless the person may see this purchase order: naming a file in an order opens it to all who read the order. */
export async function demandPoFile(db: Knex, person: Person, id: number | null) {
  if (id === null) return
  const file = await db('attachment').where({ id, ownerType: 'ORDER' }).first('id', 'createdById')
  if (!file || !(await maySee(db, person, file)))
    throw invalidField('poAttachmentId', 'UNKNOWN_REF', 'PO file is not known: upload it first')
}

/** A purchase order is seen by who brought it and by everybody who may see an order it belongs to. */
async function maySee(db: Knex, person: Person, file: { id: number; createdById: number | null }): Promise<boolean> {
  if (file.createdById === person.id) return true
  if (!person.ability.can('read', order.path)) return false
  const seen = await restrict(db('order').where('order.poAttachmentId', file.id), db, order, person, 'read').first(
    'order.id',
  )
  return seen !== undefined
}
