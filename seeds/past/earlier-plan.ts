import { sum } from '../../resources/define/amounts.ts'
import { daysBetween } from '../../resources/define/dates.ts'
import { busyDays, seededNumbers } from '../large/plan.ts'

/** An order of the replayed days, after which earlier ones are made. */
export interface ModelOrder {
  id: number
  status: string
  customer: string
  /** Paise without tax. */
  taxableValue: number
}

/** An order of an earlier day: as its model, in another quantity and at the prices of its year. */
export interface EarlierOrder {
  day: string
  modelId: number
  /** By which the quantities of its model are multiplied. */
  size: number
  /** By which its prices are multiplied. */
  price: number
  note: 'CREDIT_NOTE' | 'RETURN' | null
  /** What was not in stock and was cancelled: a share of each line, and why. */
  short: { share: number; reasonId: number } | null
  /** Its invoice was cancelled. */
  reversed: boolean
}

/** Paise without tax in a month without season, on the last of the earlier days. */
const LEVEL = 6_00_000_00
/** Orders in such a month. */
const ORDERS = 16
/** By which trade and prices of a year are above those of the year before. */
const GROWTH = 1.17
const DEARER = 1.045

/** What the months of the calendar have of an average one: March spends the budgets, holidays thin out May and November. */
const season = [1.01, 0.98, 1.5, 0.86, 0.84, 0.97, 1, 0.98, 1.08, 1.12, 0.86, 0.99]

/** Of twenty orders, how many are of a customer; from and until so many days before the last of the earlier days. */
const trade: Readonly<Record<string, readonly [share: number, from?: number, until?: number]>> = {
  '100201': [5],
  '100101': [4],
  '100110': [3],
  '100202': [3],
  '100106': [2, 500],
  '100103': [1.5],
  '100102': [1],
  '100107': [0.6],
  '100104': [0.6, undefined, 240],
}

/** How often an order that ends so is made, of a hundred. */
const ends: Readonly<Record<string, number>> = { CLOSED: 92, CANCELLED: 3.5, DEAD: 1.5, REJECTED: 1.5, DELETED: 1.5 }

/**
 * The orders of earlier days, up to a day, from the beginning of the financial year before the last: few big customers,
 * won and lost ones, growth, season, full month ends. The same for the same day and models.
 */
export function earlierOrders(until: string, models: readonly ModelOrder[], shortReasonId: number): EarlierOrder[] {
  const random = seededNumbers(26)
  const months = Map.groupBy(busyDays(until), ({ day }) => day.slice(0, 7))
  return [...months.values()].flatMap(days => {
    const first = days[0]!.day
    const years = daysBetween(first, until) / 365
    const busy = (days.length / 30) * season[Number(first.slice(5, 7)) - 1]! * GROWTH ** -years
    const chosen = Array.from({ length: Math.max(1, Math.round(ORDERS * busy)) }, () => {
      const { day } = oneOf(days, ({ weight }) => weight, random)
      const offered = models.filter(({ customer }) => tradesOn(customer, daysBetween(day, until)))
      const status = oneOf(Object.entries(ends), ([, often]) => often, random)[0]
      const ended = offered.filter(model => model.status === status)
      const customers = [...new Set(ended.map(({ customer }) => customer))]
      if (customers.length === 0) return []
      const customer = oneOf(customers, code => trade[code]?.[0] ?? 0.5, random)
      const model = oneOf(
        ended.filter(one => one.customer === customer),
        () => 1,
        random,
      )
      return { day, model, after: random(), varied: 0.75 + random() / 2, inStock: random() }
    }).flat()
    const price = DEARER ** -Math.ceil(years)
    const sold = chosen.filter(({ model, after }) => model.status === 'CLOSED' && !isReversed(after))
    const planned = sum(
      sold.map(({ model, varied, inStock }) => model.taxableValue * price * varied * (1 - shortOf(inStock))),
    )
    const size = Math.min(3, Math.max(0.5, (LEVEL * busy) / planned))
    return chosen
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .map(({ day, model, after, varied, inStock }) => ({
        ...{ day, modelId: model.id, size: size * varied, price, reversed: isReversed(after) },
        short: shortOf(inStock) > 0 ? { share: shortOf(inStock), reasonId: shortReasonId } : null,
        note: after < 0.03 ? 'CREDIT_NOTE' : after < 0.05 ? 'RETURN' : null,
      }))
  })
}

const isReversed = (after: number) => after > 0.985
/** The share of each line that was not in stock. */
const shortOf = (inStock: number) => (inStock < 0.12 ? 0.1 + 2 * inStock : 0)

const tradesOn = (customer: string, ago: number) => {
  const [, from = Number.POSITIVE_INFINITY, until = 0] = trade[customer] ?? []
  return ago <= from && ago >= until
}

function oneOf<One>(all: readonly One[], weight: (one: One) => number, random: () => number): One {
  let left = random() * sum(all.map(weight))
  for (const one of all) {
    left -= weight(one)
    if (left < 0) return one
  }
  return all.at(-1)!
}
