import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { plainCode } from '../../../resources/sap/codes.ts'
import type { InvoiceType } from '../../../resources/trade.ts'
import type { SapFields } from '../http/fields.ts'
import {
  collectionRows,
  dayOfSap,
  fromSapAmount,
  instantOfSap,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
import type { SapEntity } from '../reading/changed-since.ts'
import { type BillingLine, billingLineOf } from './billing-line.ts'

/** An invoice or note in our names: money in paise, quantities and weights in thousandths, codes without leading zeros. */
export type BillingDocument = {
  kind: 'DOCUMENT'
  sapBillingDoc: string
  /** The number under which accounting posted it; null until then. */
  invoiceNo: string | null
  invoiceType: InvoiceType
  invoiceDate: string
  dueDate: string | null
  /** Null where its items came from several sales orders, plants or deliveries. */
  sapOrderNo: string | null
  sapDeliveryNo: string | null
  soldTo: string
  payer: string | null
  shipTo: string | null
  plant: string | null
  netValue: number
  freightValue: number
  cgst: number
  sgst: number
  igst: number
  cess: number
  tcs: number
  roundOff: number
  grossValue: number
  irn: string | null
  isCancelled: boolean
  /** SAP's accounting has cleared it: it is paid. A cancelled one is cleared by what cancels it, and is not paid. */
  isCleared: boolean
  /** When SAP last changed it: the watermark of the next reading. */
  changedAt: string
  lines: BillingLine[]
}

/** A document that cancels another one, on a day of its own. */
export interface Cancellation {
  kind: 'CANCELLATION'
  sapBillingDoc: string
  cancels: string
  /** The date of the cancellation, on which sales are reversed: it may lie long before the day on which SAP made it. */
  cancelledOn: string
  cancelSeenOn: string
  changedAt: string
}

/** A billing document of SAP, or what one does to another: a cancellation names the document that no longer counts. */
export type BillingNews = BillingDocument | Cancellation | { kind: 'OTHER'; sapBillingDoc: string; changedAt: string }

export const billingDocuments: SapEntity<BillingNews> = {
  path: 'API_BILLING_DOCUMENT_SRV/A_BillingDocument',
  key: 'BillingDocument',
  expand: 'to_Item,to_Item/to_PricingElement,to_Partner',
  title: 'billing document',
  read: billingNewsOf,
}

/** The kinds that count, by SAP's category of the document; its type is the landscape's own. */
const types: Record<string, InvoiceType> = { M: 'INVOICE', O: 'CREDIT_NOTE', P: 'DEBIT_NOTE' }
/** The cancellation of an invoice, and of a credit memo. */
const cancellations = ['N', 'S']

/** Reads one entity of API_BILLING_DOCUMENT_SRV with its items, conditions and partners. Throws RangeError when unreadable. */
function billingNewsOf(row: SapRow, fields: SapFields): BillingNews {
  const category = requiredText(row.SDDocumentCategory, 'SDDocumentCategory')
  const sapBillingDoc = plainCode(requiredText(row.BillingDocument, 'BillingDocument'))
  const changedAt = instantOfSap(row.LastChangeDateTime)
  if (cancellations.includes(category)) {
    const cancels = plainCode(requiredText(row.CancelledBillingDocument, 'CancelledBillingDocument'))
    const cancelledOn = dayOfSap(row.BillingDocumentDate)
    const cancelSeenOn = row.CreationDate ? dayOfSap(row.CreationDate) : dayOf(changedAt)
    return { kind: 'CANCELLATION', sapBillingDoc, cancels, cancelledOn, cancelSeenOn, changedAt }
  }
  const invoiceType = types[category]
  // Pro forma and intercompany documents are no sales.
  if (!invoiceType) return { kind: 'OTHER', sapBillingDoc, changedAt }
  const document = billingDocumentOf(row, fields)
  // SAP gives a credit for returned goods the category of a credit memo; what its items refer to tells them apart.
  const isReturn =
    invoiceType === 'CREDIT_NOTE' && document.lines.length > 0 && document.lines.every(line => line.isReturn)
  return { ...document, kind: 'DOCUMENT', sapBillingDoc, invoiceType: isReturn ? 'RETURN' : invoiceType, changedAt }
}

function billingDocumentOf(row: SapRow, fields: SapFields) {
  const lines = collectionRows(row.to_Item).map(item => billingLineOf(item, fields))
  const total = (key: 'netValue' | 'freightValue' | 'cgst' | 'sgst' | 'igst' | 'cess' | 'tcs' | 'roundOff') =>
    sum(lines.map(line => line[key]))
  const shipTo = collectionRows(row.to_Partner).find(partner => partner.PartnerFunction === 'SH')
  return {
    invoiceNo: isPosted(row) ? optionalText(row.DocumentReferenceID) : null,
    invoiceDate: dayOfSap(row.BillingDocumentDate),
    dueDate: row[fields.dueDate] ? dayOfSap(row[fields.dueDate]) : null,
    sapOrderNo: onlyOne(lines.map(line => line.sapOrderNo)),
    sapDeliveryNo: onlyOne(lines.map(line => line.sapDeliveryNo)),
    soldTo: plainCode(requiredText(row.SoldToParty, 'SoldToParty')),
    payer: optionalText(row.PayerParty) && plainCode(requiredText(row.PayerParty, 'PayerParty')),
    shipTo: shipTo ? plainCode(requiredText(shipTo.Customer, 'Customer')) : null,
    plant: lines[0]?.plant ?? null,
    netValue: total('netValue'),
    freightValue: total('freightValue'),
    cgst: total('cgst'),
    sgst: total('sgst'),
    igst: total('igst'),
    cess: total('cess'),
    tcs: total('tcs'),
    roundOff: total('roundOff'),
    grossValue: fromSapAmount(row.TotalGrossAmount),
    irn: optionalText(row[fields.irn]),
    isCancelled: row.BillingDocumentIsCancelled === true,
    isCleared: row.InvoiceClearingStatus === 'C' && row.BillingDocumentIsCancelled !== true,
    lines,
  }
}

/** A landscape that does not report the state of posting tells it by the number alone. */
const isPosted = ({ AccountingPostingStatus: status }: SapRow) => status !== 'A' && status !== 'B'

/** The value that all lines share; null where they differ. */
const onlyOne = (values: readonly (string | null)[]) => (new Set(values).size === 1 ? values[0]! : null)
