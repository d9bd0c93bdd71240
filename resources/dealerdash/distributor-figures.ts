import { mulDiv, sum, WHOLE } from '../define/amounts.ts'
import { fyOf } from '../define/dates.ts'
import { fyMonths, isClosed, monthOfFy } from './financial-year.ts'

/** The target of a distributor in an SBU for a calendar month of the year that is asked about, in paise and hundredths of a percent. */
export interface TargetOfMonth {
  customerId: number
  sbuId: number
  month: number
  targetValue: number
  incentivePct: number
}

/** What a distributor bought in an SBU in a month such as `'2026-04'`: net sales less credit notes, in paise. */
export interface SalesOfMonth {
  customerId: number
  sbuId: number
  month: string
  value: number
}

/** A target with what came of it; `pct` in hundredths of a percent, null where there is no target. */
interface Achievement {
  target: number
  achieved: number
  pct: number | null
}

/** A month of the year, April first. */
interface MonthFigures extends Achievement {
  month: string
  isClosed: boolean
  incentive: number
}

/** The incentive that an SBU earns a distributor in a month. */
interface Incentive {
  customerId: number
  sbuId: number
  month: string
  target: number
  achieved: number
  incentivePct: number
  amount: number
}

interface DistributorFigures {
  /** The month that the tiles are about: the current one, the last of a year that is over, the first of one to come. */
  month: string
  months: MonthFigures[]
  ytd: Achievement
  ofMonth: Achievement
  wholeYear: number
  /** What each remaining month must bring to reach the target of the year; null once the year is over. */
  runRate: { perMonth: number; monthsLeft: number } | null
  incentives: Incentive[]
  incentive: number
}

/** Achievement in hundredths of a percent, half up; null without a target. */
export const achievementOf = (target: number, achieved: number): Achievement => ({
  target,
  achieved,
  pct: target > 0 ? mulDiv(achieved, WHOLE, target) : null,
})

/**
 * The incentive of an SBU and month: the achieved value, when it reaches a target above nothing, by the percentage, half
 * up to the paisa.
 */
export const incentiveOf = (target: number, achieved: number, pct: number): number =>
  target > 0 && achieved >= target ? mulDiv(Math.max(achieved, 0), pct, WHOLE) : 0

/**
 * What is still needed a month: the target of the year less what was achieved, never below nothing, by the months after
 * the last closed one, half up; in March that is one. Null when the year is over.
 */
export function runRateOf(fy: string, target: number, achieved: number, today: string): DistributorFigures['runRate'] {
  const monthsLeft = fyMonths.filter(month => !isClosed(fy, month, today)).length
  if (monthsLeft === 0) return null
  return { perMonth: mulDiv(Math.max(0, target - achieved), 1, monthsLeft), monthsLeft }
}

/** Works out the dashboard of a financial year from targets and sales of any distributors and SBUs, on a business day. */
export function distributorFigures(
  { targets, sales }: { targets: readonly TargetOfMonth[]; sales: readonly SalesOfMonth[] },
  fy: string,
  today: string,
): DistributorFigures {
  const incentives = incentivesOf(targets, sales, fy)
  const months = fyMonths.map((number): MonthFigures => {
    const month = monthOfFy(fy, number)
    const target = sum(targets.filter(one => one.month === number).map(one => one.targetValue))
    const achieved = sum(sales.filter(one => one.month === month).map(one => one.value))
    return {
      month,
      isClosed: isClosed(fy, number, today),
      ...achievementOf(target, achieved),
      incentive: sum(incentives.filter(one => one.month === month).map(one => one.amount)),
    }
  })
  const reached = months.filter(({ month }) => month <= today.slice(0, 7))
  const wholeYear = sum(months.map(({ target }) => target))
  const achieved = sum(reached.map(month => month.achieved))
  const shown = fyOf(today) === fy ? reached.at(-1)! : reached.length > 0 ? months.at(-1)! : months[0]!
  return {
    month: shown.month,
    months,
    ytd: achievementOf(sum(reached.map(({ target }) => target)), achieved),
    ofMonth: achievementOf(shown.target, shown.achieved),
    wholeYear,
    runRate: runRateOf(fy, wholeYear, achieved, today),
    incentives,
    incentive: sum(incentives.map(({ amount }) => amount)),
  }
}

function incentivesOf(targets: readonly TargetOfMonth[], sales: readonly SalesOfMonth[], fy: string): Incentive[] {
  const key = (customerId: number, sbuId: number, month: string) => `${customerId}/${sbuId}/${month}`
  const achieved = new Map<string, number>()
  for (const { customerId, sbuId, month, value } of sales) {
    const name = key(customerId, sbuId, month)
    achieved.set(name, (achieved.get(name) ?? 0) + value)
  }
  return targets
    .map(({ customerId, sbuId, month: number, targetValue: target, incentivePct }): Incentive => {
      const month = monthOfFy(fy, number)
      const reached = achieved.get(key(customerId, sbuId, month)) ?? 0
      const amount = incentiveOf(target, reached, incentivePct)
      return { customerId, sbuId, month, target, achieved: reached, incentivePct, amount }
    })
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => a.month.localeCompare(b.month) || a.sbuId - b.sbuId || a.customerId - b.customerId)
}
