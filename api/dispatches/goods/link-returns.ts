import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type OpenToReturn, returnedFrom } from '../../../resources/dispatches/goods/return-rule.ts'
import { type ReturnedGoods, returnedGoods } from '../../../resources/dispatches/goods/returned-goods.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { plainCode, sapCode } from '../../../resources/sap/codes.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows, updateEach } from '../../derive/save/write.ts'
import { goodsMoved } from '../../goods/recount-goods.ts'
import { goodsAuthor } from './billed-goods.ts'

/** What tells of returned goods: lines of deliveries that bring them back, and return notes, by their ids. */
interface Returns {
  lineIds: number[]
  noteIds: number[]
}

/**
 * Finds what tells of goods that came back: those of these billing documents, and those that these lines are, or that
 * refer to their orders.
 */
export async function returnsOf(
  trx: Knex,
  { bills = [], lines = [] }: { bills?: readonly string[]; lines?: readonly SapDeliveryLine[] },
): Promise<Returns> {
  const goods = lines.filter(({ countsAs }) => countsAs === 'GOODS')
  const orderLineIds = [...new Set(goods.flatMap(({ orderLineId }) => orderLineId ?? []))]
  const orders = [...new Set(goods.flatMap(({ refDoc, refCategory }) => (refCategory === 'V' ? [] : (refDoc ?? []))))]
  const back = lines.filter(({ countsAs }) => countsAs === 'RETURN')
  const linked: { returnLineId: number | null; noteLineId: number | null }[] = await trx('returned_goods')
    .whereIn(
      'deliveryLineId',
      goods.map(({ id }) => id),
    )
    .select('returnLineId', 'noteLineId')
  const referring: number[] = await trx('sap_delivery_line')
    .where('countsAs', 'RETURN')
    .whereIn('refDoc', [...bills, ...orders])
    .pluck('id')
  const noteLines: number[] = linked.flatMap(({ noteLineId }) => noteLineId ?? [])
  const noting: number[] = await trx('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .where('invoice.invoiceType', 'RETURN')
    .where(any => any.whereIn('invoice_line.orderLineId', orderLineIds).orWhereIn('invoice_line.id', noteLines))
    .pluck('invoice.id')
  // Where SAP tells of returns by deliveries, notes since the first of these change no goods.
  const since = await dayOfFirst(
    trx,
    back.map(({ deliveryId }) => deliveryId),
  )
  const later: number[] = since
    ? await trx('invoice').where('invoiceType', 'RETURN').where('invoiceDate', '>=', since).pluck('id')
    : []
  return {
    lineIds: [...back.map(({ id }) => id), ...linked.flatMap(({ returnLineId }) => returnLineId ?? []), ...referring],
    noteIds: [...noting, ...later],
  }
}

const dayOfFirst = async (trx: Knex, deliveryIds: readonly number[]): Promise<string | null> =>
  (
    await trx('sap_delivery')
      .whereIn('id', [...deliveryIds])
      .min({ day: 'createdOn' })
      .first()
  )?.day ?? null

/** Links what came back to the goods of which it is, and counts these. Reading twice changes nothing. */
export async function linkReturns(trx: Knex, { lineIds, noteIds }: Returns): Promise<void> {
  const ids = [...new Set(lineIds)]
  const back = await rowsOf(trx, sapDeliveryLine, rows => rows.whereIn('id', ids).orderBy('id'))
  for (const line of back) await linkReturn(trx, line)
  const notes = await rowsOf(trx, invoice, rows => rows.whereIn('id', [...new Set(noteIds)]).orderBy('id'))
  for (const note of notes) await linkNote(trx, note)
}

/** Lets go of what came back with lines of deliveries that SAP no longer has. */
export async function forgetReturns(trx: Knex, lineIds: readonly number[]): Promise<void> {
  const links = trx('returned_goods').whereIn('returnLineId', [...lineIds])
  const goods: number[] = await links.clone().pluck('deliveryLineId')
  await links.delete()
  await trx('sap_delivery_line')
    .whereIn('id', [...lineIds])
    .where('countsAs', 'RETURN')
    .delete()
  await goodsMoved(trx, goods)
}

/** Links a line of a delivery of returned goods once they are back in the plant. */
async function linkReturn(trx: Knex, line: SapDeliveryLine): Promise<void> {
  const counts = line.countsAs === 'RETURN' && line.goodsIssue === 'ISSUED'
  const source = { returnLineId: line.id, noteLineId: null }
  await saveLinks(trx, source, line, counts ? await goodsReturned(trx, line) : [])
}

/** Links the lines of a return note to goods, where SAP tells of no delivery that brought them back. */
export async function linkNote(trx: Knex, note: Invoice): Promise<void> {
  const lines = await rowsOf(trx, invoiceLine, rows => rows.where('invoiceId', note.id).orderBy('lineNo'))
  const counts = !note.isCancelled && (await stands(trx, note))
  for (const line of lines) {
    const source = { returnLineId: null, noteLineId: line.id }
    await saveLinks(trx, source, line, counts ? await goodsOfOrderLines(trx, [line.orderLineId]) : [])
  }
}

async function stands(trx: Knex, { invoiceDate }: Invoice): Promise<boolean> {
  const first = await trx('sap_delivery')
    .where('category', 'T')
    .whereNot('status', 'DELETED')
    .min({ day: 'createdOn' })
    .first()
  return !first?.day || invoiceDate < first.day
}

/** The goods that may have come back with a line: those of the item of the invoice or of the order that it refers to. */
async function goodsReturned(trx: Knex, { refDoc, refItem, refCategory }: SapDeliveryLine): Promise<SapDeliveryLine[]> {
  if (!refDoc || !refItem) return []
  if (refCategory === 'M') return goodsOfBillItem(trx, refDoc, refItem)
  if (refCategory !== 'C' && refCategory !== 'I') return []
  const ordered: number[] = await trx('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .whereIn('order.sapOrderNo', [plainCode(refDoc), sapCode(refDoc)])
    .where('order_line.sapItemNo', refItem)
    .pluck('order_line.id')
  const own = await rowsOf(trx, sapDeliveryLine, rows => rows.where({ countsAs: 'GOODS', refDoc, refItem }))
  return onlyOnce([...own, ...(await goodsOfOrderLines(trx, ordered))])
}

const onlyOnce = (goods: readonly SapDeliveryLine[]) => [...new Map(goods.map(one => [one.id, one])).values()]

const goodsOfOrderLines = (trx: Knex, ids: readonly (number | null)[]) =>
  rowsOf(trx, sapDeliveryLine, rows =>
    rows.where('countsAs', 'GOODS').whereIn(
      'orderLineId',
      ids.filter(id => id !== null),
    ),
  )

/** What an item of an invoice bills; of a cancelled one the goods of the item of the delivery that it billed. */
async function goodsOfBillItem(trx: Knex, sapBillingDoc: string, item: string): Promise<SapDeliveryLine[]> {
  const [billed]: InvoiceLine[] = await rowsOf(trx, invoiceLine, rows =>
    rows.where('lineNo', Number(item)).whereIn('invoiceId', trx('invoice').where({ sapBillingDoc }).select('id')),
  )
  if (!billed) return []
  const linked = await rowsOf(trx, sapDeliveryLine, rows =>
    rows.whereIn('id', trx('invoice_line_goods').where('invoiceLineId', billed.id).select('deliveryLineId')),
  )
  if (linked.length > 0) return linked
  const lineNo = Number(billed.refItem)
  return rowsOf(trx, sapDeliveryLine, rows =>
    rows
      .where('countsAs', 'GOODS')
      .whereIn('deliveryId', trx('sap_delivery').where('deliveryNo', billed.refDoc).select('id'))
      .where(any => any.where({ lineNo }).orWhere('splitOfLineNo', lineNo)),
  )
}

type Source = Pick<ReturnedGoods, 'returnLineId' | 'noteLineId'>
type GivenBack = Parameters<typeof returnedFrom>[0]

/** Writes which goods came back by one line, up to what others leave of them. */
async function saveLinks(trx: Knex, source: Source, line: GivenBack, goods: readonly SapDeliveryLine[]) {
  const stood = await rowsOf(trx, returnedGoods, rows => rows.where(source))
  const wanted = returnedFrom(line, await openToReturn(trx, source, goods))
  const gone = stood.filter(({ deliveryLineId }) => !wanted.has(deliveryLineId))
  const changed = stood.flatMap(before => {
    const qty = wanted.get(before.deliveryLineId) ?? before.qty
    return qty === before.qty ? [] : [{ before, asked: { qty } }]
  })
  const fresh = [...wanted].filter(([id]) => !stood.some(({ deliveryLineId }) => deliveryLineId === id))
  const rows = fresh.map(([deliveryLineId, qty]) => {
    const { soldToId, plantId, sbuId } = goods.find(({ id }) => id === deliveryLineId)!
    return withDefaults(returnedGoods, { ...source, deliveryLineId, soldToId, plantId, sbuId, qty })
  })
  await trx('returned_goods')
    .whereIn(
      'id',
      gone.map(({ id }) => id),
    )
    .delete()
  await updateEach(trx, returnedGoods, changed, goodsAuthor)
  await insertRows(trx, returnedGoods, rows, goodsAuthor)
  await goodsMoved(trx, [...stood.map(({ deliveryLineId }) => deliveryLineId), ...wanted.keys()])
}

/** Goods with what has not come back of them; what notes say is of other notes alone. */
async function openToReturn(trx: Knex, source: Source, goods: readonly SapDeliveryLine[]): Promise<OpenToReturn[]> {
  const ids = goods.map(({ id }) => id)
  const kind = source.noteLineId === null ? 'returnLineId' : 'noteLineId'
  const others: { deliveryLineId: number; qty: number }[] = await trx('returned_goods')
    .whereIn('deliveryLineId', ids)
    .whereNotNull(kind)
    .whereNot({ [kind]: source[kind] })
    .groupBy('deliveryLineId')
    .select('deliveryLineId')
    .sum({ qty: 'qty' })
  const back = new Map(others.map(({ deliveryLineId, qty }) => [deliveryLineId, Number(qty)]))
  return goods.map(one => ({ ...one, back: back.get(one.id) ?? 0 }))
}
