import type { Knex } from 'knex'
import type { Context } from 'koa'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { sendFile } from '../../resources/platform/commands/files.ts'
import { type FileOwner, fileOwners, type SentOwner, senderOf } from '../../resources/platform/file-owners.ts'
import { readSent } from '../derive/command/read-body.ts'
import { isFor } from '../derive/command/serve-commands.ts'
import { readId } from '../derive/list/query.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { restrictToColumns } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { insertRows } from '../derive/save/write.ts'
import { signedIn } from '../derive/signed-in.ts'
import type { Config } from '../platform/config.ts'
import { forbidden, invalidField, notFound } from '../platform/errors.ts'
import { offerFile } from '../platform/http/offer-file.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { streamSaved } from '../platform/stored-files.ts'
import { transact } from '../platform/transact.ts'
import { fileUpload, saveScan, saveUploadedFile } from './receive-file.ts'

/**
 * `POST /api/attachments` saves a file that will belong to an order, a contract or an annexure; `GET
 * /api/attachments/7/file` gives it to who may see the row it belongs to, and a document of the library to its
 * audience.
 */
export function serveAttachments(router: ApiRouter, config: Pick<Config, 'home'>, db: Knex) {
  const upload = fileUpload(db, 1)
  router.get('/api/attachments/:id/file', ctx => download(ctx, db, config.home, ctx.params.id!))
  router.post('/api/attachments', async ctx => {
    demandSender(signedIn(ctx).person)
    const { files, said } = await upload(ctx)
    const { ownerType, title: typedTitle } = readSent(sendFile, said)
    demandSender(signedIn(ctx).person, ownerType)
    const save = ['POD', 'COMPLAINT', 'DISPUTE'].includes(ownerType) ? saveScan : saveUploadedFile
    const saved = await save(config.home, files[0]!)
    const title = typedTitle ?? saved.fileName
    const row = { ...saved, ownerType, title }
    const [made] = await transact(db, trx => insertRows(trx, attachment, [row], signedIn(ctx).author))
    ctx.status = 201
    ctx.body = { id: made!.id, title, fileName: saved.fileName, sizeBytes: saved.sizeBytes }
  })
}

/** Throws unless the person may write rows that hold files: before the bytes are read, and once the type is known. */
function demandSender(person: Person, type?: SentOwner) {
  if (!isFor(type ? { who: senderOf(type) } : sendFile, person))
    throw forbidden(
      'None of your roles may upload files: they belong to orders, contracts, banners, LRs, PODs, complaints, disputes, collections and refunds',
    )
}

async function download(ctx: Context, db: Knex, home: string, idText: string) {
  const { person } = signedIn(ctx)
  const id = readId(idText)
  const file = id && (await db('attachment').where({ id }).first())
  if (!file || !(await maySee(db, person, file))) throw notFound()
  offerFile(ctx, file.fileName, file.mimeType)
  ctx.body = streamSaved(home, file.storageKey)
}

/** Throws 400 unless the person may see this file: naming it in a row opens it to all who read the row. */
export async function demandFile(
  db: Knex,
  person: Person,
  id: number | null,
  { sentFor, field, label }: { sentFor: FileOwner; field: string; label: string },
) {
  if (id !== null && !(await seesFile(db, person, id, sentFor)))
    throw invalidField(field, 'UNKNOWN_REF', `${label} is not known: upload it first`)
}

/** Throws 400 unless the person may see this purchase order. */
export const demandPoFile = (db: Knex, person: Person, id: number | null) =>
  demandFile(db, person, id, { sentFor: 'ORDER', field: 'poAttachmentId', label: 'PO file' })

/** Whether this is a file of such rows that the person may see. */
export async function seesFile(db: Knex, person: Person, id: number, ownerType: FileOwner): Promise<boolean> {
  const file = await db('attachment').where({ id, ownerType }).first('id', 'createdById', 'ownerType')
  return file !== undefined && maySee(db, person, file)
}

interface StoredFile {
  id: number
  ownerType: string
  createdById: number | null
}

/** Whether the person uploaded the file or may read, on a row it belongs to, the column that names it. */
async function maySee(db: Knex, person: Person, file: StoredFile): Promise<boolean> {
  if (file.ownerType === 'LIBRARY') return mayRead(db, person, attachment, 'id', file.id)
  if (!Object.hasOwn(fileOwners, file.ownerType)) return false
  if (file.createdById === person.id) return true
  const { resource, column } = fileOwners[file.ownerType as FileOwner]
  return mayRead(db, person, resource, column, file.id)
}

async function mayRead(db: Knex, person: Person, resource: Resource, column: string, id: number): Promise<boolean> {
  if (!person.ability.can('read', resource.path, column)) return false
  const table = tableOf(resource)
  const rows = restrict(db(table).where(`${table}.${column}`, id), db, resource, person, 'read')
  const readable = await restrictToColumns(rows, db, resource, person, 'read', [column]).first(`${table}.id`)
  return readable !== undefined
}
