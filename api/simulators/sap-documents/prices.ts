import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { standardFields as sap } from '../../sap/http/fields.ts'
import { collectionRows, fromSapAmount, fromSapQuantity, toSapAmount, toSapQuantity } from '../../sap/http/odata.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { partnerOf, rowsWhere } from './lookups.ts'

const gst = [sap.cgst, sap.sgst, sap.utgst, sap.igst]

/** What a quantity of an order item costs, in paise, with its conditions as the billing document shows them. */
export interface Priced {
  net: number
  tax: number
  conditions: Row[]
}

/**
 * Prices a quantity in thousandths: the price by quantity and price unit, discounts each of the value before it, freight as
 * it is, and GST of all.
 */
export function priced(store: SimulatorStore, order: StoredOrder, item: SapRecord, quantity: number): Priced {
  const elements = collectionRows(item.to_PricingElement).map(withUnit)
  const given = elements.length > 0 ? elements : [listPrice(store, order, item)]
  const amounts = amountsOf(given, quantity)
  const base = sum(amounts)
  const taxes = given.some(row => gst.includes(String(row.ConditionType))) ? [] : gstOf(store, order, item)
  const conditions = [...given, ...taxes].map((row, index) => ({
    ...row,
    ConditionAmount: toSapAmount(isTax(row) ? taxOf(row, base) : amounts[index]!),
    TransactionCurrency: 'INR',
  }))
  const tax = sum(
    conditions.filter(row => gst.includes(row.ConditionType)).map(row => fromSapAmount(row.ConditionAmount)),
  )
  return { net: base, tax, conditions }
}

type Condition = { ConditionType: string; ConditionRateValue: string; ConditionQuantity?: string }

const withUnit = (row: SapRecord): Condition => ({
  ...(row as Condition),
  ConditionType: String(row.ConditionType),
  ConditionRateValue: String(row.ConditionRateValue ?? '0'),
})

const isTax = ({ ConditionType }: Condition) => gst.includes(ConditionType)
/** A percentage in thousandths of a percent, hence a hundred thousand to the whole. */
const taxOf = ({ ConditionRateValue }: Condition, base: number) =>
  mulDiv(base, fromSapQuantity(ConditionRateValue), 100_000)

/** The amounts of conditions in their order; each discount in percent is one of the goods' value before it. */
function amountsOf(conditions: readonly Condition[], quantity: number): number[] {
  let goods = 0
  return conditions.map(condition => {
    if (isTax(condition)) return 0
    const amount = isPercent(condition) ? taxOf(condition, goods) : amountOf(condition, quantity)
    if (condition.ConditionType !== sap.freight) goods += amount
    return amount
  })
}

const isPercent = ({ ConditionType }: Condition) =>
  sap.discounts.includes(ConditionType) && ConditionType !== sap.discounts[2]

function amountOf({ ConditionType, ConditionRateValue, ConditionQuantity }: Condition, quantity: number) {
  const rate = fromSapAmount(ConditionRateValue)
  if (ConditionType !== sap.price && ConditionType !== sap.discounts[2]) return rate
  const unit = fromSapQuantity(ConditionQuantity ?? '1')
  return mulDiv(rate, quantity, unit > 0 ? unit : 1000)
}

/** SAP's own price of an order that names none: that of the list, or 100 rupees where there is none. */
function listPrice(store: SimulatorStore, { body }: StoredOrder, { Material }: SapRecord): Condition {
  const listed = rowsWhere(store, 'A_SlsPrcgCndnRecdValidity', [
    ['Material', Material],
    ['SalesOrganization', body.SalesOrganization],
    ['ConditionType', sap.price],
  ])
  const own = listed.find(row => !row.Customer && !row.SoldToParty && !row.PriceListType)
  const record = own && store.entities.find('A_SlsPrcgConditionRecord', [own.ConditionRecord])
  return {
    ConditionType: sap.price,
    ConditionRateValue: String(record?.ConditionRateValue ?? '100.00'),
    ConditionQuantity: String(record?.ConditionQuantity ?? '1'),
  }
}

/** GST where SAP has no record of an HSN code, in thousandths of a percent. */
const usualRate = 18_000

/** The GST that SAP finds where the order does not say it: by the HSN code, halved within one state. */
function gstOf(store: SimulatorStore, order: StoredOrder, { Material, ProductionPlant }: SapRecord): Condition[] {
  const rate = rateOf(store, store.entities.find('A_ProductPlant', [Material, ProductionPlant])?.ConsumptionTaxCtrlCode)
  const condition = (type: string, thousandths: number): Condition => ({
    ConditionType: type,
    ConditionRateValue: toSapQuantity(thousandths),
  })
  const shipTo = regionOf(store, partnerOf(order, 'SH'))
  const plant = regionOf(store, store.entities.find('A_Plant', [ProductionPlant])?.PlantCustomer)
  if (shipTo !== plant && plant !== '') return [condition(sap.igst, rate)]
  return [condition(sap.cgst, rate / 2), condition(sap.sgst, rate / 2)]
}

function rateOf(store: SimulatorStore, hsn: unknown): number {
  if (!hsn) return usualRate
  const [found] = rowsWhere(store, 'A_SlsPrcgCndnRecdValidity', [
    ['ConditionType', sap.igst],
    ['ConsumptionTaxCtrlCode', hsn],
  ])
  const record = found && store.entities.find('A_SlsPrcgConditionRecord', [found.ConditionRecord])
  return record ? fromSapQuantity(record.ConditionRateValue) : usualRate
}

const regionOf = (store: SimulatorStore, partner: unknown) =>
  partner ? String(store.entities.below('A_BusinessPartnerAddress', [partner])[0]?.Region ?? '') : ''
