import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { InvoiceType } from '../../../resources/trade.ts'
import type { SapFields } from '../http/fields.ts'
import {
  collectionRows,
  dayOfSap,
  fromSapAmount,
  instantOfSap,
  ofItem,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode } from '../identity/key-forms.ts'
import { demandRupeeAmounts, demandRupees } from '../identity/money.ts'
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
  ...entitySet('API_BILLING_DOCUMENT_SRV/A_BillingDocument', {
    expand: ['to_Item', 'to_Item/to_PricingElement', 'to_Partner'],
  }),
  title: 'billing document',
  read: billingNewsOf,
}

/** SAP's category of a credit memo, also of one for returned goods. */
export const CREDIT_MEMO_CATEGORY = 'O'

/** The kinds that count, by SAP's category of the document; its type is the landscape's own. */
const types: Record<string, InvoiceType> = { M: 'INVOICE', [CREDIT_MEMO_CATEGORY]: 'CREDIT_NOTE', P: 'DEBIT_NOTE' }
const names: Record<InvoiceType, string> = {
  INVOICE: 'Invoice',
  CREDIT_NOTE: 'Credit note',
  DEBIT_NOTE: 'Debit note',
  RETURN: 'Credit note',
}
/** The cancellation of an invoice, and of a credit memo. */
const cancellations = ['N', 'S']

/** Reads one entity of API_BILLING_DOCUMENT_SRV with its items, conditions and partners. Throws RangeError when unreadable. */
function billingNewsOf(row: SapRow, fields: SapFields): BillingNews {
  const category = requiredText(row.SDDocumentCategory, 'SDDocumentCategory')
  const sapBillingDoc = keptCode(requiredText(row.BillingDocument, 'BillingDocument'))
  const changedAt = instantOfSap(row.LastChangeDateTime)
  if (cancellations.includes(category)) {
    const cancels = keptCode(requiredText(row.CancelledBillingDocument, 'CancelledBillingDocument'))
    const cancelledOn = dayOfSap(row.BillingDocumentDate)
    const cancelSeenOn = row.CreationDate ? dayOfSap(row.CreationDate) : dayOf(changedAt)
    return { kind: 'CANCELLATION', sapBillingDoc, cancels, cancelledOn, cancelSeenOn, changedAt }
  }
  const invoiceType = types[category]
  // Pro forma and intercompany documents are no sales.
  if (!invoiceType) return { kind: 'OTHER', sapBillingDoc, changedAt }
  demandOurMoney(row, `${names[invoiceType]} ${sapBillingDoc}`)
  const document = billingDocumentOf(row, fields)
  // SAP gives a credit for returned goods the category of a credit memo; what its items refer to tells them apart.
  const isReturn =
    invoiceType === 'CREDIT_NOTE' && document.lines.length > 0 && document.lines.every(line => line.isReturn)
  return { ...document, kind: 'DOCUMENT', sapBillingDoc, invoiceType: isReturn ? 'RETURN' : invoiceType, changedAt }
}

/** Throws MoneyFault for a document in another currency, or with an amount that cannot be one in rupees. */
function demandOurMoney(row: SapRow, about: string) {
  demandRupees(row, billingDocuments.identity, about)
  demandRupeeAmounts(row, ['TotalGrossAmount', 'TotalNetAmount', 'TaxAmount'], about)
  for (const item of collectionRows(row.to_Item)) {
    demandRupeeAmounts(item, ['NetAmount', 'TaxAmount'], about)
    for (const one of collectionRows(item.to_PricingElement)) demandRupeeAmounts(one, ['ConditionAmount'], about)
  }
}

function billingDocumentOf(row: SapRow, fields: SapFields) {
  const lines = collectionRows(row.to_Item).map(item =>
    ofItem(item.BillingDocumentItem, () => billingLineOf(item, fields)),
  )
  const total = (key: 'netValue' | 'freightValue' | 'cgst' | 'sgst' | 'igst' | 'cess' | 'tcs' | 'roundOff') =>
    sum(lines.map(line => line[key]))
  const shipTo = collectionRows(row.to_Partner).find(partner => partner.PartnerFunction === 'SH')
  return {
    invoiceNo: isPosted(row) ? optionalText(row.DocumentReferenceID) : null,
    invoiceDate: dayOfSap(row.BillingDocumentDate),
    dueDate: row[fields.dueDate] ? dayOfSap(row[fields.dueDate]) : null,
    sapOrderNo: onlyOne(lines.map(line => line.sapOrderNo)),
    sapDeliveryNo: onlyOne(lines.map(line => line.sapDeliveryNo)),
    soldTo: keptCode(requiredText(row.SoldToParty, 'SoldToParty')),
    payer: optionalText(row.PayerParty) && keptCode(requiredText(row.PayerParty, 'PayerParty')),
    shipTo: shipTo ? keptCode(requiredText(shipTo.Customer, 'Customer')) : null,
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
