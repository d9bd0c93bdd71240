import type { Knex } from 'knex'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { type FreightAdjustment, freightAdjustment } from '../../../resources/dispatches/freight/freight-adjustment.ts'
import { shareByWeight } from '../../../resources/dispatches/freight-share.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { goodsOn, partOf } from './goods-on-lr.ts'
import { isFreightFinal, recalculateFreight } from './recalculate-freight.ts'

/** Counts charges that were just approved: in the shares of their LRs, or as adjustments where those are final. */
export async function countCarting(trx: Knex, approved: readonly CartingCharge[], author: Author): Promise<void> {
  for (const [lrId, charges] of Map.groupBy(approved, ({ lrId }) => lrId)) {
    const [row] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
    if (isFreightFinal(row!)) for (const charge of charges) await adjust(trx, charge, author)
    else await recalculateFreight(trx, lrId, author)
  }
}

/** Shares one charge over the goods of an LR as an adjustment of today. */
async function adjust(trx: Knex, charge: CartingCharge, author: Author) {
  const adjustedOn = today()
  await updateRow(trx, cartingCharge, charge, { adjustedOn }, author)
  const { lines, itemsOf } = await goodsOn(trx, charge.lrId)
  const shares = shareByWeight(charge.amount, lines.map(partOf))
  const rows = lines.flatMap((line, index): Partial<FreightAdjustment>[] => {
    const of = { cartingChargeId: charge.id, lrId: charge.lrId, lrLineId: line.id, adjustedOn }
    const items = itemsOf(line)
    if (items.length === 0) return [{ ...of, invoiceLineId: null, amount: shares[index]! }]
    const parts = shareByWeight(
      shares[index]!,
      items.map(({ part }) => part),
    )
    return items.map(({ item }, place) => ({ ...of, invoiceLineId: item.invoiceLineId, amount: parts[place]! }))
  })
  await insertRows(trx, freightAdjustment, rows, author)
}
