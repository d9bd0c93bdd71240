import type { Knex } from 'knex'
import { tableOf } from '../../resources/define/resource.ts'
import type { MoneyFigures } from '../../resources/home/commands.ts'
import {
  accountFigureNames,
  accountFigures,
  moneyFigures,
  totalFigureNames,
} from '../../resources/home/money-figures.ts'
import { tileQuery } from '../../resources/home/tile.ts'
import { matchingRows } from '../derive/list/matching.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { now, today } from '../platform/clock.ts'

type Figure = (typeof accountFigures)[keyof typeof accountFigures] | (typeof moneyFigures)[keyof typeof moneyFigures]

/** The sums of money on the home page of Finance, each over the rows of the list that it opens; paise. */
export async function homeMoney(db: Knex, person: Person): Promise<MoneyFigures> {
  const [accounts, totals] = await Promise.all([accountSums(db, person), totalSums(db, person)])
  return { accounts, totals }
}

interface AccountSum {
  accountId: number
  rows: number
  amount: number | null
}

async function accountSums(db: Knex, person: Person): Promise<MoneyFigures['accounts']> {
  const sums = await Promise.all(
    accountFigureNames.map(async name => {
      const column = `${tableOf(accountFigures[name].list)}.accountId`
      const found: AccountSum[] = await rowsOfFigure(db, person, accountFigures[name]).groupBy(column).select(column)
      return found.map(row => ({ ...row, name }))
    }),
  )
  const all = sums.flat()
  const ids = [...new Set(all.map(({ accountId }) => accountId))]
  const accounts: { id: number; code: string }[] = await db('payment_account')
    .whereIn('id', ids)
    .orderBy('code')
    .select('id', 'code')
  return accounts.map(({ id, code }) => ({
    accountId: id,
    code,
    figures: all
      .filter(({ accountId }) => accountId === id)
      .map(({ name, rows, amount }) => ({ name, rows: Number(rows), amount: Number(amount ?? 0) })),
  }))
}

const totalSums = (db: Knex, person: Person): Promise<MoneyFigures['totals']> =>
  Promise.all(
    totalFigureNames.map(async name => {
      const [row] = (await rowsOfFigure(db, person, moneyFigures[name])) as { rows: number; amount: number | null }[]
      return { name, rows: Number(row!.rows), amount: Number(row!.amount ?? 0) }
    }),
  )

/** The rows of the list that a figure opens, counted and summed. */
function rowsOfFigure(db: Knex, person: Person, { list, where, amount }: Figure) {
  const query = readQuery(list, tileQuery(list, where, now(), today()), columnsReadBy(person, list))
  return matchingRows(db, list, query, { person, day: today() }, 'read')
    .count({ rows: '*' })
    .sum({ amount: `${tableOf(list)}.${amount}` })
}
