import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '../../../api/platform/transact.ts'
import { mailDelays } from '../../../api/shipment-tracking/news/mail-delays.ts'
import { mailShipment } from '../../../api/shipment-tracking/news/mail-shipment.ts'
import { employee } from '../../../resources/access-control/employee.ts'
import { employeeSigmaMap } from '../../../resources/shipment-tracking/employee-sigma-map.ts'
import { optOutEmail } from '../../../resources/shipment-tracking/opt-out-email.ts'
import { sigmaCustomers } from '../../../resources/shipment-tracking/sigma-customers.ts'
import { deskWithMessages } from '../../support/dispatches/shipment-news.ts'
import { exampleRow } from '../../support/example-rows.ts'

const { db, booked, report, messagesOf, clockAt, transporter, close } = await deskWithMessages()
afterAll(close)
beforeEach(() => clockAt())

const BUYERS = ['stores@buyer.example', 'keeper@buyer.example', 'purchase@buyer.example']
const receivers = (rows: { toAddress: string }[]) => rows.map(({ toAddress }) => toAddress)
const at = (time: string) => ({ eventAt: `2026-11-20T${time}:00.000Z` })

describe('news of a shipment', () => {
  it('goes to the ship-to, the stores and the purchase contacts when it is booked, and by SMS to its mobile', async () => {
    const { id, lrNo, invoiceNo } = await booked()
    const mails = await messagesOf(id, { templateCode: 'SHIPPED', medium: 'EMAIL' })
    expect(receivers(mails)).toEqual(BUYERS)
    expect(mails[0]).toMatchObject({
      topic: 'SHIPMENT',
      status: 'QUEUED',
      subject: `Your goods are on the way: LR ${lrNo}`,
    })
    expect(mails[0].body).toContain(`The goods of invoice ${invoiceNo} left`)
    expect(mails[0].body).toContain(`{portal}/track-shipment?type=LR&number=${lrNo}`)
    expect(receivers(await messagesOf(id, { medium: 'SMS' }))).toEqual(['9820012345'])
  })

  it('goes by SMS alone when it is out for delivery, and not at all for a stop at a hub', async () => {
    const { id } = await booked()
    await transact(db, trx => trx('message_log').del())
    await report(id, 'IN_TRANSIT', at('04:00'))
    await report(id, 'AT_HUB', at('04:30'))
    expect(await messagesOf(id)).toEqual([])
    await report(id, 'OUT_FOR_DELIVERY', at('05:00'))
    expect(await messagesOf(id)).toMatchObject([{ templateCode: 'OUT_FOR_DELIVERY', medium: 'SMS' }])
  })

  it('asks for feedback once it is delivered, with a link that only the receiver reads', async () => {
    const { id } = await booked()
    await transact(db, trx => trx('message_log').del())
    await report(id, 'DELIVERED', at('05:00'))
    const [mail, ...others] = await messagesOf(id)
    expect(mail).toMatchObject({ templateCode: 'DELIVERED_FEEDBACK', topic: 'FEEDBACK', toAddress: BUYERS[0] })
    expect(others).toHaveLength(3)
    expect(mail.body).toContain('{feedbackLink}')
    expect(JSON.parse(mail.secrets).feedbackLink).toMatch(/^\{portal\}\/feedback#[\w-]{22}$/)
    const shipment = await db('shipment').where({ lrId: id }).first()
    expect(shipment.feedbackToken).toMatch(/^[0-9a-f]{64}$/)
    expect(shipment.feedbackRequestedAt).not.toBeNull()
  })

  it('says why goods were not delivered in the words of the customer, without the remarks for the transporter', async () => {
    const { id } = await booked()
    await report(id, 'IN_TRANSIT', at('04:00'))
    await transact(db, trx => trx('message_log').del())
    await report(id, 'UNDELIVERED', { ...at('05:00'), reason: 'CLOSED', remarks: 'Guard was rude' })
    const mails = await messagesOf(id, { templateCode: 'UNDELIVERED' })
    expect(receivers(mails)).toEqual(BUYERS)
    expect(mails[0].body).toContain('and could not: no one was there to receive them.')
    expect(JSON.stringify(mails)).not.toContain('rude')
  })

  it('is not sent to an address that opted out of shipments', async () => {
    const out = await exampleRow(db, optOutEmail, { address: 'keeper@buyer.example', topic: 'SHIPMENT' })
    const { id } = await booked()
    await report(id, 'DELIVERED', at('05:00'))
    const theirs = await messagesOf(id, { toAddress: 'keeper@buyer.example' })
    expect(theirs.map(({ templateCode, status, secrets }) => [templateCode, status, secrets])).toEqual([
      ['SHIPPED', 'SUPPRESSED', null],
      ['DELIVERED_FEEDBACK', 'SUPPRESSED', null],
    ])
    await db('opt_out_email').where({ id: out.id }).del()
  })

  it('asks nobody for feedback where everybody opted out', async () => {
    const { id } = await booked()
    for (const address of BUYERS) await exampleRow(db, optOutEmail, { address, topic: 'ALL' })
    await db('shipment').where({ lrId: id }).update({ notifyMobile: null })
    await report(id, 'DELIVERED', at('05:00'))
    expect(await db('shipment').where({ lrId: id }).first()).toMatchObject({
      feedbackToken: null,
      feedbackRequestedAt: null,
    })
    await db('opt_out_email').del()
  })

  it('is as it was when the report is refused', async () => {
    const { id } = await booked()
    await transact(db, trx => trx('message_log').del())
    await expect(report(id, 'BOOKED', at('05:00'), transporter)).rejects.toThrow()
    expect(await messagesOf(id)).toEqual([])
  })
})

describe('an LR that is booked after its promised day', () => {
  it('promises that day to nobody: its message says when the goods left', async () => {
    const { id, invoiceNo } = await booked({ lrDate: '2026-11-20' })
    await clockAt('2026-12-02T06:30:00.000Z')
    const late = await booked({ lrDate: '2026-11-20' })
    expect((await messagesOf(id)).map(({ templateCode }) => templateCode)).toContain('SHIPPED')
    const messages = await messagesOf(late.id)
    expect([...new Set(messages.map(({ templateCode }) => templateCode))]).toEqual(['SHIPPED_LATE'])
    expect(receivers(messages)).toEqual([...BUYERS, '9820012345'])
    expect(messages[0].body).toContain(`The goods of invoice ${late.invoiceNo} left`)
    expect(messages[0].body).toContain('on 20-11-2026')
    expect(JSON.stringify(messages)).not.toContain('28-11-2026')
    expect(invoiceNo).not.toBe(late.invoiceNo)
  })

  it('announces no delay the same night, and no arrival before it was booked', async () => {
    await clockAt('2026-12-02T06:30:00.000Z')
    const { id } = await booked({ lrDate: '2026-11-20' })
    await transact(db, trx => trx('message_log').del())
    await mailDelays(db)
    await report(id, 'OUT_FOR_DELIVERY', { eventOn: '2026-11-27' })
    await report(id, 'DELIVERED', { eventOn: '2026-11-27' })
    expect(await messagesOf(id)).toEqual([])
  })
})

describe('a delay', () => {
  it('is announced once, on the day after the expected one, with where the goods are', async () => {
    const { id } = await booked()
    await report(id, 'AT_HUB', { ...at('04:00'), location: 'Nagpur' }).catch(() =>
      report(id, 'IN_TRANSIT', { ...at('04:00'), location: 'Nagpur' }),
    )
    const { expectedDeliveryDate } = await db('lr').where({ id }).first('expectedDeliveryDate')
    expect(expectedDeliveryDate).toBe('2026-11-28')
    await transact(db, trx => trx('message_log').del())
    await clockAt('2026-11-28T12:00:00.000Z')
    await mailDelays(db)
    expect(await messagesOf(id)).toEqual([])
    await clockAt('2026-11-29T03:00:00.000Z')
    expect(await mailDelays(db)).toBeGreaterThan(0)
    const mails = await messagesOf(id)
    expect(receivers(mails)).toEqual(BUYERS)
    expect(mails[0].body).toContain('were expected on 28-11-2026 and have not arrived yet')
    expect(mails[0].body).toContain(', Nagpur')
    expect(await mailDelays(db)).toBe(0)
  })

  it('is announced once by two processes at the same moment', { tags: ['locks'] }, async () => {
    const { id } = await booked()
    await transact(db, trx => trx('message_log').del())
    await clockAt('2026-11-29T03:00:00.000Z')
    await Promise.all([mailDelays(db), mailDelays(db), mailDelays(db)])
    expect(await messagesOf(id)).toHaveLength(3)
  })

  it('is no news once the goods have arrived, or after a week', async () => {
    const [arrived, old] = [await booked(), await booked()]
    await report(arrived.id, 'DELIVERED', at('05:00'))
    await transact(db, trx => trx('message_log').del())
    await clockAt('2026-12-10T03:00:00.000Z')
    await mailDelays(db)
    expect(await messagesOf(arrived.id)).toEqual([])
    expect(await messagesOf(old.id)).toEqual([])
  })
})

describe('a shipment of the sister business', () => {
  async function sigma(sendTrackingMail: boolean) {
    const { id } = await booked()
    const buyer = await exampleRow(db, sigmaCustomers, { email: 'lab@sigma.example', sendTrackingMail })
    const follower = await exampleRow(db, employee, { email: `follower${id}@own.example` })
    await exampleRow(db, employeeSigmaMap, {
      employeeId: follower.id,
      mapType: 'CUSTOMER',
      sigmaCustomerId: buyer.id,
      plantCode: null,
    })
    await db('lr').where({ id }).update({ businessLine: 'SIGMA' })
    await db('lr_line')
      .where({ lrId: id })
      .update({ invoiceId: null, sigmaInvoiceNo: `SG${id}`, sigmaCustomerId: buyer.id })
    await transact(db, trx => trx('message_log').del())
    return { id, follower: `follower${id}@own.example` }
  }

  it('is announced to its customer, and to the employees who follow it with the remarks', async () => {
    const { id, follower } = await sigma(true)
    await report(id, 'IN_TRANSIT', at('04:00'))
    await report(id, 'UNDELIVERED', { ...at('05:00'), reason: 'CLOSED', remarks: 'Guard was rude' })
    const mails = await messagesOf(id, { templateCode: 'UNDELIVERED' })
    expect(receivers(mails)).toEqual(['lab@sigma.example', follower])
    expect(mails[0].body).not.toContain('rude')
    expect(mails[1].body).toContain('(Guard was rude)')
  })

  it('is announced to the employees alone where the customer wants no tracking messages', async () => {
    const { id, follower } = await sigma(false)
    await transact(db, trx => mailShipment(trx, id, 'BOOKED'))
    expect(receivers(await messagesOf(id))).toEqual([follower])
  })
})
