import type { Knex } from 'knex'
import { eudBlock } from '../../../resources/complaints/eud-block.ts'
import { dayText } from '../../../resources/define/show.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { sendMails } from '../../mail/messages.ts'
import { contactsOf } from '../../masters/contacts-of.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { lastRemindedDay, remindersDue } from './remind.ts'

interface EndingDocument extends DocumentMailNames {
  id: number
  validTo: string
}

/** A document or block with the names that mails use. */
interface DocumentMailNames {
  customerId: number
  customerName: string
  productCode: string | null
  productName: string | null
}

/** Reminds customers 60, 30 and 7 days before a document ends that has no newer successor. Returns how many. */
export async function remindDocuments(db: Knex): Promise<number> {
  const newer = (query: Knex.QueryBuilder) =>
    query
      .from('eud_document as newer')
      .where('newer.customerId', db.ref('paper.customerId'))
      .where('newer.productId', db.ref('paper.productId'))
      .where('newer.documentType', db.ref('paper.documentType'))
      .where('newer.validTo', '>', db.ref('paper.validTo'))
      .whereIn('newer.status', ['SUBMITTED', 'APPROVED'])
  const ending: EndingDocument[] = await withMailNames(db('eud_document as paper'))
    .where('paper.status', 'APPROVED')
    // Documents given for a single order are not renewed.
    .whereNull('paper.orderId')
    .whereBetween('paper.validTo', [today(), lastRemindedDay()])
    .whereNotExists(newer)
    .select('paper.id', 'paper.validTo')
  const toRemind = await remindersDue(db, ending, 'EUD_EXPIRING', 'eud-document')
  await transact(db, async trx => {
    for (const document of toRemind)
      await mailDocumentContacts(
        trx,
        'EUD_EXPIRING',
        document,
        { type: 'eud-document', id: document.id },
        { validTo: dayText(document.validTo) },
      )
  })
  return toRemind.length
}

/** Joins the names for mails to rows of the alias `paper`. */
export const withMailNames = (rows: Knex.QueryBuilder) =>
  rows
    .join('customer', 'customer.id', 'paper.customerId')
    .leftJoin('products', 'products.id', 'paper.productId')
    .select('paper.customerId', 'customer.name as customerName', 'products.code as productCode')
    .select('products.name as productName')

/** Mails the purchase and quality contacts of a customer about a controlled product. */
export async function mailDocumentContacts(
  trx: Knex,
  template: 'EUD_EXPIRING' | 'EUD_BLOCKED' | 'EUD_RELEASED' | 'EUD_RELEASE_DENIED',
  { customerId, customerName, productCode, productName }: DocumentMailNames,
  owner: { type: string; id: number },
  extraValues: Record<string, string> = {},
) {
  const contacts = await contactsOf(trx, [customerId], ['PURCHASE', 'QA'])
  const link = `${PORTAL}/${owner.type === eudBlock.name ? `${eudBlock.path}/show/${owner.id}` : 'orders/default'}`
  // A block may be for every product that needs a document.
  const product = { productCode: productCode ?? 'every controlled product', productName: productName ?? '' }
  const values = { customerName, ...product, link, ...extraValues }
  await sendMails(
    trx,
    contacts.map(({ name, to, whom }) => ({ template, topic: 'EUD', to, whom, values: { ...values, name }, owner })),
  )
}
