import type { Product } from '../../../resources/masters/products.ts'
import type { RateContractError } from '../../../resources/masters/rate-contract-errors.ts'
import type { RateContractLine } from '../../../resources/masters/rate-contract-line.ts'
import { convertQty, type ProductUnits, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { rateOf } from './decimal.ts'
import type { ContractLine, RateContractItem } from './rate-contract-item.ts'

/** SAP's columns of a line. */
export type LineRow = Pick<
  RateContractLine,
  'lineNo' | 'productId' | 'rate' | 'priceUnit' | 'contractQty' | 'uom' | 'lineFrom' | 'lineTo'
> & { sapConsumedQty?: number }

/** Why a line, or with `lineNo` null the contract, cannot be taken over. */
export interface WrongLine {
  lineNo: number | null
  product: string | null
  column: string
  code: RateContractError['errorCode']
  message: string
  waitsFor: SapSyncRun['object'] | null
}

const largestLineNo = 99_990

/** The contract's own period: that of SAP's header, and of items that begin earlier or end later. */
export function periodOf({ validFrom, validTo, lines }: RateContractItem): { validFrom: string; validTo: string } {
  const taken = lines.filter(({ fault }) => fault === null)
  return {
    validFrom: taken.reduce((least, { from }) => (from !== null && from < least ? from : least), validFrom),
    validTo: taken.reduce((most, { to }) => (to !== null && to > most ? to : most), validTo),
  }
}

/** Turns the items of a contract into rows; `wrong` is called for one that cannot be taken, with the reason. */
export function lineRows(
  item: RateContractItem,
  products: ReadonlyMap<string, Product>,
  wrong: (line: WrongLine) => void,
): LineRow[] {
  const period = periodOf(item)
  const rows: (LineRow & { product: string })[] = []
  for (const line of item.lines) {
    const refuse = (
      column: string,
      code: WrongLine['code'],
      why: string,
      waitsFor: SapSyncRun['object'] | null = null,
    ) =>
      wrong({
        lineNo: line.lineNo,
        product: line.product || null,
        column,
        code,
        message: about(item, line, why),
        waitsFor,
      })
    const product = products.get(line.product)
    if (line.isRefused) continue
    if (line.fault !== null) refuse('rate', 'PRICE_INVALID', line.fault)
    else if (line.lineNo < 1 || line.lineNo > largestLineNo)
      refuse('lineNo', 'QTY_INVALID', `its number must be 1 to ${largestLineNo}`)
    else if (!product)
      refuse('productId', 'UNKNOWN_PRODUCT', `the portal has no product ${line.product || 'without a code'}`, 'PRODUCT')
    else if (line.qty <= 0) refuse('contractQty', 'QTY_INVALID', 'its quantity must be above zero')
    else if (!unitsIn(product, line.unit, product.uom))
      refuse(
        'uom',
        'UOM_MISMATCH',
        `its unit ${line.unit || 'is empty and'} cannot be converted to ${product.uom}, in which ${product.code} is sold`,
      )
    else {
      const rate = rateIn(line, product)
      if (rate === null) refuse('rate', 'PRICE_INVALID', 'it has no price that can be taken for a unit of it')
      else {
        const row = { ...rowOf(item, line, product, period), ...rate, product: product.code }
        const twin = rows.find(other => other.productId === row.productId && meet(other, row, period))
        if (twin)
          refuse('productId', 'DUPLICATE_LINE', `${product.code} is on item ${twin.lineNo} already for the same days`)
        else rows.push(row)
      }
    }
  }
  return rows.map(({ product: _, ...row }) => row)
}

const about = ({ key }: RateContractItem, { lineNo }: ContractLine, why: string) =>
  `Sales contract ${key}, item ${lineNo}: ${why}`

/** The rate for units of the line; null where there is none, or it is for a unit that cannot be converted. */
function rateIn({ rate, unit }: ContractLine, product: ProductUnits): Pick<LineRow, 'rate' | 'priceUnit'> | null {
  if (rate === null || rate.rate < 1) return null
  const ratio = unitsIn(product, unit, rate.unit)
  if (!ratio) return null
  const price = BigInt(rate.rate) * ratio.num
  const per = BigInt(rate.per) * ratio.den
  if (per <= 99_999n) {
    const rateOfUnit = rateOf({ value: price, decimals: 2 }, Number(per))
    return { rate: rateOfUnit.rate, priceUnit: rateOfUnit.per }
  }
  return { rate: convertQty(rate.rate * 10_000, { num: ratio.num, den: per }), priceUnit: 10_000 }
}

function rowOf(
  item: RateContractItem,
  line: ContractLine,
  product: Product,
  period: { validFrom: string; validTo: string },
): Omit<LineRow, 'rate' | 'priceUnit'> {
  const [from, to] = [line.from ?? item.validFrom, line.to ?? item.validTo]
  return {
    lineNo: line.lineNo,
    productId: product.id,
    contractQty: line.qty,
    ...(line.calledOff && { sapConsumedQty: consumed(line.calledOff, line.unit, product) }),
    uom: line.unit,
    lineFrom: from === period.validFrom ? null : from,
    lineTo: to === period.validTo ? null : to,
  }
}

const consumed = (calledOff: readonly { qty: number; unit: string }[], into: string, product: ProductUnits): number =>
  calledOff.reduce((all, { qty, unit }) => {
    const ratio = unitsIn(product, unit, into)
    return all + (ratio ? convertQty(qty, ratio) : qty)
  }, 0)

const meet = (one: LineRow, other: LineRow, { validFrom, validTo }: { validFrom: string; validTo: string }) =>
  (one.lineFrom ?? validFrom) <= (other.lineTo ?? validTo) && (other.lineFrom ?? validFrom) <= (one.lineTo ?? validTo)
