import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { isFreightOurs, shareCarriage } from '../../../resources/dispatches/freight-share.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, updateRow } from '../../derive/save/write.ts'
import { goodsOn, partOf } from './goods-on-lr.ts'

/** Whether the freight of an LR is final: its bill is approved, so that only dated adjustments follow. */
export const isFreightFinal = ({ billStatus }: Pick<Lr, 'billStatus'>) =>
  billStatus === 'APPROVED' || billStatus === 'PAID'

/**
 * Shares the freight that we pay for an LR and its approved carting over its invoices, and each share over the goods of
 * the invoice. Nothing changes once the bill of the LR is approved.
 */
export async function recalculateFreight(trx: Knex, lrId: number, author: Author): Promise<void> {
  const [row] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
  if (!row || isFreightFinal(row)) return
  await shareFreight(trx, lrId, isFreightOurs(row) ? row.freightAmount + row.otherCharges : 0, author)
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
