import { plainBatch } from '../../../resources/batch-no.ts'
import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { itemNo, plainCode, sapCode } from '../../../resources/sap/codes.ts'
import type { SapFields } from '../http/fields.ts'
import {
  collectionRows,
  dayOfSap,
  fromSapAmount,
  fromSapQuantity,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
import { inBaseUnit, weightInKg } from './base-quantity.ts'
import { isActiveCondition } from './condition.ts'

/** An item of a billing document in our names: money in paise, quantities and weights in thousandths. */
export type BillingLine = {
  lineNo: number
  sapOrderNo: string | null
  sapItemNo: string | null
  sapDeliveryNo: string | null
  /** What it was billed from: SAP's category of the document, its number and its item. */
  refDoc: string | null
  refItem: string | null
  refCategory: string | null
  suppliedAs: 'GOODS' | 'SUPPLIER' | 'SERVICE'
  /** It gives back goods that the customer returned. */
  isReturn: boolean
  product: string
  plant: string | null
  batchNo: string | null
  expiryDate: string | null
  qty: number
  uom: string
  /** The same quantity in SAP's base unit of the product; null where SAP gives no ratio. */
  baseQty: number | null
  baseUom: string | null
  unitPrice: number
  netValue: number
  freightValue: number
  cgst: number
  sgst: number
  igst: number
  cess: number
  tcs: number
  roundOff: number
  gstRate: number
  taxValue: number
  grossWeightKg: number
}

/** SAP's category of a delivery, as that of the document which an item was billed from. */
const DELIVERY = 'J'
/** Of an order of returned goods, and of the delivery that brings them back. */
const returns = ['H', 'T']

/**
 * Reads an item of a billing document. SAP's net amount includes freight and round-off, which we show apart; UTGST
 * stands in the SGST column. Throws RangeError when unreadable.
 */
export function billingLineOf(item: SapRow, fields: SapFields): BillingLine {
  const conditions = collectionRows(item.to_PricingElement).filter(isActiveCondition)
  const amount = (...types: readonly string[]) =>
    sum(
      conditions
        .filter(row => types.includes(row.ConditionType as string))
        .map(row => fromSapAmount(row.ConditionAmount)),
    )
  const rates = conditions.filter(row => gst(fields).includes(row.ConditionType as string))
  const freightValue = amount(fields.freight)
  const roundOff = amount(...fields.roundOff)
  const netValue = fromSapAmount(item.NetAmount) - freightValue - roundOff
  const qty = fromSapQuantity(item.BillingQuantity)
  const salesDocument = optionalText(item.SalesDocument)
  const refItem = optionalText(item.ReferenceSDDocumentItem)
  const itemCategory = optionalText(item.SalesDocumentItemCategory) ?? ''
  return {
    lineNo: Number(requiredText(item.BillingDocumentItem, 'BillingDocumentItem')),
    sapOrderNo: salesDocument && sapCode(salesDocument),
    sapItemNo:
      optionalText(item.SalesDocumentItem) && itemNo(requiredText(item.SalesDocumentItem, 'SalesDocumentItem')),
    sapDeliveryNo: item.ReferenceSDDocumentCategory === DELIVERY ? numberOf(item.ReferenceSDDocument) : null,
    refDoc: numberOf(item.ReferenceSDDocument),
    refItem: refItem && itemNo(refItem),
    refCategory: optionalText(item.ReferenceSDDocumentCategory),
    suppliedAs: fields.supplierItems.includes(itemCategory)
      ? 'SUPPLIER'
      : fields.serviceItems.includes(itemCategory)
        ? 'SERVICE'
        : 'GOODS',
    isReturn: returns.includes(String(item.ReferenceSDDocumentCategory ?? '')),
    product: plainCode(requiredText(item.Material, 'Material')),
    plant: optionalText(item.Plant),
    batchNo: plainBatch(optionalText(item.Batch)),
    expiryDate: item[fields.expiryDate] ? dayOfSap(item[fields.expiryDate]) : null,
    qty,
    uom: requiredText(item.BillingQuantityUnit, 'BillingQuantityUnit'),
    ...baseOf(item),
    unitPrice: unitPriceOf(conditions, fields, { value: netValue, qty }),
    netValue,
    freightValue,
    cgst: amount(fields.cgst),
    sgst: amount(fields.sgst, fields.utgst),
    igst: amount(fields.igst),
    cess: amount(...fields.cess),
    tcs: amount(...fields.tcs),
    roundOff,
    gstRate: Math.round(sum(rates.map(row => fromSapQuantity(row.ConditionRateValue))) / 10),
    taxValue: fromSapAmount(item.TaxAmount),
    grossWeightKg: weightInKg(item.ItemGrossWeight, item.ItemWeightUnit),
  }
}

const gst = (fields: SapFields) => [fields.cgst, fields.sgst, fields.utgst, fields.igst]

const numberOf = (value: unknown) => {
  const number = optionalText(value)
  return number && plainCode(number)
}

const baseOf = (item: SapRow): Pick<BillingLine, 'baseQty' | 'baseUom'> =>
  inBaseUnit(fromSapQuantity(item.BillingQuantity), {
    numerator: item.BillingToBaseQuantityNmrtr,
    denominator: item.BillingToBaseQuantityDnmntr,
    unit: item.BaseUnit,
  }) ?? { baseQty: null, baseUom: null }

/**
 * For one unit, after discounts: SAP may store a price for ten or a hundred. Where it tells no price, or takes discounts off,
 * the net value says it.
 */
function unitPriceOf(conditions: readonly SapRow[], fields: SapFields, net: { value: number; qty: number }): number {
  const price = conditions.find(row => row.ConditionType === fields.price)
  const isDiscounted = conditions.some(row => fields.discounts.includes(String(row.ConditionType)))
  if (!price || isDiscounted) return net.qty > 0 ? mulDiv(net.value, 1000, net.qty) : 0
  const per = price.ConditionQuantity ? fromSapQuantity(price.ConditionQuantity) : 0
  const rate = fromSapAmount(price.ConditionRateValue)
  return per > 0 ? mulDiv(rate, 1000, per) : rate
}
