import type { Knex } from 'knex'
import { rowsOf } from '../../api/derive/rows-of.ts'
import { authoriseCollection } from '../../api/dispatches/collections/authorise.ts'
import { codeHash } from '../../api/dispatches/collections/collection-mails.ts'
import { switchMode } from '../../api/dispatches/collections/switch-mode.ts'
import { takePwcStep } from '../../api/dispatches/collections/take-pwc-step.ts'
import { type PwcCollection, pwcCollection } from '../../resources/dispatches/collections/pwc-collection.ts'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { messageLog } from '../../resources/platform/message-log.ts'
import { callerNamed, savePaper } from '../orders.ts'
import type { Past } from './past.ts'
import type { PastCart } from './past-cart.ts'
import { desks } from './past-dispatch.ts'

/** The logins of the buyers who fetch their goods. */
const buyers: Readonly<Record<string, string>> = { '100101': 'customer', '100201': 'distributor' }

/** Writes into the diary how the buyer fetches the goods of an order. */
export function letCollect(past: Past, orderId: () => number, { ago, customer, collected }: PastCart): void {
  const { diary } = past
  diary.ago(ago - 2, () => authorise(past, orderId(), buyers[customer]!))
  if (collected === 'authorised') return
  diary.ago(ago - 3, () => step(past, orderId(), 'ready'))
  if (collected === 'handed over') diary.ago(ago - 4, () => step(past, orderId(), 'collect'))
}

async function authorise({ trx, rows, home }: Past, orderId: number, by: string) {
  const { person, author } = await callerNamed(trx, rows, by)
  const { id, rowVersion, invoiceNo } = await invoiceOf(trx, orderId)
  await switchMode(trx, { invoiceId: id, rowVersion, transMode: 'PWC' }, person, author)
  const collector = {
    collectorName: 'Suresh Jadhav',
    collectorMobile: '9000070001',
    collectorIdType: 'DL' as const,
    collectorIdNo: `MH12201100${String(12_000 + id)}`,
    vehicleNo: `MH12QT${1000 + id}`,
  }
  const authorityAttachmentId = await savePaper(rows, home, 'PWC', `Authority to collect ${invoiceNo}`, author)
  const goods = { invoiceId: id, packages: 3, freightPaidByCustomer: 0, authorityAttachmentId }
  await authoriseCollection(trx, { ...goods, ...collector }, person, author)
}

/** The desk puts the goods at the gate, or hands them over for the code on the collector's phone. */
async function step({ trx, rows, secret }: Past, orderId: number, name: 'ready' | 'collect') {
  const { id: invoiceId, plantId, grossValue } = await invoiceOf(trx, orderId)
  const [row] = await rowsOf(trx, pwcCollection, query => query.where({ heldInvoiceId: invoiceId }))
  const { code: site } = await trx('plant').where({ id: plantId }).first('code')
  const { person, author } = await callerNamed(trx, rows, desks[site]!)
  const of = { collectionId: row!.id, rowVersion: row!.rowVersion, vehicleNo: null }
  const ewayBillNo = grossValue > 50_000_00 ? `2710${10_000_000 + invoiceId}` : null
  const stepBody =
    name === 'collect'
      ? ({ ...of, step: 'collect', code: await codeOnPhone(trx, row!) } as const)
      : ({ ...of, step: 'ready', ewayBillNo, ewayValidTo: null } as const)
  await takePwcStep(trx, stepBody, { person, author, secret })
}

/** Seals the codes on phones with the secret of this installation, where another one made its demo company. */
export async function sealCodes(db: Knex, secret: string): Promise<void> {
  for (const row of await rowsOf(db, pwcCollection, rows => rows.whereNotNull('otpHash')))
    await db('pwc_collection')
      .where({ id: row.id })
      .update({ otpHash: codeHash(secret, row.id, await codeOnPhone(db, row)) })
}

async function codeOnPhone(trx: Knex, { id }: PwcCollection): Promise<string> {
  const [sms] = await rowsOf(trx, messageLog, rows =>
    rows.where({ ownerType: 'pwc-collection', ownerId: id, medium: 'SMS' }).orderBy('id', 'desc').limit(1),
  )
  return sms!.secrets!.code!
}

async function invoiceOf(trx: Knex, orderId: number): Promise<Invoice> {
  const [row] = await rowsOf(trx, invoice, rows => rows.where({ orderId }))
  return row!
}
