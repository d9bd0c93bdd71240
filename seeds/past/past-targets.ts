import type { Knex } from 'knex'
import { importTargets } from '../../api/dealerdash/import-targets.ts'
import { ImportRow } from '../../api/derive/import/import-row.ts'
import { today } from '../../api/platform/clock.ts'
import { customer } from '../../resources/access-control/customer.ts'
import { fyOf, monthsLater } from '../../resources/define/dates.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { targetSheet } from '../../resources/uploads/targets.ts'
import { callerNamed } from '../orders.ts'
import type { SeedWriter } from '../seed-writer.ts'

/** Of each distributor and SBU: the target of a month in rupees, how it grows each month, and the incentive in percent. */
const plans: readonly (readonly [distributor: string, sbu: string, rupees: number, growth: number, pct: number])[] = [
  ['100201', 'LS', 1_10_000, 5_000, 1.5],
  ['100201', 'PS', 30_000, 1_000, 1],
  ['100202', 'LS', 40_000, 2_000, 2],
]

/** The months of the targets, counted from the current one: those of the demo's past, and some to come. */
const MONTHS = [-3, -2, -1, 0, 1, 2, 3, 4]

/** The master data desk takes in the targets of the distributors, and a sales manager raises one of next month. */
export async function uploadTargets(trx: Knex, rows: SeedWriter): Promise<void> {
  const first = `${today().slice(0, 7)}-01`
  const target = (distributor: string, sbuCode: string, ahead: number, rupees: number, pct: number) => {
    const day = monthsLater(first, ahead)
    return {
      customerId: rows.idOf(customer, distributor),
      sbuId: rows.idOf(sbu, sbuCode),
      fy: fyOf(day),
      month: Number(day.slice(5, 7)),
      targetValue: rupees * 100,
      incentivePct: Math.round(pct * 100),
    }
  }
  const all = plans.flatMap(([distributor, code, rupees, growth, pct]) =>
    MONTHS.map(ahead => target(distributor, code, ahead, rupees + growth * (ahead + 3), pct)),
  )
  await takeIn(trx, rows, 'master_admin', all, 'Targets of the year, as agreed with the distributors')
  await takeIn(trx, rows, 'meena', [target('100201', 'LS', 1, 1_50_000, 1.75)], '')
}

async function takeIn(
  trx: Knex,
  rows: SeedWriter,
  login: string,
  targets: readonly Record<string, unknown>[],
  reason: string,
) {
  const { person, author } = await callerNamed(trx, rows, login)
  const file = targets.map((values, index) => {
    const one = new ImportRow(index + 2, [])
    one.row = withDefaults(targetSheet, values)
    return one
  })
  await importTargets(trx as Knex.Transaction, file, { person, author, given: { reason }, columns: [] })
  const [fault] = file.flatMap(({ faults }) => faults)
  if (fault) throw new Error(`A target of the past is refused: ${fault.message}`)
}
