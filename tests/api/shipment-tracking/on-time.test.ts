import { beforeAll, expect, it } from 'vitest'
import { keptItsDateSql, lrsDueIn, onTimeColumns } from '../../../api/shipment-tracking/on-time.ts'
import { keptItsDate, onTimePct, type Punctuality } from '../../../resources/dispatches/on-time.ts'
import { deliveryStatuses } from '../../../resources/trade.ts'
import { lrWith } from '../../support/dispatches/shipments.ts'
import { createCompany } from '../../support/dispatches/shipped-order.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const TODAY = '2026-11-20'

const portal = portalOfFile(emptyPortal)
const facts = new Map<number, Punctuality>()

beforeAll(async () => {
  const company = await createCompany(portal.db)
  for (const deliveryStatus of deliveryStatuses)
    for (const deliveredOn of [null, '2026-11-17', '2026-11-19'])
      for (const originalExpectedDate of [null, '2026-11-18', TODAY])
        for (const event of [
          null,
          { reason: 'CLOSED' },
          { reason: 'VEHICLE' },
          { reason: 'REFUSED', voidedAt: '2026-11-18T06:00:00.000Z' },
        ]) {
          const { lrId } = await lrWith(
            portal.db,
            company,
            { deliveryStatus, deliveredOn, originalExpectedDate },
            event,
          )
          const failedByConsignee = event?.reason === 'CLOSED'
          facts.set(lrId, { deliveryStatus, deliveredOn, originalExpectedDate, failedByConsignee })
        }
})

it('whether an LR kept its date is the same in the database as by the rule, for every kind of LR', async () => {
  const rows = await portal.db('lr').select('id', portal.db.raw('? as kept', [keptItsDateSql(portal.db, TODAY)]))
  const inDatabase = new Map(rows.map(row => [row.id, row.kept === null ? null : Boolean(row.kept)]))
  const byRule = new Map([...facts].map(([id, fact]) => [id, keptItsDate(fact, TODAY)]))
  expect(inDatabase).toEqual(byRule)
  expect(new Set(byRule.values())).toEqual(new Set([true, false, null]))
})

it('the LRs due in a range are counted with those that kept their date', async () => {
  const range = { from: '2026-11-18', to: '2026-11-19' }
  const [counted] = await lrsDueIn(portal.db, range).select(...onTimeColumns(portal.db, TODAY))
  const due = [...facts.values()]
    .filter(fact => fact.originalExpectedDate === '2026-11-18')
    .map(fact => keptItsDate(fact, TODAY))
    .filter(kept => kept !== null)
  const expected = { due: due.length, kept: due.filter(kept => kept).length }
  expect({ due: Number(counted.due), kept: Number(counted.kept) }).toEqual(expected)
  expect(onTimePct(expected)).toBe(Math.round((expected.kept / expected.due) * 10_000))
})

it('of no LR there is no percentage', () => {
  expect(onTimePct({ due: 0, kept: 0 })).toBeNull()
})
