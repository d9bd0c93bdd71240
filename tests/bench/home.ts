import type { Person } from '../../api/derive/rights/person.ts'
import { readPerson } from '../../api/derive/rights/read-person.ts'
import { takeInChanges } from '../../api/derive/search/trigram-table.ts'
import { tileCounts } from '../../api/home/home.ts'
import { homeTrends } from '../../api/home/trends.ts'
import { recordsLike } from '../../api/palette/palette.ts'
import { isSqlite, openDatabase } from '../../api/platform/database.ts'
import { customer } from '../../resources/access-control/customer.ts'
import type { Bench } from './bench.ts'
import { fillConsignments } from './consignments.ts'
import { fillCustomers } from './customers.ts'
import { atMost, type Figure, median } from './figure.ts'

/** What people type: a number, its first and its last digits, a word of a name, a common pair of letters. */
const TYPED = ['OR2627', '123', 'BN-000', 'acid', 'so', '1001', '2001', 'lab', 'pvt ltd', 'no such thing']
/** The beginnings of the numbers of all LRs and invoices, of a tenth and of a few of them. */
const BEGUN = ['BL', 'BL00', 'BL0000', 'BL000012', 'BI', 'BI0000', 'BI000012']
const PEOPLE = [
  'csc_agent',
  'sales_rep',
  'sales_manager',
  'customer',
  'dispatch',
  'transporter',
  'finance',
  'sys_admin',
]
const TIMES = 7
const CUSTOMERS = 8_000
/** LRs for each product of the bench: 400,000 at its full size. */
const LRS_A_PRODUCT = 4

/** Milliseconds of the server for a home page, and for a keystroke of the palette, the slowest of what is typed. */
export async function measureHome({ databases, rows }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  try {
    await fillCustomers(db, CUSTOMERS)
    const lrs = rows * LRS_A_PRODUCT
    await fillConsignments(db, lrs)
    // On SQLite triggers keep the search index as rows come.
    if (!isSqlite(db)) await takeInChanges(db, customer)
    const people: Person[] = []
    for (const loginId of PEOPLE) {
      const { id } = await db('user').where({ loginId }).first('id')
      people.push((await readPerson(db, id))!)
    }
    const took = async (work: () => Promise<unknown>) => {
      const from = performance.now()
      await work()
      return performance.now() - from
    }
    const slowest = async (works: (() => Promise<unknown>)[]) => {
      const medians: number[] = []
      for (const work of works) {
        const times: number[] = []
        for (let time = 0; time < TIMES; time++) times.push(await took(work))
        medians.push(median(times))
      }
      return Math.max(...medians)
    }
    const among = `among ${lrs.toLocaleString('en-IN')} LRs`
    const typed = (texts: readonly string[]) =>
      slowest(people.flatMap(person => texts.map(q => () => recordsLike(db, person, q))))
    const pages = await slowest(people.map(person => () => tileCounts(db, person)))
    const charts = await slowest(people.map(person => () => homeTrends(db, person)))
    return [
      atMost(`numbers of a home page ${among}, of the slowest role`, pages, 400, 'ms'),
      atMost(`charts of a home page ${among}, of the slowest role`, charts, 400, 'ms'),
      atMost(
        `a keystroke of the palette among ${rows.toLocaleString('en-IN')} products and ${CUSTOMERS.toLocaleString('en-IN')} customers`,
        await typed(TYPED),
        150,
        'ms',
      ),
      atMost(`the beginning of a number in the palette ${among}`, await typed(BEGUN), 150, 'ms'),
    ]
  } finally {
    await db.destroy()
  }
}
