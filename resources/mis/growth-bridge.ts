/** Why sales are not those of the year before: new and lost customers, price, volume, mix and returns, to the paisa. */
import { mulDiv, sum } from '../define/amounts.ts'

/** The reports that are bridged, with the names of the columns that it needs. */
export const bridgedReports: Readonly<Record<string, BridgeColumns>> = {
  'mis/sales': {
    customer: 'soldToId',
    product: 'productId',
    unit: 'uom',
    kind: 'kind',
    qty: 'qty',
    value: 'netSales',
  },
}

export interface BridgeColumns {
  customer: string
  product: string
  unit: string
  kind: string
  qty: string
  value: string
}

/** What a customer bought of a product in a unit: paise and thousandths, of this period and of the year before. */
export interface BridgeSale {
  customer: number | null
  product: number
  unit: string
  isBefore: boolean
  /** Goods that went out and were not cancelled; else what came back, and notes about a price. */
  isGoods: boolean
  value: number
  qty: number
}

/** The steps from the sales of one year to those of the next, in the order in which they are shown. */
export const bridgeSteps = ['LOST', 'NEW', 'VOLUME', 'MIX', 'PRICE', 'RETURNS'] as const
export type BridgeStep = (typeof bridgeSteps)[number]

/** The sales of two periods, and how one comes of the other. */
interface Bridge {
  before: number
  after: number
  /** What each step adds, in paise; together they are the difference. */
  steps: Record<BridgeStep, number>
  lostCustomers: number
  newCustomers: number
}

/** Whether a kind of document is goods in a bridge. */
export const isGoodsKind = (kind: string) => kind === 'INVOICE' || kind === 'CANCELLATION'

/**
 * The bridge over some sales. Customers of one period alone are new or lost, with all they bought. Of the others, what
 * they bought of a product in both is priced as before: the rest is price; what more or less they bought at the average
 * price of its unit is volume; that it was other products is mix; what came back, and notes, are returns.
 */
export function growthBridge(sales: readonly BridgeSale[]): Bridge {
  const amountOf = (some: readonly BridgeSale[], isBefore: boolean) =>
    sum(some.filter(one => one.isBefore === isBefore).map(({ value }) => value))
  const steps: Record<BridgeStep, number> = { LOST: 0, NEW: 0, VOLUME: 0, MIX: 0, PRICE: 0, RETURNS: 0 }
  let lostCustomers = 0
  let newCustomers = 0
  const units = new Map<string, UnitSum>()
  for (const [, own] of Map.groupBy(sales, ({ customer }) => customer)) {
    const wasThere = own.some(({ isBefore }) => isBefore)
    const isThere = own.some(({ isBefore }) => !isBefore)
    if (!isThere) {
      lostCustomers += 1
      steps.LOST -= amountOf(own, true)
    } else if (!wasThere) {
      newCustomers += 1
      steps.NEW += amountOf(own, false)
    } else {
      const others = own.filter(({ isGoods }) => !isGoods)
      steps.RETURNS += amountOf(others, false) - amountOf(others, true)
      addGoods(
        own.filter(({ isGoods }) => isGoods),
        steps,
        units,
      )
    }
  }
  for (const { valueBefore, qtyBefore, qty, atOldPrices } of units.values()) {
    const volume = mulDiv(valueBefore, qty, qtyBefore) - valueBefore
    steps.VOLUME += volume
    steps.MIX += atOldPrices - valueBefore - volume
  }
  return { before: amountOf(sales, true), after: amountOf(sales, false), steps, lostCustomers, newCustomers }
}

/** Whoever buys more times as much buys it anew: a price of before, of a sample for example, says nothing of it. */
const MOST_TIMES = 100

interface UnitSum {
  valueBefore: number
  qtyBefore: number
  qty: number
  /** What was bought this time, at the prices of the time before. */
  atOldPrices: number
}

/** Adds what a customer of both periods bought: price by product, and what volume and mix are worked out from. */
function addGoods(goods: readonly BridgeSale[], steps: Record<BridgeStep, number>, units: Map<string, UnitSum>) {
  const ofProduct = Map.groupBy(goods, ({ product, unit }) => `${product} ${unit.toUpperCase()}`)
  for (const own of ofProduct.values()) {
    const [before, now] = [own.filter(({ isBefore }) => isBefore), own.filter(({ isBefore }) => !isBefore)]
    const [valueBefore, value] = [before, now].map(some => sum(some.map(one => one.value))) as [number, number]
    const [qtyBefore, qty] = [before, now].map(some => sum(some.map(one => one.qty))) as [number, number]
    if (qtyBefore <= 0 || qty <= 0 || qty > MOST_TIMES * qtyBefore) {
      steps.MIX += value - valueBefore
      continue
    }
    const atOldPrices = mulDiv(valueBefore, qty, qtyBefore)
    steps.PRICE += value - atOldPrices
    const unit = own[0]!.unit.toUpperCase()
    const unitSum = units.get(unit) ?? { valueBefore: 0, qtyBefore: 0, qty: 0, atOldPrices: 0 }
    units.set(unit, {
      valueBefore: unitSum.valueBefore + valueBefore,
      qtyBefore: unitSum.qtyBefore + qtyBefore,
      qty: unitSum.qty + qty,
      atOldPrices: unitSum.atOldPrices + atOldPrices,
    })
  }
}
