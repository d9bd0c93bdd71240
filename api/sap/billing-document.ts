import { sum } from '../../resources/define/amounts.ts'
import type { SapFields } from './fields.ts'
import { amountOf, dayOfSap, instantOfSap, itemNo, plainCode, quantityOf } from './wire.ts'

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

type Row = Record<string, unknown>

/** Reads one entity of API_BILLING_DOCUMENT_SRV with its items, conditions and partners. Throws RangeError when unreadable. */
export function billingDocumentOf(row: Row, fields: SapFields): BillingDocument {
  const lines = results(row.to_Item).map(item => billingLineOf(item, fields))
  const first = results(row.to_Item)[0]
  const total = (key: 'netValue' | 'freightValue' | 'cgst' | 'sgst' | 'igst') => sum(lines.map(line => line[key]))
  const grossValue = amountOf(row.TotalGrossAmount)
  const shipTo = results(row.to_Partner).find(partner => partner.PartnerFunction === 'SH')
  return {
    sapBillingDoc: required(row.BillingDocument),
    invoiceNo: text(row.DocumentReferenceID) ?? required(row.BillingDocument),
    invoiceType: typeOf(row.BillingDocumentType),
    invoiceDate: dayOfSap(row.BillingDocumentDate),
    dueDate: row[fields.dueDate] ? dayOfSap(row[fields.dueDate]) : null,
    sapOrderNo: lines[0]?.sapOrderNo ?? null,
    sapDeliveryNo: text(first?.ReferenceSDDocument),
    soldTo: plainCode(required(row.SoldToParty)),
    shipTo: shipTo ? plainCode(required(shipTo.Customer)) : null,
    plant: lines[0]?.plant ?? null,
    netValue: total('netValue'),
    freightValue: total('freightValue'),
    cgst: total('cgst'),
    sgst: total('sgst'),
    igst: total('igst'),
    roundOff: grossValue - amountOf(row.TotalNetAmount) - amountOf(row.TaxAmount),
    grossValue,
    irn: text(row[fields.irn]),
    isCancelled: row.BillingDocumentIsCancelled === true,
    changedAt: instantOfSap(row.LastChangeDateTime),
    lines,
  }
}

/** SAP's net amount holds the freight condition, which we show apart; UTGST stands in the SGST column (§D.6). */
function billingLineOf(item: Row, fields: SapFields): BillingLine {
  const conditions = results(item.to_PricingElement)
  const amount = (...types: string[]) =>
    sum(conditions.filter(row => types.includes(row.ConditionType as string)).map(row => amountOf(row.ConditionAmount)))
  const rates = conditions.filter(row => gst(fields).includes(row.ConditionType as string))
  const price = conditions.find(row => row.ConditionType === fields.price)
  const freightValue = amount(fields.freight)
  return {
    lineNo: Number(required(item.BillingDocumentItem)),
    sapOrderNo: text(item.SalesDocument),
    sapItemNo: text(item.SalesDocumentItem) && itemNo(required(item.SalesDocumentItem)),
    product: required(item.Material),
    plant: text(item.Plant),
    batchNo: text(item.Batch),
    expiryDate: item[fields.expiryDate] ? dayOfSap(item[fields.expiryDate]) : null,
    qty: quantityOf(item.BillingQuantity),
    uom: required(item.BillingQuantityUnit),
    unitPrice: price ? amountOf(price.ConditionRateValue) : 0,
    netValue: amountOf(item.NetAmount) - freightValue,
    freightValue,
    cgst: amount(fields.cgst),
    sgst: amount(fields.sgst, fields.utgst),
    igst: amount(fields.igst),
    gstRate: Math.round(sum(rates.map(row => quantityOf(row.ConditionRateValue))) / 10),
    taxValue: amountOf(item.TaxAmount),
    grossWeightKg: item.ItemGrossWeight ? quantityOf(item.ItemGrossWeight) : 0,
  }
}

const gst = (fields: SapFields) => [fields.cgst, fields.sgst, fields.utgst, fields.igst]

/** F2 is SAP's invoice, G2 its credit memo, L2 its debit memo; landscapes copy them under the same first letter. */
function typeOf(type: unknown): BillingDocument['invoiceType'] {
  const letter = String(type).charAt(0)
  return letter === 'G' ? 'CREDIT_NOTE' : letter === 'L' ? 'DEBIT_NOTE' : 'INVOICE'
}

/** The rows of a collection, whether SAP wrote `{ results: [] }`, a bare list, or only a deferred link. */
export function results(collection: unknown): Row[] {
  const rows = Array.isArray(collection)
    ? collection
    : (collection as { results?: unknown } | null | undefined)?.results
  return Array.isArray(rows) ? rows : []
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function required(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new RangeError('A field that must have a value is empty')
  return value
}
