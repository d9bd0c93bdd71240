import { MOST_UNITS } from '../../../resources/orders/quote/unit-price.ts'
import type { SapFields } from '../http/fields.ts'
import {
  dayOfSap,
  exactDecimal,
  expandedRows,
  optionalText,
  requiredText,
  type SapRow,
  wholeNumber,
} from '../http/odata.ts'
import { identityOf } from '../identity/entity-sets.ts'
import { keptCode, keptMaterial } from '../identity/key-forms.ts'
import { demandRupees } from '../identity/money.ts'
import { isMarked, isOurs } from '../identity/whose.ts'
import type { SapItem } from '../reading/row-pull.ts'

const record = identityOf('API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord')
const period = identityOf('API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgCndnRecdValidity')

/** A condition record of SAP as a list price: `price` paise for `per` of `unit`, in the periods of its keys. */
export interface PriceItem extends SapItem {
  table: string
  price: number
  per: number
  unit: string
  /** `num` of the product's base unit are `den` of `unit`; null where SAP does not say. */
  inBase: { unit: string; num: number; den: number } | null
  /** None where it is deleted, or not released. */
  periods: PricePeriod[]
}

export interface PricePeriod {
  channel: string
  product: string
  from: string
  to: string
}

/** Keys of a condition by which it is the price of some customers, plants or documents only. */
export const narrowKeys = [
  'Customer',
  'SoldToParty',
  'ShipToParty',
  'PayerParty',
  'CustomerGroup',
  'CustomerPriceGroup',
  'CustomerHierarchy',
  'PriceListType',
  'SalesOffice',
  'SalesGroup',
  'Plant',
  'Region',
  'ReferenceSDDocument',
] as const

/**
 * Reads a row of A_SlsPrcgConditionRecord with its validities and scale; null where it is no list price of an area that
 * the portal sells in. Throws RangeError.
 */
export function priceItem(row: SapRow, fields: SapFields): PriceItem | null {
  const periods = expandedRows(row.to_SlsPrcgCndnRecdValidity).flatMap(validity => periodOf(validity, fields))
  if (periods.length === 0) return null
  const key = keptCode(requiredText(row.ConditionRecord, 'ConditionRecord'))
  const table = requiredText(row.ConditionTable, 'ConditionTable')
  if (hasEnded(row)) return { key, table, price: 0, per: 1, unit: '', inBase: null, periods: [] }
  demandRupees(row, record, `List price ${key}`)
  const unit = optionalText(row.ConditionQuantityUnit)
  if (unit === null) throw new RangeError('it has no unit: enter the unit of the price in SAP')
  return {
    key,
    table,
    ...exactly(rateOf(row), wholeNumber(row.ConditionQuantity) || 1),
    unit,
    inBase: inBaseOf(row),
    periods,
  }
}

/** Deleted, or waiting for its release. */
const hasEnded = (row: SapRow) =>
  isMarked(row, record.deleted) || (optionalText(row.ConditionReleaseStatus)?.trim() ?? '') !== ''

function periodOf(validity: SapRow, fields: SapFields): PricePeriod[] {
  const product = optionalText(validity.Material)
  const channel = optionalText(validity.DistributionChannel)
  if (product === null || narrowKeys.some(name => optionalText(validity[name]) !== null)) return []
  if (!isOurs(period, validity, fields)) return []
  if (channel === null || !fields.channels.includes(channel)) return []
  const [from, to] = [dayOfSap(validity.ConditionValidityStartDate), dayOfSap(validity.ConditionValidityEndDate)]
  if (from > to) throw new RangeError(`it is valid from ${from} to ${to}: correct its days in SAP`)
  return [{ channel, product: keptMaterial(product), from, to }]
}

/** Whether a record is the price of an area that the portal sells in. */
export const hasPeriod = (row: SapRow, fields: SapFields): boolean =>
  expandedRows(row.to_SlsPrcgCndnRecdValidity).some(validity => periodOf(validity, fields).length > 0)

/** The rate: that of the only line of its scale, where it has one. */
function rateOf(row: SapRow): unknown {
  const scale = expandedRows(row.to_SlsPrcgCndnRecordScale)
  if (scale.length > 1)
    throw new RangeError(
      `its scale has ${scale.length} lines, and the portal keeps one list price: leave one line, and agree lower prices for larger quantities as discounts`,
    )
  return scale[0]?.ConditionRateValue ?? row.ConditionRateValue
}

/** A price in whole paise, for ten or a hundred times as many units where SAP's has more decimals. */
function exactly(rate: unknown, units: number): Pick<PriceItem, 'price' | 'per'> {
  const { num, den } = exactDecimal(rate)
  for (let times = 1; units * times <= MOST_UNITS; times *= 10) {
    const paise = num * 100n * BigInt(times)
    if (paise % den === 0n) return { price: safely(paise / den), per: units * times }
  }
  throw new RangeError(`its rate ${rate} for ${units} has more decimals than the portal keeps: round it in SAP`)
}

function safely(paise: bigint): number {
  if (paise > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('its rate is too large')
  return Number(paise)
}

function inBaseOf(row: SapRow): PriceItem['inBase'] {
  const unit = optionalText(row.BaseUnit)
  const [num, den] = [wholeNumber(row.ConditionToBaseQtyNmrtr), wholeNumber(row.ConditionToBaseQtyDnmntr)]
  return unit !== null && num > 0 && den > 0 ? { unit, num, den } : null
}
