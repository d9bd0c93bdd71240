import type { Knex } from 'knex'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { InvoiceLine } from '../../../resources/dispatches/invoice-line.ts'

interface Billed {
  lineId: number
  lineBatch: string | null
  deliveryNo: string
  shipToId: number | null
  plantId: number
  batchNo: string | null
  uom: string
  leftQty: number
  billedQty: number
}

/**
 * How an invoice in place of a cancelled one differs from the goods that it bills, as ends of a sentence about it: it is
 * linked all the same, and a person decides.
 */
export async function rebillFaults(trx: Knex, bill: Invoice, lines: readonly InvoiceLine[]): Promise<string[]> {
  const again = await billedAgain(trx, lines)
  if (again.length === 0) return []
  const goods: Billed[] = await trx('invoice_line_goods as g')
    .join('invoice_line as l', 'l.id', 'g.invoiceLineId')
    .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
    .join('sap_delivery as d', 'd.id', 's.deliveryId')
    .whereIn('g.invoiceLineId', again)
    .orderBy('g.id')
    .select('l.id as lineId', 'l.batchNo as lineBatch', 'd.deliveryNo', 'd.shipToId', 's.plantId', 's.batchNo', 's.uom')
    .select('s.leftQty', 's.billedQty')
  const faults = goods.flatMap(one => {
    const of = `delivery ${one.deliveryNo}`
    const differs: string[] = []
    if (one.plantId !== bill.plantId) differs.push(`is of another plant than ${of}`)
    if (one.shipToId !== null && bill.shipToId !== null && one.shipToId !== bill.shipToId)
      differs.push(`goes to another ship-to than ${of}`)
    if (one.lineBatch !== null && one.batchNo !== null && one.lineBatch !== one.batchNo)
      differs.push(`names batch ${one.lineBatch} for ${one.batchNo} of ${of}`)
    const missing = Number(one.leftQty) - Number(one.billedQty)
    if (missing > 0) differs.push(`bills ${missing / 1000} ${one.uom} less than left with ${of}`)
    return differs
  })
  return [...new Set(faults)]
}

/** The lines of which a cancelled invoice billed the same item. */
async function billedAgain(trx: Knex, lines: readonly InvoiceLine[]): Promise<number[]> {
  const documents = [...new Set(lines.flatMap(({ refDoc }) => refDoc ?? []))]
  const cancelled: { refDoc: string; refItem: string }[] = await trx('invoice_line')
    .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
    .whereIn('invoice_line.refDoc', documents)
    .where('invoice.isCancelled', 1)
    .distinct()
    .select('invoice_line.refDoc', 'invoice_line.refItem')
  return lines
    .filter(({ refDoc, refItem }) => cancelled.some(one => one.refDoc === refDoc && one.refItem === refItem))
    .map(({ id }) => id)
}
