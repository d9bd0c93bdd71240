import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mail, sendMail } from '../../../api/mail/messages.ts'
import { transact } from '../../../api/platform/transact.ts'
import type { MessageLog } from '../../../resources/platform/message-log.ts'
import { smsGateway } from '../../support/gateways/sms-gateway.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
let gateway: ReturnType<typeof smsGateway>
beforeAll(async () => {
  gateway = smsGateway(portal)
})
beforeEach(() => transact(portal.db, trx => trx('message_log').del()))

const sms = (more: Partial<Mail> = {}): Mail => ({
  medium: 'SMS',
  template: 'SHIPPED',
  topic: 'SHIPMENT',
  to: '98200 12345',
  values: {
    invoiceNo: 'INV000123',
    plantName: 'Bhiwandi CnF',
    lrNo: 'VRL4711',
    transporterName: 'The Very Long Named Transport Corporation of India',
    expectedDate: '25-11-2026',
    trackingLink: '{portal}/track-shipment',
  },
  ...more,
})
const otp = (more: Partial<Mail> = {}) =>
  sms({ template: 'OTP', topic: 'SECURITY', values: { minutes: '10' }, secrets: { code: '493028' }, ...more })
const write = (one: Mail) => transact(portal.db, trx => sendMail(trx, one))
const only = async (): Promise<MessageLog> => (await portal.db('message_log'))[0]
async function until(holds: (row: MessageLog) => boolean): Promise<MessageLog> {
  for (let tries = 0; tries < 100; tries++) {
    await portal.runDue()
    const row = await only()
    if (row && holds(row)) return row
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return only()
}
const again = () => transact(portal.db, trx => trx('message_log').update({ nextAttemptAt: '2026-01-01T00:00:00.000Z' }))

describe('an SMS', () => {
  it('goes over HTTP with its DLT ids to ten digits, links whole and other words cut to 30 characters', async () => {
    expect(await write(sms())).toBe('QUEUED')
    const { messageNo } = await only()
    expect(await gateway.phone(messageNo)).toMatch(
      /^Your goods of invoice INV000123 left Bhiwandi CnF under LR VRL4711 by The Very Long Named Transport\. Expected 25-11-2026\. Track: http:\/\/[^ ]+\/track-shipment$/,
    )
    expect((await gateway.call(`messages/${messageNo}`)).body).toMatchObject({
      to: '919820012345',
      sender: 'MERLAB',
      templateId: expect.stringMatching(/^11071600000000\d{5}$/),
    })
  })

  it('is SENT once the gateway has it, and has its time of delivery once the phone does', async () => {
    await write(sms())
    expect(await until(row => row.deliveredAt !== null)).toMatchObject({
      status: 'SENT',
      attempts: 1,
      toAddress: '9820012345',
      sentAt: expect.any(String),
    })
  })

  it('that no phone had is shown as bounced, with the reason', async () => {
    await gateway.behave('undelivered')
    await write(sms())
    expect(await until(row => row.status === 'BOUNCED')).toMatchObject({
      status: 'BOUNCED',
      errorText: 'Not delivered: Switched off',
      deliveredAt: null,
    })
  })

  it.each([
    ['dead', 'The SMS gateway could not be reached'],
    ['broken', 'The SMS gateway answered 503: Try again later'],
    ['busy', 'The SMS gateway answered 429: Too many SMS'],
  ] as const)('waits and is tried again when the gateway is %s', async (mode, reason) => {
    await gateway.behave(mode)
    const began = Date.now()
    await write(sms())
    const row = await until(one => one.errorText !== null)
    expect(row).toMatchObject({ status: 'QUEUED', attempts: 1, errorText: reason })
    const pause = (Date.parse(row.nextAttemptAt) - began) / 1000
    expect(pause).toBeGreaterThan(mode === 'busy' ? 115 : 45)
    await again()
    expect(await until(one => one.status === 'SENT')).toMatchObject({ status: 'SENT', attempts: 2, errorText: null })
  })

  it('whose answer was lost is posted again and reaches the phone once', async () => {
    await gateway.behave('lost')
    await write(sms())
    const { messageNo } = await until(one => one.errorText !== null)
    await again()
    await until(one => one.status === 'SENT')
    expect((await gateway.call(`messages/${messageNo}`)).body).toMatchObject({ messageId: messageNo, posted: 2 })
  })

  it('that the gateway refuses fails for good, and its code is erased', async () => {
    await gateway.behave('refuse')
    await write(otp())
    expect(await until(one => one.status === 'FAILED')).toMatchObject({
      status: 'FAILED',
      secrets: null,
      errorText: 'The SMS gateway answered 422: The text does not fit its DLT template',
    })
  })

  it('leaves no code in the log, which is read by others', async () => {
    await write(otp())
    const { messageNo } = await only()
    expect(await gateway.phone(messageNo)).toBe('493028 is your code, valid for 10 minutes. Do not share it.')
    const row = await until(one => one.status === 'SENT')
    expect(row.body).toBe(
      '{code} is your code, valid for {minutes} minutes. Do not share it.'.replace('{minutes}', '10'),
    )
    expect(JSON.stringify(row)).not.toContain('493028')
  })

  it('to no mobile number is saved as failed, and says whose is missing', async () => {
    for (const to of [null, '', '12345', '5820012345', '98200123456', 'a@b.example'])
      expect([to, await write(sms({ to, whom: 'Ship-to 200345' }))]).toEqual([to, 'FAILED'])
    expect((await only()).errorText).toBe('Ship-to 200345 has no mobile number')
  })

  it('carries no link to another address, and none with a token of more than 30 characters', async () => {
    const linked = (trackingLink: string) => sms({ values: { ...sms().values, trackingLink } })
    expect(await write(linked('https://evil.example/x'))).toBe('FAILED')
    expect((await only()).errorText).toBe("{trackingLink} leads to another address than the portal's, which no SMS may")
    await transact(portal.db, trx => trx('message_log').del())
    expect(await write(linked(`{portal}/feedback#${'x'.repeat(31)}`))).toBe('FAILED')
    expect(await write(linked(`{portal}/feedback#${'x'.repeat(22)}`))).toBe('QUEUED')
  })

  it('is not sent to whoever opted out of its topic, unless it is about sign-in; feedback counts as shipment', async () => {
    const admin = await personWith(portal, ['SYS_ADMIN'])
    const optOut = { address: '9820012345', topic: 'SHIPMENT' }
    const { body } = await admin.post('/api/shipment-tracking/opt-out-sms', optOut)
    expect(await write(sms())).toBe('SUPPRESSED')
    expect(await write(sms({ template: 'DELIVERED_FEEDBACK', topic: 'FEEDBACK' }))).toBe('SUPPRESSED')
    expect(await write(sms({ topic: 'ORDER' }))).toBe('QUEUED')
    expect(await write(otp())).toBe('QUEUED')
    await admin.delete(`/api/shipment-tracking/opt-out-sms/${body.id}`)
    expect(await write(sms())).toBe('QUEUED')
  })

  it('says what is not registered with DLT, and fails', async () => {
    const set = (key: string, value: string) => portal.db('app_setting').where({ key }).update({ value })
    await set('sms.header', '-')
    await write(sms())
    expect((await until(one => one.status === 'FAILED')).errorText).toBe(
      'Our DLT header is missing: write it under Settings, sms.header',
    )
    await set('sms.header', 'MERLAB')
    await transact(portal.db, trx => trx('message_log').del())
    await portal.db('message_template').where({ code: 'SHIPPED', medium: 'SMS' }).update({ dltTemplateId: null })
    await write(sms())
    expect((await until(one => one.status === 'FAILED')).errorText).toBe(
      'The SMS template SHIPPED has no DLT template id: write it under Message Templates',
    )
  })

  it('begins its links with the whitelisted address', async () => {
    await portal.db('app_setting').where({ key: 'sms.link_address' }).update({ value: 'https://mrl.example' })
    await write(sms({ template: 'OUT_FOR_DELIVERY', values: { lrNo: 'V1', trackingLink: '{portal}/track-shipment' } }))
    const { messageNo } = await only()
    expect(await gateway.phone(messageNo)).toContain('Track: https://mrl.example/track-shipment')
    await portal.db('app_setting').where({ key: 'sms.link_address' }).update({ value: '-' })
  })
})

describe('a delivery report', () => {
  it('is taken from the bearer of its token alone', async () => {
    const report = { messageId: 'MS262700000001', status: 'DELIVERED' }
    expect((await portal.nobody.post('/api/sms-reports', report)).status).toBe(401)
    expect((await portal.nobody.post('/api/sms-reports', report, { 'X-Report-Token': 'x'.repeat(64) })).status).toBe(
      401,
    )
  })
})

describe('the simulated gateway', () => {
  it('is open to the bearer of its token alone', async () => {
    const answer = await fetch(`${portal.simulators.url}/sms-gateway/messages/MS262700000001`)
    expect(answer.status).toBe(401)
  })

  it('takes no SMS without DLT ids', async () => {
    const { status, body } = await gateway.call('messages', { messageId: 'x', to: '919820012345', sender: 'MERLAB' })
    expect([status, body.message]).toEqual([422, 'entityId is not registered'])
  })
})
