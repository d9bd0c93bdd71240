import { convertQty, measured, type Ratio, wholeOf } from '../../../resources/orders/unit-conversion.ts'
import { today } from '../../platform/clock.ts'
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
import { keptMaterial } from '../identity/key-forms.ts'
import { isMarked, isOurs } from '../identity/whose.ts'
import type { SapItem } from '../reading/row-pull.ts'

const product = identityOf('API_PRODUCT_SRV/A_Product')
const salesData = identityOf('API_PRODUCT_SRV/A_ProductSalesDelivery')

/**
 * The sales unit of a product with its conversion to the base unit as a fraction, and a function for quantities
 * of any of its units in thousandths of the sales unit. Throws RangeError for a unit without a conversion.
 */
function salesUnitOf(row: SapRow, sales: SapRow, baseUom: string) {
  const uom = optionalText(sales.SalesMeasureUnit) ?? baseUom
  const units = new Map(expandedRows(row.to_ProductUnitsOfMeasure).map(one => [String(one.AlternativeUnit), one]))
  const inBase = (unit: string): Ratio => {
    const alternative = unit === baseUom ? undefined : units.get(unit)
    const direct = alternative ? fractionOf(alternative) : measured(unit, baseUom)
    if (direct) return direct
    throw new RangeError(`it has no conversion from ${unit} to its base unit ${baseUom}: enter it in SAP`)
  }
  const { num, den } = inBase(uom)
  return {
    uom,
    uomNumerator: Number(num),
    uomDenominator: Number(den),
    inSalesUnits(quantity: unknown, unit: string): number {
      const exact = exactDecimal(quantity ?? '0')
      if (exact.num === 0n) return 0
      const ratio = inBase(unit)
      return convertQty(1000, { num: exact.num * ratio.num * den, den: exact.den * ratio.den * num })
    },
  }
}

/** So many base units are in one; null where SAP's numbers are none. */
function fractionOf({ QuantityNumerator, QuantityDenominator }: SapRow): Ratio | null {
  const [num, den] = [wholeNumber(QuantityNumerator), wholeNumber(QuantityDenominator)]
  return num > 0 && den > 0 ? { num: BigInt(num), den: BigInt(den) } : null
}

/** A product of SAP in the portal's names; quantities in thousandths of the sales unit, weights in grams. */
export interface ProductItem extends SapItem {
  name: string
  /** The sales organisation whose sales data counts, with the product's division. */
  salesOrg: string
  division: string
  uom: string
  baseUom: string
  uomNumerator: number
  uomDenominator: number
  packSize: string | null
  packQty: number
  minOrderQty: number
  grossWeightKg: number
  netWeightKg: number
  /** Null where no plant has one. */
  hsnCode: string | null
  /** The codes of its material groups 1 to 5, and of its pricing group. */
  groups: (string | null)[]
  pricingGroup: string | null
  isBatchManaged: boolean
  shelfLifeDays: number | null
  sapSalesStatus: string | null
  sapDeleted: boolean
}

/**
 * Reads a row of A_Product with its text, sales data, plants, units and storage; null where it is not sold in an area of
 * the portal. Throws RangeError.
 */
export function productItem(row: SapRow, fields: SapFields): ProductItem | null {
  const sales = salesDataOf(row, fields)
  if (!sales) return null
  const baseUom = entered(row.BaseUnit, 'base unit')
  const { uom, uomNumerator, uomDenominator, inSalesUnits } = salesUnitOf(row, sales, baseUom)
  const packQty = inSalesUnits(sales.DeliveryQuantity, optionalText(sales.DeliveryQuantityUnit) ?? baseUom)
  const perSalesUnit = { num: BigInt(uomNumerator), den: BigInt(uomDenominator) }
  return {
    key: keptMaterial(requiredText(row.Product, 'Product')),
    name: nameOf(row),
    salesOrg: requiredText(sales.ProductSalesOrg, 'ProductSalesOrg'),
    division: entered(row.Division, 'division'),
    ...{ uom, baseUom, uomNumerator, uomDenominator },
    packSize: optionalText(row.SizeOrDimensionText),
    packQty: packQty > 0 ? packQty : 1000,
    minOrderQty: inSalesUnits(sales.MinimumOrderQuantity, baseUom),
    grossWeightKg: gramsOf(row.GrossWeight, row.WeightUnit, perSalesUnit),
    netWeightKg: gramsOf(row.NetWeight, row.WeightUnit, perSalesUnit),
    hsnCode: hsnOf(row, optionalText(sales.SupplyingPlant)),
    groups: groupFields.map(name => optionalText(sales[name])),
    pricingGroup: optionalText(sales.PriceSpecificationProductGroup),
    isBatchManaged: row.IsBatchManagementRequired === true,
    shelfLifeDays: shelfLifeOf(row.to_ProductStorage as SapRow | null | undefined),
    sapSalesStatus: statusOf(sales),
    sapDeleted: isMarked(row, product.deleted) || isMarked(sales, salesData.deleted),
  }
}

export const groupFields = [
  'FirstSalesSpecProductGroup',
  'SecondSalesSpecProductGroup',
  'ThirdSalesSpecProductGroup',
  'FourthSalesSpecProductGroup',
  'FifthSalesSpecProductGroup',
] as const

/** Its sales data in the first sales organisation that has any, of the set channel or else of the lowest. */
function salesDataOf(row: SapRow, fields: SapFields): SapRow | undefined {
  const { channels, productChannel } = fields
  const sold = expandedRows(row.to_SalesDelivery).filter(
    one => isOurs(salesData, one, fields) && channels.includes(String(one.ProductDistributionChnl)),
  )
  const rank = (one: SapRow) =>
    `${one.ProductSalesOrg}/${one.ProductDistributionChnl === productChannel ? '' : one.ProductDistributionChnl}`
  return sold.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))[0]
}

/** Whether it is sold in an area of the portal. */
export const isSold = (row: SapRow, fields: SapFields): boolean => salesDataOf(row, fields) !== undefined

function entered(value: unknown, what: string): string {
  const text = optionalText(value)
  if (text === null) throw new RangeError(`it has no ${what}: enter one in SAP`)
  return text
}

function nameOf(row: SapRow): string {
  const texts = expandedRows(row.to_Description)
  return entered((texts.find(({ Language }) => Language === 'EN') ?? texts[0])?.ProductDescription, 'description')
}

/** Grams of a sales unit, of a weight of one base unit. */
function gramsOf(weight: unknown, unit: unknown, perSalesUnit: Ratio): number {
  const { num, den } = exactDecimal(weight ?? '0')
  if (num === 0n) return 0
  const text = optionalText(unit)
  const inGrams = text === null ? null : measured(text, 'G')
  if (!inGrams) throw new RangeError(`its weight is in ${text ?? 'no unit'}: enter it in G, KG or TO in SAP`)
  return wholeOf({ num: num * inGrams.num * perSalesUnit.num, den: den * inGrams.den * perSalesUnit.den })
}

/** The tax control code of the supplying plant, or of the first plant that has one; SAP may write points into it. */
function hsnOf(row: SapRow, supplyingPlant: string | null): string | null {
  const plants = expandedRows(row.to_Plant).toSorted((one, other) => (String(one.Plant) < String(other.Plant) ? -1 : 1))
  const codeOf = (plant: SapRow | undefined) =>
    optionalText(optionalText(plant?.ConsumptionTaxCtrlCode)?.replace(/[.\s]/g, ''))
  return (
    codeOf(plants.find(({ Plant }) => Plant === supplyingPlant)) ??
    plants.map(codeOf).find(code => code !== null) ??
    null
  )
}

const daysOf: Readonly<Record<string, number>> = { '': 1, D: 1, '1': 7, W: 7, '2': 30, M: 30, '3': 365, Y: 365 }

function shelfLifeOf(storage: SapRow | null | undefined): number | null {
  const period = optionalText(storage?.ShelfLifeExpirationDatePeriod)?.trim() ?? ''
  const days = wholeNumber(storage?.TotalShelfLife) * (daysOf[period] ?? 1)
  return days > 0 ? days : null
}

/** The status for sale, once its day has come. */
function statusOf(sales: SapRow): string | null {
  const from = optionalText(sales.ProductSalesStatusValidityDate)
  return from !== null && dayOfSap(from) > today() ? null : optionalText(sales.ProductSalesStatus)
}
