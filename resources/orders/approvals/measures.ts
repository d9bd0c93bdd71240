import { shareOf, WHOLE } from '../../define/amounts.ts'
import { percentText, rupees } from '../../define/show.ts'
import { compareRatios, conditionsOf, exactly, exactNet, lessShare } from '../line-price.ts'
import { gapOf, ofUnits } from '../quote/limit-price.ts'
import type { RuleZoneAsp } from '../rows.ts'
import { linesNamed } from '../terms/deviation.ts'
import type { RouteFacts, RouteLimit } from './approval-facts.ts'
import { limitRowOf } from './approvers.ts'
import { freeValueOf } from './free-goods.ts'
import { lineNosOf, openLinesOf, type RouteLine } from './route-rows.ts'

/** What the person who places an order answers for up to their own limit, in this order. */
export const measuredTypes = ['DISCOUNT_PCT', 'FREIGHT_VALUE', 'FOC_VALUE'] as const
type MeasuredType = (typeof measuredTypes)[number]

/** One value that a limit of its type must reach. */
export interface Measure {
  limitType: MeasuredType
  /** Hundredths of a percent, or paise; null where it is not known, which no limit reaches. */
  value: number | null
  /** The line of a discount; null for what concerns the order as a whole. */
  line: RouteLine | null
  asp: RuleZoneAsp | undefined
  /** What it is, for people. */
  says: string
}

/** Everything that is measured of an order. */
export const measuresOf = (facts: RouteFacts): Measure[] => [
  ...discountsOf(facts),
  ...freightOf(facts),
  ...freeGoodsOf(facts),
]

/**
 * The discounts of lines against the list price, or against the average selling price where that is more; only manual
 * ones, or a promotion beyond what is free.
 */
function discountsOf(facts: RouteFacts): Measure[] {
  const { asps, settings } = facts
  const counted = openLinesOf(facts).filter(
    line => line.manualDiscountPct > 0 || promoBeyond(line, settings.promoFreePct),
  )
  return counted.map(line => {
    const asp = settings.useAsp ? asps?.get(line.productId) : undefined
    const gap = gapOf(exactNet(line), asp ? ofUnits(asp.asp, line.priceUnit) : null)
    const isBelowAsp = gap > line.discountPct
    const value = isBelowAsp ? gap : line.discountPct
    const against = isBelowAsp ? 'under the average selling price' : 'discount'
    return {
      ...{ limitType: 'DISCOUNT_PCT', value, line, asp: isBelowAsp ? asp : undefined },
      says: `${percentText(value)} ${against} on line ${line.lineNo}`,
    }
  })
}

/** Whether a promotion takes a larger share of the list price than is free. */
function promoBeyond(line: RouteLine, free: number): boolean {
  const share = conditionsOf(line).find(({ of }) => of === 'D2')
  if (!share || 'amount' in share) return shareOf(line.promoDiscountValue, line.listPrice) > free
  const without = exactNet({ ...line, promoDiscountPct: 0, promoDiscountValue: 0, manualDiscountPct: 0 })
  const listed = exactly(line.listPrice)
  return compareRatios(lessShare(without, WHOLE - share.pct), lessShare(listed, WHOLE - free)) > 0
}

/** What it costs that terms differ from those agreed; nothing that costs nothing. */
const freightOf = ({ deviation }: RouteFacts): Measure[] =>
  deviation === null || deviation.value === 0
    ? []
    : [{ limitType: 'FREIGHT_VALUE', value: deviation.value, line: null, asp: undefined, says: deviation.says }]

function freeGoodsOf(facts: RouteFacts): Measure[] {
  if (!facts.order.orderType.isFreeOfCharge) return []
  const { value, unlisted } = freeValueOf(openLinesOf(facts))
  const says =
    value === null
      ? `What the free goods are worth is not known: enter a list price for ${linesNamed(lineNosOf(unlisted))}`
      : `Free goods of ${rupees(value)} at list price`
  return [{ limitType: 'FOC_VALUE', value, line: null, asp: undefined, says }]
}

/** A value of a limit type as people read it. */
export const limitText = (limitType: RouteLimit['limitType'], value: number) =>
  limitType.endsWith('_PCT') ? percentText(value) : rupees(value)

/** The limit of an employee that counts for a measure. */
export const limitFor = (employeeId: number | null, { limitType, line }: Measure, facts: RouteFacts) =>
  employeeId === null ? undefined : limitRowOf(limitType, employeeId, line?.nidId ?? null, facts)

/** How far the limits of one person cover the measures of one type: decided by that with the largest excess. */
export interface Coverage {
  row: RouteLimit | undefined
  limit: number
  /** Infinite for what is not known. */
  over: number
  worst: Measure
}

/** The coverage of each type that is measured. */
export const coverages = (employeeId: number | null, measures: readonly Measure[], facts: RouteFacts): Coverage[] =>
  measuredTypes.flatMap(type => {
    const own = measures.filter(({ limitType }) => limitType === type)
    return own.length > 0 ? [coverageOf(employeeId, own, facts)] : []
  })

function coverageOf(employeeId: number | null, measures: readonly Measure[], facts: RouteFacts): Coverage {
  const reaches = measures.map(worst => {
    const row = limitFor(employeeId, worst, facts)
    const limit = row?.maxValue ?? 0
    return { row, limit, worst, short: excessOf(worst, limit) }
  })
  const { short, ...tightest } = reaches.reduce((most, each) => (each.short > most.short ? each : most))
  return { ...tightest, over: Math.max(0, short) }
}

/** How far a measure is beyond a limit; infinitely where its value is not known. */
export const excessOf = ({ value }: Measure, limit: number) =>
  value === null ? Number.POSITIVE_INFINITY : value - limit

/** The largest of measures of one type. */
export const largest = (measures: readonly Measure[]) =>
  measures.reduce((most, each) => (excessOf(each, 0) > excessOf(most, 0) ? each : most))
