import { addDays } from '../../resources/define/dates.ts'

/** What becomes of one order, decided before anything is written; days are business days. */
export interface PlannedOrder {
  no: number
  basket: number
  buyer: number
  status: string
  /** Waited for the customer service centre. */
  checked: 0 | 1
  billed: 0 | 1
  /** Its invoice was cancelled. */
  reversed: 0 | 1
  note: 'CREDIT_NOTE' | 'RETURN' | 'DEBIT_NOTE' | null
  deliveryStatus: string
  day: string
  requestedDay: string
  invoiceDay: string
  dueDay: string
  laterDay: string
  lrDay: string
  expectedDay: string
  deliveredDay: string
  fy: string
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The days of three financial years up to a day, each with its share of the orders: month ends are full, Sundays empty. */
export function busyDays(until: string): { day: string; weight: number }[] {
  const first = `${Number(firstOfYear(until).slice(0, 4)) - 2}-04-01`
  const days: { day: string; weight: number }[] = []
  for (let day = first; day <= until; day = addDays(day, 1)) {
    const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0
    const isMonthEnd = addDays(day, 5).slice(0, 7) !== day.slice(0, 7)
    const isYearEnd = day.slice(5, 7) === '03'
    const growth = 1 + days.length / 3650
    days.push({ day, weight: (isSunday ? 0.05 : 1) * (isMonthEnd ? 2.4 : 1) * (isYearEnd ? 1.4 : 1) * growth })
  }
  return days
}

/** The financial year of a day as LRs name it: 2627. */
function yearName(day: string): string {
  const year = Number(firstOfYear(day).slice(2, 4))
  return `${year}${year + 1}`
}

const firstOfYear = (day: string) =>
  day.slice(5) >= '04-01' ? `${day.slice(0, 4)}-04-01` : `${Number(day.slice(0, 4)) - 1}-04-01`

/** So many orders over the days, few buyers with most of them; the rest of the plan follows from the seed. */
export function* plannedOrders(
  orders: number,
  { seed, until, baskets, buyers }: { seed: number; until: string; baskets: number; buyers: number },
): Generator<PlannedOrder> {
  const random = seededNumbers(seed)
  const integerBetween = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const days = busyDays(until)
  const all = days.reduce((sum, { weight }) => sum + weight, 0)
  let no = 0
  let due = 0
  for (const { day, weight } of days) {
    due += (orders * weight) / all
    for (; no < Math.round(due); no++) {
      const invoiceDay = addDays(day, integerBetween(1, 6))
      const lrDay = addDays(invoiceDay, integerBetween(0, 2))
      const expectedDay = addDays(lrDay, integerBetween(2, 5))
      const deliveredDay = addDays(expectedDay, random() < 0.8 ? -integerBetween(0, 1) : integerBetween(1, 6))
      const fate = random()
      const isOver = deliveredDay <= until
      const status = isOver ? pastStatus(fate) : fate < 0.04 ? 'DRAFT' : fate < 0.1 ? 'PENDING' : 'CONFIRMED'
      const billed = isOver && (status === 'CLOSED' || status === 'DELIVERED')
      const after = random()
      yield {
        ...{ no, basket: integerBetween(0, baskets - 1), buyer: Math.floor(buyers * random() ** 2.5), status },
        ...{ checked: random() < 0.3 ? 1 : 0, billed: billed ? 1 : 0, reversed: billed && after < 0.015 ? 1 : 0 },
        note: !billed || after < 0.96 ? null : after < 0.98 ? 'CREDIT_NOTE' : after < 0.995 ? 'RETURN' : 'DEBIT_NOTE',
        deliveryStatus: random() < 0.995 ? 'DELIVERED' : 'LOST',
        ...{ day, requestedDay: addDays(day, integerBetween(4, 14)), invoiceDay, dueDay: addDays(invoiceDay, 30) },
        ...{ laterDay: addDays(invoiceDay, integerBetween(1, 20)), lrDay, expectedDay, deliveredDay },
        fy: yearName(lrDay),
      }
    }
  }
}

function pastStatus(fate: number): string {
  if (fate < 0.02) return 'REJECTED'
  if (fate < 0.05) return 'CANCELLED'
  if (fate < 0.06) return 'DELETED'
  if (fate < 0.075) return 'DEAD'
  return fate < 0.09 ? 'CONFIRMED' : fate < 0.12 ? 'DELIVERED' : 'CLOSED'
}
