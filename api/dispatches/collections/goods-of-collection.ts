import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { PwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { pwcCollectionItem } from '../../../resources/dispatches/collections/pwc-collection-item.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { goodsMoved } from '../../goods/recount-goods.ts'
import { conflict } from '../../platform/errors.ts'
import { followGoodsOf } from '../events/invoices-of-lr.ts'

/** Notes all goods of the invoice of a collection as those that the party collects. */
export async function keepGoods(trx: Knex, row: PwcCollection, author: Author): Promise<void> {
  await forgetGoods(trx, row)
  const { soldToId, plantId, sbuId } = row
  const goods: { deliveryLineId: number; qty: number }[] = await trx('invoice_line_goods')
    .where('invoiceId', row.invoiceId)
    .groupBy('deliveryLineId')
    .orderBy('deliveryLineId')
    .select('deliveryLineId')
    .sum({ qty: 'qty' })
  const rows = goods.map(({ deliveryLineId, qty }) =>
    withDefaults(pwcCollectionItem, {
      collectionId: row.id,
      deliveryLineId,
      qty: Number(qty),
      soldToId,
      plantId,
      sbuId,
    }),
  )
  await insertRows(trx, pwcCollectionItem, rows, author)
}

/** Takes the goods off a collection that does not take place. */
export async function forgetGoods(trx: Knex, { id: collectionId }: PwcCollection): Promise<void> {
  const goods = await goodsOf(trx, collectionId)
  await trx('pwc_collection_item').where({ collectionId }).delete()
  await goodsMoved(trx, goods)
}

const goodsOf = (trx: Knex, collectionId: number): Promise<number[]> =>
  trx('pwc_collection_item').where({ collectionId }).pluck('deliveryLineId')

/** Brings the invoices and orders of the goods of a collection where it is; `remark` names the gate pass. */
export async function followCollection(trx: Knex, row: PwcCollection, author: Author): Promise<void> {
  const moved = { invoiceIds: [row.invoiceId], deliveryLineIds: await goodsOf(trx, row.id) }
  await followGoodsOf(trx, moved, `Gate pass ${row.gatepassNo}`, author)
}

/**
 * The invoice that bills the goods of a collection now: the one it was made for, or that which replaced it since. Throws
 * 409 while SAP has not billed the goods again.
 */
export async function invoiceOfCollection(trx: Knex, row: PwcCollection): Promise<Invoice> {
  const [made] = await rowsOf(trx, invoice, rows => rows.where('id', row.invoiceId).forUpdate())
  if (!made!.isCancelled) return made!
  const [next] = await rowsOf(trx, invoice, rows =>
    rows
      .where({ isCancelled: 0 })
      .whereIn(
        'id',
        trx('invoice_line_goods')
          .whereIn('deliveryLineId', trx('pwc_collection_item').where('collectionId', row.id).select('deliveryLineId'))
          .select('invoiceId'),
      )
      .orderBy('id')
      .forUpdate(),
  )
  if (next) return next
  const message = `Invoice ${made!.invoiceNo} is cancelled in SAP and not billed again yet: hand the goods over once it is`
  throw conflict('BEING_CORRECTED', message, {}, 'invoiceId')
}
