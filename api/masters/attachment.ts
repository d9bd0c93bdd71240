import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { AnswerOf } from '../../resources/define/command.ts'
import type { Fault } from '../../resources/define/validate.ts'
import type { listDocuments } from '../../resources/masters/commands.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import type { Role } from '../../resources/roles.ts'
import type { ActionHandler } from '../derive/extend.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { readBody } from '../derive/save/read-body.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { signedIn } from '../derive/signed-in.ts'
import { fileUpload, saveUploadedFile } from '../files/receive-file.ts'
import { now, today } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { invalid, invalidField, notFound } from '../platform/errors.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { transact } from '../platform/transact.ts'

const MOST_FILES = 20

/**
 * `POST /api/library` adds files to the library, all under one category and audience; `POST /api/library/7/file`
 * replaces one and keeps the earlier version.
 */
export function serveLibrary(router: ApiRouter, config: Pick<Config, 'home'>, db: Knex) {
  const many = fileUpload(db, MOST_FILES)
  const one = fileUpload(db, 1)
  router.post('/api/library', async ctx => {
    requireRight(signedIn(ctx).person, attachment, 'create')
    await add(ctx, db, config.home, await many(ctx))
  })
  router.post('/api/library/:id/file', async ctx => {
    requireRight(signedIn(ctx).person, attachment, 'update')
    await replace(ctx, db, config.home, ctx.params.id!, await one(ctx))
  })
}

type Received = Awaited<ReturnType<ReturnType<typeof fileUpload>>>

async function add(ctx: Context, db: Knex, home: string, { files, said }: Received) {
  const { author } = signedIn(ctx)
  const values = readTexts(said)
  const saved: Awaited<ReturnType<typeof saveUploadedFile>>[] = []
  for (const file of files) saved.push(await saveUploadedFile(home, file))
  const attachments = await transact(db, async trx => {
    const rows = []
    for (const file of saved) {
      const title = saved.length === 1 && values.title ? values.title : file.fileName.replace(/\.[^.]+$/, '')
      rows.push(...(await insertRows(trx, attachment, [{ ...file, ...values, title, ownerType: 'LIBRARY' }], author)))
    }
    return rows
  })
  ctx.status = 201
  ctx.body = attachments.map(({ id, title, fileName }) => ({ id, title, fileName }))
}

const INPUT_FIELDS = ['title', 'category', 'audience', 'validTo'] as const

/** Reads the fields sent beside the files. Throws 400 that names every field which is wrong. */
function readTexts({ audience, ...said }: Record<string, unknown>) {
  const faults: Fault[] = []
  const optional = {
    ...attachment,
    fields: { ...attachment.fields, title: { ...attachment.fields.title, optional: true } },
  }
  const texts = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value === '' ? null : value]))
  const values = readBody(optional as typeof attachment, INPUT_FIELDS, { ...texts, audience: listIn(audience) }, faults)
  if (faults.length === 0 && (values.audience ?? []).length === 0)
    faults.push({ field: 'audience', code: 'REQUIRED', message: 'Audience is required: say whose document it is' })
  if (faults.length > 0) throw invalid(faults)
  return values
}

function listIn(text: unknown): unknown {
  try {
    return JSON.parse(String(text ?? '[]'))
  } catch {
    throw invalidField('audience', 'TYPE', 'audience must be a list of roles as JSON')
  }
}

/** The newest file takes the number of the one before, which is kept beside it. */
async function replace(ctx: Context, db: Knex, home: string, idText: string, { files }: Received) {
  const { author } = signedIn(ctx)
  const fresh = await saveUploadedFile(home, files[0]!)
  const saved = await transact(db, async trx => {
    const [before] = await rowsOf(trx, attachment, rows =>
      rows.where({ id: readId(idText) ?? 0, ownerType: 'LIBRARY' }).whereNull('ownerId'),
    )
    if (!before) throw notFound()
    const saved = await updateRow(trx, attachment, before, { ...fresh, versionNo: before.versionNo + 1 }, author)
    await insertRows(trx, attachment, [{ ...before, ownerId: before.id }], author)
    return saved
  })
  ctx.status = 201
  ctx.body = { id: saved.id, fileName: saved.fileName, versionNo: saved.versionNo }
}

/** The documents of the library for the roles of a person. */
export const documentsFor = (db: Knex, { roles }: Person): Promise<AnswerOf<typeof listDocuments>> =>
  libraryFor(db, roles)
    .orderBy([{ column: 'category' }, { column: 'title' }])
    .limit(100)
    .select('id', 'title', 'category', 'fileName', 'sizeBytes', 'validTo', 'versionNo')

const set =
  (withdrawnAt: () => string | null): ActionHandler =>
  async (trx, { rows, author }) => {
    await updateRow(trx, attachment, rows[0] as never, { withdrawnAt: withdrawnAt() }, author)
  }
/** Withdraws a document from the library. */
export const withdrawDocument = set(now)
export const restoreDocument = set(() => null)

/** The documents of the library for any of these roles: active, not past, each in its newest version. */
export function libraryFor(db: Knex, roles: readonly Role[]): Knex.QueryBuilder {
  return db('attachment')
    .where('attachment.ownerType', 'LIBRARY')
    .whereNull('attachment.ownerId')
    .whereNull('attachment.withdrawnAt')
    .where(any => any.whereNull('attachment.validTo').orWhere('attachment.validTo', '>=', today()))
    .where(any => {
      any.whereRaw('1 = 0')
      for (const role of roles) any.orWhere('attachment.audience', 'like', `%"${role}"%`)
    })
}
