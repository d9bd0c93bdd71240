import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { needsEway } from '../../../resources/dispatches/eway.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type EwayGoods, ewayGoodsOf } from './eway-goods.ts'
import { ewayNeeds } from './eway-needs.ts'

type OfLine = Pick<LrLine, 'id' | 'lrId' | 'invoiceValue'>

/** A line without an e-way bill whose goods need one: what counts of them, and above which value, in paise. */
export interface NeedsBill<Line extends OfLine = OfLine> extends EwayGoods {
  line: Line
  above: number
}

/** Which of these lines carry goods that travel only with an e-way bill: by their value without exempt goods. */
export async function linesThatNeedBills<Line extends OfLine>(
  db: Knex,
  lines: readonly Line[],
): Promise<NeedsBill<Line>[]> {
  const goods = await ewayGoodsOf(db, lines)
  const ways = await waysOf(
    db,
    lines.map(({ lrId }) => lrId),
  )
  const found: NeedsBill<Line>[] = []
  for (const [day, some] of Map.groupBy(
    lines.filter(({ lrId }) => ways.has(lrId)),
    ({ lrId }) => ways.get(lrId)!.lrDate,
  )) {
    const movements = some.map(({ id, lrId }) => ({ ...ways.get(lrId)!, areDrugs: goods.get(id)!.areDrugs }))
    const needs = await ewayNeeds(db, movements, day)
    for (const [place, line] of some.entries()) {
      const { above } = needs[place]!
      const counted = goods.get(line.id)!
      if (above !== null && needsEway(counted.value, above)) found.push({ line, above, ...counted })
    }
  }
  return found
}

interface Way {
  id: number
  lrDate: string
  fromStateId: number
  fromCityId: number
  toStateId: number
  toCityId: number
}

/** From where to where LRs go. */
async function waysOf(db: Knex, lrIds: readonly number[]): Promise<Map<number, Way>> {
  const rows: Way[] = await db('lr')
    .join('state_city as f', 'f.id', 'lr.fromCityId')
    .join('state_city as t', 't.id', 'lr.toCityId')
    .whereIn('lr.id', [...new Set(lrIds)])
    .select('lr.id', 'lr.lrDate', 'lr.fromCityId', 'lr.toCityId')
    .select('f.stateId as fromStateId', 't.stateId as toStateId')
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Why LRs may not leave yet, as a sentence with its exit: goods above the threshold have no e-way bill, or one that was
 * cancelled. Undefined where all have theirs.
 */
export async function withoutEwayBill(db: Knex, lrIds: readonly number[]): Promise<string | undefined> {
  const lines = await rowsOf(db, lrLine, rows =>
    rows
      .whereIn('lrId', [...lrIds])
      .where('outcome', 'NONE')
      // Goods of the sister business are no goods of ours.
      .where(ours => ours.whereNotNull('invoiceId').orWhereNotNull('deliveryId'))
      .where(any =>
        any
          .whereNull('ewayBillNo')
          .orWhereIn('ewayBillNo', db('eway_bill').whereIn('status', ['CANCELLED', 'REJECTED']).select('ewayBillNo')),
      )
      .orderBy('id'),
  )
  const [first] = await linesThatNeedBills(db, lines)
  if (!first) return undefined
  const { line, value, above } = first
  const { lrNo } = await db('lr').where('id', line.lrId).first('lrNo')
  const bill = line.invoiceId === null ? null : await db('invoice').where('id', line.invoiceId).first('invoiceNo')
  const of = bill ? `Invoice ${bill.invoiceNo} of LR ${lrNo}` : `A delivery of LR ${lrNo}`
  return `${of} has no valid e-way bill, and ${rupees(value)} is above ${rupees(above)}: make the e-way bill on the LR, or enter its number under “Correct the LR”`
}
