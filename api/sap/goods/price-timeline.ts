import { addDays } from '../../../resources/define/dates.ts'

/** A list price of one product in one channel over a period; `record` is the condition record that gave it. */
export interface DatedPrice {
  validFrom: string
  validTo: string
  price: number
  per: number
  unit: string
  record: string | null
  table: string | null
}

/** What the records of a reading say of one product in one channel: each with its periods, none where it has ended. */
export interface RecordPeriods {
  record: string
  periods: readonly DatedPrice[]
}

/**
 * The prices of one product in one channel after SAP's records were read: what counted before today stays as it was,
 * and from today on each record counts as in SAP, but for days that a record of an earlier one of `tables` has. Earlier
 * days that had no price get that of SAP. `stored` and the answer do not overlap and are in the order of their days.
 */
export function reorganised(
  stored: readonly DatedPrice[],
  records: readonly RecordPeriods[],
  { today, tables }: { today: string; tables: readonly string[] },
): DatedPrice[] {
  const rankOf = ({ table }: DatedPrice) =>
    table !== null && tables.includes(table) ? tables.indexOf(table) : tables.length
  const read = new Set(records.map(({ record }) => record))
  const yesterday = addDays(today, -1)
  let rows = stored.flatMap(row => (row.record !== null && read.has(row.record) ? until(row, yesterday) : [row]))
  for (const { periods } of records)
    for (const period of periods) {
      const past = until(period, yesterday).flatMap(part => without(part, rows))
      const stronger = rows.filter(row => rankOf(row) < rankOf(period))
      const rest = since(period, today).flatMap(part => without(part, stronger))
      rows = [...rows.flatMap(row => without(row, rest)), ...past, ...rest]
    }
  return joined(
    rows.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1)),
    today,
  )
}

const until = (row: DatedPrice, day: string): DatedPrice[] =>
  row.validFrom > day ? [] : [row.validTo > day ? { ...row, validTo: day } : row]

const since = (row: DatedPrice, day: string): DatedPrice[] =>
  row.validTo < day ? [] : [row.validFrom < day ? { ...row, validFrom: day } : row]

/** What is left of a period outside of others. */
const without = (row: DatedPrice, others: readonly DatedPrice[]): DatedPrice[] =>
  others.reduce(
    (left, { validFrom, validTo }) =>
      left.flatMap(part =>
        part.validTo < validFrom || part.validFrom > validTo
          ? [part]
          : [...until(part, addDays(validFrom, -1)), ...after(part, validTo)],
      ),
    [row],
  )

const after = (row: DatedPrice, day: string) => (row.validTo > day ? since(row, addDays(day, 1)) : [])

/** Joins what counted until yesterday and what counts from today, where the price stays the same. */
function joined(rows: readonly DatedPrice[], today: string): DatedPrice[] {
  const all: DatedPrice[] = []
  for (const row of rows) {
    const last = all.at(-1)
    if (last && row.validFrom === today && addDays(last.validTo, 1) === today && isSame(last, row))
      all[all.length - 1] = { ...row, validFrom: last.validFrom }
    else all.push(row)
  }
  return all
}

/** A price without a record, as an imported one, becomes that of the record that continues it. */
const isSame = (one: DatedPrice, other: DatedPrice) =>
  one.price === other.price &&
  one.per === other.per &&
  one.unit === other.unit &&
  (one.record === other.record || one.record === null)
