import { sum } from '../../resources/define/amounts.ts'
import { convertQty, measured } from '../../resources/orders/unit-conversion.ts'
import type { SapEntity } from './changed-since.ts'
import type { SapFields } from './fields.ts'
import {
  collectionRows,
  dayOfSap,
  fromSapAmount,
  fromSapQuantity,
  instantOfSap,
  itemNo,
  optionalText,
  plainCode,
  requiredText,
  type SapRow,
} from './odata.ts'

/** A billing document in our names: money in paise, quantities and weights in thousandths, codes without leading zeros. */
export type BillingDocument = {
  sapBillingDoc: string
  invoiceNo: string
  invoiceType: 'INVOICE' | 'CREDIT_NOTE' | 'DEBIT_NOTE'
  invoiceDate: string
  dueDate: string | null
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
  roundOff: number
  grossValue: number
  irn: string | null
  isCancelled: boolean
  /** SAP's accounting has cleared it: it is paid. */
  isCleared: boolean
  /** When SAP last changed it: the watermark of the next reading. */
  changedAt: string
  lines: BillingLine[]
}

export type BillingLine = {
  lineNo: number
  sapOrderNo: string | null
  sapItemNo: string | null
  product: string
  plant: string | null
  batchNo: string | null
  expiryDate: string | null
  qty: number
  uom: string
  unitPrice: number
  netValue: number
  freightValue: number
  cgst: number
  sgst: number
  igst: number
  gstRate: number
  taxValue: number
  grossWeightKg: number
}

export const billingDocuments: SapEntity<BillingDocument> = {
  path: 'API_BILLING_DOCUMENT_SRV/A_BillingDocument',
  key: 'BillingDocument',
  expand: 'to_Item,to_Item/to_PricingElement,to_Partner',
  title: 'billing document',
  read: billingDocumentOf,
}

/** Reads one entity of API_BILLING_DOCUMENT_SRV with its items, conditions and partners. Throws RangeError when unreadable. */
function billingDocumentOf(row: SapRow, fields: SapFields): BillingDocument {
  const lines = collectionRows(row.to_Item).map(item => billingLineOf(item, fields))
  const first = collectionRows(row.to_Item)[0]
  const total = (key: 'netValue' | 'freightValue' | 'cgst' | 'sgst' | 'igst') => sum(lines.map(line => line[key]))
  const grossValue = fromSapAmount(row.TotalGrossAmount)
  const shipTo = collectionRows(row.to_Partner).find(partner => partner.PartnerFunction === 'SH')
  return {
    sapBillingDoc: requiredText(row.BillingDocument),
    invoiceNo: optionalText(row.DocumentReferenceID) ?? requiredText(row.BillingDocument),
    invoiceType: typeOf(row.BillingDocumentType),
    invoiceDate: dayOfSap(row.BillingDocumentDate),
    dueDate: row[fields.dueDate] ? dayOfSap(row[fields.dueDate]) : null,
    sapOrderNo: lines[0]?.sapOrderNo ?? null,
    sapDeliveryNo: optionalText(first?.ReferenceSDDocument),
    soldTo: plainCode(requiredText(row.SoldToParty)),
    payer: optionalText(row.PayerParty) && plainCode(requiredText(row.PayerParty)),
    shipTo: shipTo ? plainCode(requiredText(shipTo.Customer)) : null,
    plant: lines[0]?.plant ?? null,
    netValue: total('netValue'),
    freightValue: total('freightValue'),
    cgst: total('cgst'),
    sgst: total('sgst'),
    igst: total('igst'),
    roundOff: grossValue - fromSapAmount(row.TotalNetAmount) - fromSapAmount(row.TaxAmount),
    grossValue,
    irn: optionalText(row[fields.irn]),
    isCancelled: row.BillingDocumentIsCancelled === true,
    isCleared: row.InvoiceClearingStatus === 'C',
    changedAt: instantOfSap(row.LastChangeDateTime),
    lines,
  }
}

/** SAP's net amount includes the freight condition, which we show apart; UTGST stands in the SGST column. */
function billingLineOf(item: SapRow, fields: SapFields): BillingLine {
  const conditions = collectionRows(item.to_PricingElement)
  const amount = (...types: string[]) =>
    sum(
      conditions
        .filter(row => types.includes(row.ConditionType as string))
        .map(row => fromSapAmount(row.ConditionAmount)),
    )
  const rates = conditions.filter(row => gst(fields).includes(row.ConditionType as string))
  const price = conditions.find(row => row.ConditionType === fields.price)
  const freightValue = amount(fields.freight)
  return {
    lineNo: Number(requiredText(item.BillingDocumentItem)),
    sapOrderNo: optionalText(item.SalesDocument),
    sapItemNo: optionalText(item.SalesDocumentItem) && itemNo(requiredText(item.SalesDocumentItem)),
    product: plainCode(requiredText(item.Material)),
    plant: optionalText(item.Plant),
    batchNo: optionalText(item.Batch),
    expiryDate: item[fields.expiryDate] ? dayOfSap(item[fields.expiryDate]) : null,
    qty: fromSapQuantity(item.BillingQuantity),
    uom: requiredText(item.BillingQuantityUnit),
    unitPrice: price ? fromSapAmount(price.ConditionRateValue) : 0,
    netValue: fromSapAmount(item.NetAmount) - freightValue,
    freightValue,
    cgst: amount(fields.cgst),
    sgst: amount(fields.sgst, fields.utgst),
    igst: amount(fields.igst),
    gstRate: Math.round(sum(rates.map(row => fromSapQuantity(row.ConditionRateValue))) / 10),
    taxValue: fromSapAmount(item.TaxAmount),
    grossWeightKg: item.ItemGrossWeight ? weightInKg(item) : 0,
  }
}

/** A weight without a unit is in kilograms. Throws RangeError for a unit that is none of weight. */
function weightInKg(item: SapRow): number {
  const unit = optionalText(item.ItemWeightUnit) ?? 'KG'
  const ratio = measured(unit, 'KG')
  if (!ratio) throw new RangeError(`${unit} is no unit of weight`)
  return convertQty(fromSapQuantity(item.ItemGrossWeight), ratio)
}

const gst = (fields: SapFields) => [fields.cgst, fields.sgst, fields.utgst, fields.igst]

/** F2 is SAP's invoice, G2 its credit memo, L2 its debit memo; landscapes copy them under the same first letter. */
function typeOf(type: unknown): BillingDocument['invoiceType'] {
  const letter = String(type).charAt(0)
  return letter === 'G' ? 'CREDIT_NOTE' : letter === 'L' ? 'DEBIT_NOTE' : 'INVOICE'
}
