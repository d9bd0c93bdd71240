import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type CartingCharge, cartingCharge } from '../../../resources/dispatches/bills/carting-charge.ts'
import { type FreightAdjustment, freightAdjustment } from '../../../resources/dispatches/freight/freight-adjustment.ts'
import { freightOnGoods, shareByWeight, shareCarriage } from '../../../resources/dispatches/freight-share.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { type LrLineItem, lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, insertRows, updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { netValues } from '../goods/net-values.ts'

/** Whether the freight of an LR is final: its bill is approved, so that only dated adjustments follow. */
const isFreightFinal = ({ billStatus }: Pick<Lr, 'billStatus'>) => billStatus === 'APPROVED' || billStatus === 'PAID'

/**
 * Shares the freight of an LR, whoever pays it, and its approved carting over its lines, and each share over the goods of
 * the line. Nothing changes once the bill of the LR is approved.
 */
export async function recalculateFreight(trx: Knex, lrId: number, author: Author): Promise<void> {
  const [row] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
  if (!row || isFreightFinal(row)) return
  await shareFreight(trx, lrId, freightOnGoods(row), author)
}

/** Shares a freight in paise, and the approved carting that is no adjustment, over the parts of an LR. */
export async function shareFreight(trx: Knex, lrId: number, freight: number, author: Author): Promise<void> {
  const approved: (number | string)[] = await trx('carting_charge')
    .where({ lrId, status: 'APPROVED' })
    .whereNull('adjustedOn')
    .pluck('amount')
  const { lines, itemsOf } = await goodsOn(trx, lrId)
  const shares = shareCarriage({ freight, carting: sum(approved.map(Number)) }, lines.map(partOf))
  for (const [index, line] of lines.entries()) {
    const share = shares[index]!
    if (differs(line, share)) await updateRow(trx, lrLine, line, share, author)
    const items = itemsOf(line)
    const parts = shareCarriage(
      { freight: share.freightShare, carting: share.cartingShare },
      items.map(({ part }) => part),
    )
    for (const [place, { item }] of items.entries()) {
      if (differs(item, parts[place]!)) await updateRow(trx, lrLineItem, item, parts[place]!, author)
    }
  }
}

const differs = (row: object, share: object) => Object.keys(changesIn({ ...row }, { ...share })).length > 0

/** The weight and value by which a cost is shared. */
const partOf = ({ weightKg, invoiceValue }: LrLine) => ({ weight: weightKg, value: invoiceValue })

interface Goods {
  item: LrLineItem
  part: { weight: number; value: number }
}

/** What goes on an LR, and the goods of each line with their weight and value. */
async function goodsOn(trx: Knex, lrId: number): Promise<{ lines: LrLine[]; itemsOf(line: LrLine): Goods[] }> {
  const lines = await rowsOf(trx, lrLine, rows => rows.where({ lrId }).orderBy('id'))
  const items = await rowsOf(trx, lrLineItem, rows => rows.where({ lrId }).orderBy('id'))
  const values = await netValues(
    trx,
    items.map(({ deliveryLineId }) => deliveryLineId),
  )
  const goods = items.map(
    (item): Goods => ({ item, part: { weight: item.weightKg, value: values(item.deliveryLineId, item.qty) } }),
  )
  return { lines, itemsOf: line => goods.filter(({ item }) => item.lrLineId === line.id) }
}

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
    if (items.length === 0) return [{ ...of, deliveryLineId: null, amount: shares[index]! }]
    const parts = shareByWeight(
      shares[index]!,
      items.map(({ part }) => part),
    )
    return items.map(({ item }, place) => ({ ...of, deliveryLineId: item.deliveryLineId, amount: parts[place]! }))
  })
  await insertRows(trx, freightAdjustment, rows, author)
}
