import type { Knex } from 'knex'
import { shareOut, sum } from '../../../resources/define/amounts.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { type Item, valuesOf } from '../../../resources/dispatches/parts.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateEach } from '../../derive/save/write.ts'
import { holdEwayBills } from './eway-numbers.ts'
import { type Dispatched, packagesOf } from './prepare-lr.ts'

/**
 * Writes what goes on an LR, a line a delivery with its goods, and the invoices as ON_LR, or PARTIAL while some of one has
 * to leave. `staying` are lines that the LR has already, whose goods must have been taken off; `earlier` are all that it had.
 */
export async function writeLines(
  trx: Knex,
  lrRow: Lr,
  dispatched: readonly Dispatched[],
  author: Author,
  staying: readonly LrLine[] = [],
  earlier: readonly LrLine[] = staying,
): Promise<void> {
  const packages = packagesOf(lrRow.packages, dispatched)
  const parts = dispatched
    .flatMap((one, index) => partsByDelivery(one, packages[index]!))
    .map(({ row, items }) => ({ items, row: { ...row, ewayDocNo: documentOf(row, earlier) } }))
  const standing = new Map(staying.map(line => [keyOf(line), line]))
  const inserted = await insertRows(
    trx,
    lrLine,
    parts
      .filter(({ row }) => !standing.has(keyOf(row)))
      .map(({ row }) => withDefaults(lrLine, { ...row, lrId: lrRow.id })),
    author,
  )
  const changed = parts.flatMap(({ row }) => {
    const before = standing.get(keyOf(row))
    return before ? [{ before, asked: row }] : []
  })
  await updateEach(trx, lrLine, changed, author)
  const lineIds = new Map([...staying, ...inserted].map(line => [keyOf(line), line.id]))
  const items = parts.flatMap(({ row, items }) =>
    items.map(({ goodsId: deliveryLineId, qty, weightKg }) =>
      withDefaults(lrLineItem, { deliveryLineId, qty, weightKg, lrLineId: lineIds.get(keyOf(row)), lrId: lrRow.id }),
    ),
  )
  await insertRows(trx, lrLineItem, items, author)
  await holdEwayBills(trx, lrRow.id)
  await updateEach(
    trx,
    invoice,
    dispatched.flatMap(({ chosen: { invoice: before }, line, part }) =>
      before
        ? [
            {
              before,
              asked: {
                dispatchStatus: part.completes ? ('ON_LR' as const) : ('PARTIAL' as const),
                packages: before.packages ?? line.packagesInAll,
              },
            },
          ]
        : [],
    ),
    author,
  )
}

/** The document that an e-way bill names stands, whatever bills the goods later. */
const documentOf = ({ ewayBillNo, ewayDocNo }: NewLine, earlier: readonly LrLine[]) =>
  (ewayBillNo !== null && earlier.find(line => line.ewayBillNo === ewayBillNo)?.ewayDocNo) || ewayDocNo

/** A line of an LR is of one delivery, under one invoice or none. */
const keyOf = ({ deliveryId, invoiceId }: Pick<LrLine, 'deliveryId' | 'invoiceId'>) => `${deliveryId}/${invoiceId}`

type NewLine = Pick<
  LrLine,
  'deliveryId' | 'invoiceId' | 'challanNo' | 'ewayBillNo' | 'ewayDocNo' | 'ewayValidTo' | 'packages' | 'weightKg'
> &
  Pick<LrLine, 'invoiceValue'>

/** What goes of an invoice, delivery by delivery: packages shared by weight, the value by that of the goods. */
export function partsByDelivery(
  { chosen, line, part }: Dispatched,
  packages: number,
): { row: NewLine; items: Item[] }[] {
  const { goods, invoice: billed, head } = chosen
  const deliveryOf = new Map(goods.map(({ id, deliveryId }) => [id, deliveryId]))
  const groups = [...Map.groupBy(part.items, ({ goodsId }) => deliveryOf.get(goodsId)!)]
  const weights = groups.map(([, items]) => sum(items.map(({ weightKg }) => weightKg)))
  const values = groups.map(([, items]) => valuesOf(goods, items))
  const packagesOfEach = shareOut(packages, orEqual(weights))
  const valueOfEach = shareOut(part.value, orEqual(values))
  return groups.map(([deliveryId, items], index) => ({
    items,
    row: {
      deliveryId,
      invoiceId: billed?.id ?? null,
      challanNo: line.challanNo,
      ewayBillNo: line.ewayBillNo,
      // A part that travels with a challan is named by that on its e-way bill.
      ewayDocNo: line.ewayBillNo === null ? null : (line.challanNo ?? head.invoiceNo),
      ewayValidTo: line.ewayValidTo,
      packages: packagesOfEach[index]!,
      weightKg: weights[index]!,
      invoiceValue: valueOfEach[index]!,
    },
  }))
}

const orEqual = (weights: readonly number[]) => (sum(weights) > 0 ? weights : weights.map(() => 1))
