import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { sendMails } from '../../mail/messages.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { contactsOf } from '../mail/mail-receivers.ts'
import { due, remindedUntil } from './remind.ts'

interface Ending extends Paper {
  id: number
  validTo: string
}

/** A document or block in words. */
export interface Paper {
  customerId: number
  customerName: string
  productCode: string
  productName: string
}

/** Reminds customers 60, 30 and 7 days before a document ends that no newer one follows (§G.3). Returns how many. */
export async function remindDocuments(db: Knex): Promise<number> {
  const newer = (query: Knex.QueryBuilder) =>
    query
      .from('eud_document as newer')
      .where('newer.customerId', db.ref('paper.customerId'))
      .where('newer.productId', db.ref('paper.productId'))
      .where('newer.documentType', db.ref('paper.documentType'))
      .where('newer.validTo', '>', db.ref('paper.validTo'))
      .whereIn('newer.status', ['SUBMITTED', 'APPROVED'])
  const ending: Ending[] = await papers(db('eud_document as paper'))
    .where('paper.status', 'APPROVED')
    // What was given with one order is not renewed.
    .whereNull('paper.orderId')
    .whereBetween('paper.validTo', [today(), remindedUntil()])
    .whereNotExists(newer)
    .select('paper.id', 'paper.validTo')
  const told = await due(db, ending, 'EUD_EXPIRING', 'eud-document')
  await transact(db, async trx => {
    for (const paper of told)
      await mailBuyers(
        trx,
        'EUD_EXPIRING',
        paper,
        { type: 'eud-document', id: paper.id },
        { validTo: dayText(paper.validTo) },
      )
  })
  return told.length
}

/** Rows of the alias `paper` with the words of a mail about them. */
export const papers = (rows: Knex.QueryBuilder) =>
  rows
    .join('customer', 'customer.id', 'paper.customerId')
    .leftJoin('products', 'products.id', 'paper.productId')
    .select('paper.customerId', 'customer.name as customerName', 'products.code as productCode')
    .select('products.name as productName')

/** Writes a mail about a controlled product to who buys it. */
export async function mailBuyers(
  trx: Knex,
  template: 'EUD_EXPIRING' | 'EUD_BLOCKED' | 'EUD_RELEASED',
  { customerId, customerName, productCode, productName }: Paper,
  owner: { type: string; id: number },
  more: Record<string, string> = {},
) {
  const contacts = await contactsOf(trx, [customerId], ['PURCHASE', 'QA'])
  const values = { customerName, productCode, productName, link: `${PORTAL}/orders/default`, ...more }
  await sendMails(
    trx,
    contacts.map(({ name, to, whom }) => ({ template, topic: 'EUD', to, whom, values: { ...values, name }, owner })),
  )
}
