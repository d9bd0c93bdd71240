import type { Knex } from 'knex'
import type { Context } from 'koa'
import { coaFile } from '../../resources/coa/coa-batch.ts'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintNote } from '../../resources/complaints/complaint-note.ts'
import { disputeNote } from '../../resources/complaints/dispute-note.ts'
import { eudBlock } from '../../resources/complaints/eud-block.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { cartingCharge } from '../../resources/dispatches/bills/carting-charge.ts'
import { transporterBill } from '../../resources/dispatches/bills/transporter-bill.ts'
import { pwcCollection } from '../../resources/dispatches/collections/pwc-collection.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { pod } from '../../resources/dispatches/pods/pod.ts'
import { customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import { eudDocument } from '../../resources/orders/eud-document.ts'
import { order } from '../../resources/orders/order.ts'
import { paymentRefund } from '../../resources/payments/payment-refund.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { banner } from '../../resources/shipment-tracking/banner.ts'
import { readId } from '../derive/list/query.ts'
import type { Action } from '../derive/rights/ability.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { restrictToColumns } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { insertRows } from '../derive/save/write.ts'
import { signedIn } from '../derive/signed-in.ts'
import type { Config } from '../platform/config.ts'
import { forbidden, invalidField, notFound } from '../platform/errors.ts'
import { offerFile } from '../platform/offer-file.ts'
import type { ApiRouter } from '../platform/router.ts'
import { streamSaved } from '../platform/stored-files.ts'
import { transact } from '../platform/transact.ts'
import { fileUpload, saveScan, saveUploadedFile } from './receive-file.ts'

/** What a file may belong to: the rows that name it, and the right needed to upload one. */
interface Owner {
  resource: Resource
  column: string
  /** Null where such files come another way. */
  sends: Action | null
  /** The resource of that right, if not that of the rows. */
  at?: Resource
}

const owners = {
  ORDER: { resource: order, column: 'poAttachmentId', sends: 'create' },
  EUD: { resource: eudDocument, column: 'attachmentId', sends: 'create', at: order },
  EUD_BLOCK: { resource: eudBlock, column: 'releaseAttachmentId', sends: 'approve' },
  CONTRACT: { resource: rateContractCustomer, column: 'attachmentId', sends: 'update' },
  PWC: { resource: pwcCollection, column: 'authorityAttachmentId', sends: 'create' },
  BANNER: { resource: banner, column: 'imageAttachmentId', sends: 'create' },
  LR: { resource: lr, column: 'tremCardId', sends: 'create' },
  BILL: { resource: transporterBill, column: 'attachmentId', sends: 'create' },
  CARTING: { resource: cartingCharge, column: 'attachmentId', sends: 'create' },
  REFUND: { resource: paymentRefund, column: 'proofId', sends: 'approve' },
  POD: { resource: pod, column: 'attachmentId', sends: 'create' },
  COMPLAINT: { resource: complaintNote, column: 'attachmentId', sends: 'update', at: complaint },
  DISPUTE: { resource: disputeNote, column: 'attachmentId', sends: 'create', at: arDispute },
  COA: { resource: coaFile, column: 'attachmentId', sends: null },
  ANNEXURE: { resource: customerAnnexure, column: 'attachmentId', sends: 'update' },
} as const satisfies Record<string, Owner>
type OwnerType = keyof typeof owners
/** Those that are sent one by one. */
export const ownerTypes = (Object.keys(owners) as OwnerType[]).filter(type => owners[type].sends !== null)

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
    const owner = ownerOf(said.ownerType)
    demandSender(signedIn(ctx).person, owner)
    const save = ['POD', 'COMPLAINT', 'DISPUTE'].includes(owner) ? saveScan : saveUploadedFile
    const saved = await save(config.home, files[0]!)
    const title = typeof said.title === 'string' && said.title.trim() ? said.title.trim().slice(0, 120) : saved.fileName
    const row = { ...saved, ownerType: owner, title }
    const [made] = await transact(db, trx => insertRows(trx, attachment, [row], signedIn(ctx).author))
    ctx.status = 201
    ctx.body = { id: made!.id, title, fileName: saved.fileName, sizeBytes: saved.sizeBytes }
  })
}

/**
 * Throws unless the person may write rows that hold files; checked before the bytes are read, and again when the type
 * is known.
 */
function demandSender(person: Person, type?: OwnerType) {
  if (!maySendFiles(person, type))
    throw forbidden(
      'None of your roles may upload files: they belong to orders, contracts, banners, LRs, PODs, complaints, disputes, collections and refunds',
    )
}

/** Whether the person may write rows that hold files: of any type, or of this one. */
export function maySendFiles({ ability }: Person, type?: OwnerType): boolean {
  const possibleOwners: readonly Owner[] = type ? [owners[type]] : Object.values(owners)
  return possibleOwners.some(({ resource, sends, at = resource }) => sends !== null && ability.can(sends, at.path))
}

function ownerOf(type: unknown): OwnerType {
  if ((ownerTypes as unknown[]).includes(type)) return type as OwnerType
  throw invalidField('ownerType', 'ENUM', `ownerType must be one of ${ownerTypes.join(', ')}`)
}

async function download(ctx: Context, db: Knex, home: string, idText: string) {
  const { person } = signedIn(ctx)
  const id = readId(idText)
  const file = id && (await db('attachment').where({ id }).first())
  if (!file || !(await maySee(db, person, file))) throw notFound()
  offerFile(ctx, file.fileName, file.mimeType)
  ctx.body = streamSaved(home, file.storageKey)
}

/**
 * Throws 400 unless the person may see this purchase order: naming a file in an order opens it to all who read the
 * order.
 */
export async function demandPoFile(db: Knex, person: Person, id: number | null) {
  if (id !== null && !(await seesFile(db, person, id, 'ORDER')))
    throw invalidField('poAttachmentId', 'UNKNOWN_REF', 'PO file is not known: upload it first')
}

/** Whether this is a file of such rows that the person may see. */
export async function seesFile(db: Knex, person: Person, id: number, ownerType: OwnerType): Promise<boolean> {
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
  if (!Object.hasOwn(owners, file.ownerType)) return false
  if (file.createdById === person.id) return true
  const { resource, column } = owners[file.ownerType as OwnerType]
  return mayRead(db, person, resource, column, file.id)
}

async function mayRead(db: Knex, person: Person, resource: Resource, column: string, id: number): Promise<boolean> {
  if (!person.ability.can('read', resource.path, column)) return false
  const table = tableOf(resource)
  const rows = restrict(db(table).where(`${table}.${column}`, id), db, resource, person, 'read')
  const readable = await restrictToColumns(rows, db, resource, person, 'read', [column]).first(`${table}.id`)
  return readable !== undefined
}
