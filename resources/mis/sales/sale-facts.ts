import type { InvoiceType } from '../../trade.ts'

/** What a fact counts: a document on its own day, or the cancellation of one on the day of the cancellation. */
type SaleKind = InvoiceType | 'CANCELLATION'

/** Where a sale belongs: as it was when the document was made, except customer, product and SBU, which never change. */
interface SalePlace {
  soldToId: number
  sbuId: number
  plantId: number
  zoneId: number | null
  zoneAreaId: number | null
  customerSegmentId: number | null
  clusterCode: string | null
  salesEmployeeId: number | null
}

/** A document that counts as a sale, with its lines; amounts are unsigned paise, quantities thousandths. */
export interface SaleDocument extends SalePlace {
  id: number
  invoiceType: InvoiceType
  invoiceDate: string
  isCancelled: boolean
  cancelledOn: string | null
  lines: readonly SaleLine[]
}

interface SaleLine {
  id: number
  productId: number
  /** The line of the order that it bills; null without a portal order. */
  orderLineId: number | null
  /** Who ordered; null where neither order nor ship-to tells. */
  endCustomerId: number | null
  netValue: number
  qty: number
  uom: string
  baseQty: number | null
  baseUom: string | null
}

/** One counting line of a document: signed net value before freight and tax in paise, signed quantity in thousandths. */
interface SaleFact extends SalePlace {
  /** Made of the id of the line and the kind, and odd: facts of orders have even ids. */
  id: number
  invoiceId: number
  invoiceLineId: number
  orderLineId: number | null
  kind: SaleKind
  day: string
  productId: number
  endCustomerId: number | null
  value: number
  qty: number
  uom: string
}

/** How a kind of document counts in sales. */
const signOf = (kind: InvoiceType): 1 | -1 => (kind === 'INVOICE' || kind === 'DEBIT_NOTE' ? 1 : -1)

/** Kinds whose goods moved: notes about a price change no quantity. */
const movesGoods = (kind: InvoiceType) => kind === 'INVOICE' || kind === 'RETURN'

/**
 * The facts of a document: each line on the day of the document, and once more with the opposite sign on the day of its
 * cancellation, so that the month of the original stays as it was reported.
 */
export function saleFactsOf(document: SaleDocument): SaleFact[] {
  const { id: invoiceId, invoiceType, invoiceDate, isCancelled, cancelledOn, lines, ...own } = document
  const { soldToId, sbuId, plantId, zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId } = own
  const place = { soldToId, sbuId, plantId, zoneId, zoneAreaId, customerSegmentId, clusterCode, salesEmployeeId }
  const counted = (kind: SaleKind, day: string, sign: 1 | -1): SaleFact[] =>
    lines.map(line => ({
      ...place,
      id: line.id * 4 + (kind === 'CANCELLATION' ? 3 : 1),
      ...{ invoiceId, invoiceLineId: line.id, orderLineId: line.orderLineId, kind, day },
      productId: line.productId,
      endCustomerId: line.endCustomerId,
      // 0 - x, since -0 is no whole number that databases know.
      value: sign === 1 ? line.netValue : 0 - line.netValue,
      qty: movesGoods(invoiceType) ? (sign === 1 ? 1 : -1) * (line.baseQty ?? line.qty) + 0 : 0,
      uom: line.baseQty === null ? line.uom : (line.baseUom ?? line.uom),
    }))
  const sign = signOf(invoiceType)
  return [
    ...counted(invoiceType, invoiceDate, sign),
    ...(isCancelled ? counted('CANCELLATION', cancelledOn ?? invoiceDate, sign === 1 ? -1 : 1) : []),
  ]
}
