import { afterAll, beforeAll, expect, it } from 'vitest'
import { actOn } from '../../support/certificates.ts'
import { dispatchDesk } from '../../support/dispatches/dispatch-desk.ts'
import { sendFile } from '../../support/files.ts'
import { personWith } from '../../support/people.ts'

const { portal, desk, billed, clockAt, key, lrOver, close, orderStatus } = await dispatchDesk()
afterAll(close)

const reader = await personWith(portal, ['AUDITOR'])
let order: Awaited<ReturnType<typeof billed>>
let lrId: number

/** The schedules of the order in the report: received, open, days late, OTIF. */
async function schedules() {
  const period = 'requestedDate[$gte]=2026-11-01&requestedDate[$lte]=2026-12-31'
  const { body } = await reader.get(
    `/api/mis/order-vs-sales-schedule-lines?${period}&orderId=${order.id}&$sort[lineNo]=1`,
  )
  return body.data.map((row: Record<string, unknown>) => [
    row.qty,
    row.deliveredQty,
    row.openQty,
    row.delayDays,
    row.otif,
  ])
}

beforeAll(async () => {
  await clockAt()
  order = await billed()
  const { body } = await desk.post('/api/lrs', lrOver(order.ids, { packages: 30 }), key())
  lrId = body.id
  const arrived = { eventCode: 'IN_TRANSIT', eventAt: '2026-11-20T06:20:00.000Z', vehicleNo: 'MH04KX1234' }
  expect((await desk.post('/api/tracking-events', { lrId, ...arrived })).status).toBe(201)
})

it('of an LR that a POD says is one package short, as much is received as the POD says, and the rest is open', async () => {
  const { body: file } = await sendFile(portal, desk, 'POD')
  const pod = { deliveredOn: '2026-11-20', receivedBy: 'S. Joshi', packagesReceived: 29, shortagePackages: 1 }
  const { status, body } = await desk.post('/api/pods', { lrId, attachmentId: file.id, damagePackages: 0, ...pod })
  expect([status, body.errors]).toEqual([201, undefined])
  expect(await schedules()).toEqual([
    [20_000, 19_333, 667, 0, null],
    [5_000, 4_833, 167, 0, null],
  ])
  await clockAt('2026-11-30T06:30:00.000Z')
  expect((await schedules()).map((row: unknown[]) => row.slice(3))).toEqual([
    [3, 'NO'],
    [3, 'NO'],
  ])
})

it('once the desk settles what is missing, the order is delivered, and it is late no longer', async () => {
  expect((await actOn(desk, 'lrs', 'settleBalance', [lrId], { reason: 'One carton stolen' })).status).toBe(201)
  expect(await orderStatus(order.id)).toBe('DELIVERED')
  const late = await schedules()
  await clockAt('2026-12-10T06:30:00.000Z')
  expect(await schedules()).toEqual(late)
})
