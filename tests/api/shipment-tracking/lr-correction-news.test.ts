import { afterAll, beforeEach, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { optOutEmail } from '../../../resources/shipment-tracking/opt-out-email.ts'
import { deskWithMessages } from '../../support/dispatches/shipment-news.ts'
import { exampleRow } from '../../support/example-rows.ts'

const { db, desk, clockAt, booked, messagesOf, close } = await deskWithMessages()
const other = await exampleRow(db, transporterMaster, { code: 'CITYLINE', name: 'City Line', transModes: ['SURFACE'] })
afterAll(close)
beforeEach(() => clockAt())

const correct = async (id: number, changes: object) => {
  const { rowVersion } = await db('lr').where({ id }).first('rowVersion')
  expect((await desk.patch(`/api/lrs/${id}`, { rowVersion, reason: 'Misread', ...changes })).status).toBe(200)
}
const corrections = (id: number) => messagesOf(id, { templateCode: 'LR_CORRECTED' })

it('whoever was told a wrong number and transporter is told both and the right ones, in one message each', async () => {
  const { id, lrNo } = await booked()
  // No gateway takes an SMS here, so it counts as sent once it was tried.
  await expect.poll(() => messagesOf(id, { medium: 'SMS', status: 'FAILED' })).toHaveLength(1)
  await db('message_log').where({ ownerType: 'lr', ownerId: id }).update({ status: 'SENT' })
  const told = await messagesOf(id, { templateCode: 'SHIPPED' })
  await correct(id, { lrNo: `${lrNo}R`, transporterId: other.id })
  const again = await corrections(id)
  const receivers = (rows: { medium: string; toAddress: string }[]) =>
    rows.map(({ medium, toAddress }) => `${medium} ${toAddress}`).sort()
  expect(receivers(again)).toEqual(receivers(told))
  const [mail, sms] = ['EMAIL', 'SMS'].map(medium => again.find(one => one.medium === medium))
  expect(mail.subject).toBe(`Correction of what we wrote about LR ${lrNo}`)
  expect(mail.body).toContain(`LR no: ${lrNo}R, not ${lrNo}\nTransporter: City Line, not VRL Logistics`)
  expect(sms.body).toContain(`not LR ${lrNo} by VRL Logistics`)
  expect(sms.body).toContain(`but LR ${lrNo}R by City Line`)
})

it('whoever was told another promised day hears of that alone', async () => {
  const { id } = await booked()
  await correct(id, { expectedDeliveryDate: '2026-12-02' })
  const [mail] = await corrections(id)
  expect(mail.body).toContain('Expected on: 02-12-2026, not 28-11-2026')
  expect(mail.body).not.toContain('LR no:')
})

it('whoever was told nothing of it, or wants to hear no more, is left out', async () => {
  const silent = await booked()
  await db('message_log').where({ ownerId: silent.id, ownerType: 'lr' }).update({ status: 'SUPPRESSED' })
  await correct(silent.id, { lrNo: `${silent.lrNo}R` })
  expect(await corrections(silent.id)).toEqual([])
  const { id } = await booked()
  await correct(id, { remarks: 'Two pallets' })
  expect(await corrections(id)).toEqual([])
  await exampleRow(db, optOutEmail, { address: 'keeper@buyer.example', topic: 'SHIPMENT' })
  await correct(id, { lrNo: `W${id}` })
  expect((await corrections(id)).filter(one => one.toAddress === 'keeper@buyer.example')).toMatchObject([
    { status: 'SUPPRESSED' },
  ])
})
