import type { Knex } from 'knex'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { type PwcStep, pwcProcess } from '../../../resources/dispatches/collections/pwc-process.ts'
import type { PwcStepInput } from '../../../resources/dispatches/commands/collections.ts'
import { attach } from '../../derive/process/attach.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { followGoodsOf } from '../events/invoices-of-lr.ts'
import { mailExpired } from './collection-mails.ts'
import { forgetGoods } from './goods-of-collection.ts'

/** Corrects what the customer's own transport cost. */
export async function correctFreight(trx: Knex, { row, author, asked }: PwcCommand<'correctFreight'>): Promise<null> {
  const { freightPaidByCustomer, reason } = asked
  await updateRow(trx, pwcCollection, row, { freightPaidByCustomer, reason }, author)
  return null
}

/** Cancels a collection; its goods wait again. */
export async function cancelCollection(trx: Knex, { row, author, asked }: PwcCommand<'cancel'>): Promise<null> {
  await updateRow(trx, pwcCollection, row, { ...released, status: 'CANCELLED', reason: asked.reason }, author)
  await freeGoods(trx, row, author)
  return null
}

/** A collection that did not take place: its code opens nothing any more, and another may hold its invoice. */
const released = { heldInvoiceId: null, otpHash: null } as const

/** Its goods wait again. */
async function freeGoods(trx: Knex, row: PwcCollection, author: Author) {
  const goods: number[] = await trx('pwc_collection_item').where('collectionId', row.id).pluck('deliveryLineId')
  await forgetGoods(trx, row)
  const remark = `Gate pass ${row.gatepassNo}: not collected`
  await followGoodsOf(trx, { invoiceIds: [row.invoiceId], deliveryLineIds: goods }, remark, author)
}

/** What is particular of collections that are not fetched in time; `takePwcStep` takes what people do. */
export const attachedCollection = attach<PwcCollection, typeof pwcProcess>(pwcProcess, {
  resource: pwcCollection,
  numberOf: ({ gatepassNo }) => gatepassNo,
  effects: {},
  inTime: {
    async expire(trx, { row, author }) {
      await freeGoods(trx, row, author)
      await mailExpired(trx, row)
      return { changes: released }
    },
  },
  tell: {},
})

/** A step with what it asks. */
export interface PwcCommand<S extends PwcStep = PwcStep> {
  asked: Extract<PwcStepInput, { step: S }>
  row: PwcCollection
  person: Person
  author: Author
  /** Signs the codes of the gate. */
  secret: string
}
