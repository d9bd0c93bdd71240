import type { DatabaseSync } from 'node:sqlite'

/** The first number of each range: SAP numbers every kind of document by itself. */
const ranges = {
  delivery: 80_000_000,
  returnsDelivery: 84_000_000,
  return: 60_000_000,
  billing: 9_000_000_000,
  invoiceNo: 0,
  invoicePosting: 1_800_000_000,
  payment: 1_400_000_000,
  clearing: 100_000_000,
} as const
type Range = keyof typeof ranges

const table = 'create table if not exists numberRange (name text primary key, last integer not null)'

/** Gives the next number of a range; a number that was given once is never given again. */
export function nextNumber(db: DatabaseSync, range: Range): number {
  db.exec(table)
  const next = db
    .prepare(
      'insert into numberRange (name, last) values (?, 1) on conflict (name) do update set last = last + 1 returning last',
    )
    .get(range)
  return ranges[range] + Number(next!.last)
}

/** Lets a range go on behind so many numbers. */
export function startNumbers(db: DatabaseSync, range: Range, last: number) {
  db.exec(table)
  db.prepare('insert or replace into numberRange (name, last) values (?, ?)').run(range, last)
}
