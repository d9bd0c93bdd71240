import { percentText, rupeesPer } from '../../define/show.ts'
import { compareRatios, exactly, exactNet, type LinePrice, rupeesExact, shareBelow } from '../line-price.ts'
import type { RuleLimitPrice, RuleZoneAsp } from '../rows.ts'
import type { TraceStep } from '../trace.ts'
import type { Ratio } from '../unit-conversion.ts'
import { type CandidateStep, firstMatch } from './first-match.ts'
import { rankRows } from './rank-rows.ts'

interface LimitPriceRows {
  limitPrices: readonly RuleLimitPrice[]
  /** Of the zone of the ship-to. */
  asps: readonly RuleZoneAsp[]
}

/** The limit prices and averages by their keys, made once for all lines. */
export const limitPriceBook = (rows: LimitPriceRows) => ({
  limits: Map.groupBy(rows.limitPrices, row => `${row.productId}/${row.channelId ?? ''}`),
  asps: Map.groupBy(rows.asps, row => row.productId),
})

interface LimitPriceFacts extends LinePrice {
  book: ReturnType<typeof limitPriceBook>
  orderDate: string
  channelId: number
  /** `limits.four_eyes`: whether only confirmed limit prices count. */
  fourEyes: boolean
  productId: number
  priceUnit: number
}

/**
 * A price compared with what needs no approval; column names of `order_line`, gaps in hundredths of a percent. All prices
 * are for the units of the line.
 */
export interface LimitPriceComparison {
  limitPrice: number | null
  limitGapPct: number
  asp: number | null
  aspGapPct: number
  steps: TraceStep[]
}

const limitStep = (of: 'channel' | 'all'): CandidateStep<LimitPriceFacts, number> => ({
  step: 'L1',
  name: 'LIMIT_PRICE',
  evaluate: ({ book, channelId, fourEyes, priceUnit, orderDate, productId, ...price }) =>
    rankRows(book.limits.get(`${productId}/${of === 'channel' ? channelId : ''}`), {
      resource: 'productwise-limit-price',
      columns: ['limitPrice', 'channelId', 'confirmStatus'],
      on: orderDate,
      value: row => ofUnits(row.limitPrice, priceUnit),
      says: row => gapSays(exactNet(price), ofUnits(row.limitPrice, priceUnit), priceUnit, 'limit price'),
      refuses: row => (fourEyes && row.confirmStatus === 'PENDING' ? 'it is not confirmed yet' : undefined),
      missing: `The product has no limit price ${of === 'channel' ? 'in this channel' : 'for every channel'}`,
    }),
})

const averageStep: CandidateStep<LimitPriceFacts, number> = {
  step: 'L2',
  name: 'ASP',
  evaluate: ({ book, priceUnit, orderDate, productId, ...price }) =>
    rankRows(book.asps.get(productId), {
      resource: 'zone-wise-asp',
      columns: ['asp'],
      on: orderDate,
      value: row => ofUnits(row.asp, priceUnit),
      says: row =>
        gapSays(exactNet(price), ofUnits(row.asp, priceUnit), priceUnit, 'average selling price in the zone'),
      missing: 'No average selling price is known in the zone of the ship-to',
    }),
}

/** Compares a net price with the limit price (its channel's before that of every channel) and the zone's average. */
export function compareLimitPrice(facts: LimitPriceFacts): LimitPriceComparison {
  const limit = firstMatch([limitStep('channel'), limitStep('all')], facts)
  const average = firstMatch([averageStep], facts)
  const limitPrice = limit.won?.value ?? null
  const asp = average.won?.value ?? null
  const net = exactNet(facts)
  return {
    limitPrice,
    limitGapPct: gapOf(net, limitPrice),
    asp,
    aspGapPct: gapOf(net, asp),
    steps: [...limit.steps, ...average.steps],
  }
}

/** How far a price is below a limit price, in hundredths of a percent of it; 0 where there is none. */
export const gapOf = (net: Ratio, limit: number | null) => (limit === null ? 0 : shareBelow(net, exactly(limit)))

/** The price of so many units, where one costs `price`. */
export const ofUnits = (price: number, units: number) => Math.min(Number.MAX_SAFE_INTEGER, price * units)

function gapSays(net: Ratio, limit: number, units: number, what: string) {
  const price = `The net price ${rupeesExact(net, units)}`
  if (compareRatios(net, exactly(limit)) >= 0) return `${price} is not below the ${what} of ${rupeesPer(limit, units)}`
  return `${price} is ${percentText(gapOf(net, limit))} below the ${what} of ${rupeesPer(limit, units)}`
}
