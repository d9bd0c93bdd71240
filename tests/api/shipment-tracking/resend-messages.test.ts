import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailSender } from '../../../api/mail/send-mail.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { optOutEmail } from '../../../resources/shipment-tracking/opt-out-email.ts'
import { deskWithMessages } from '../../support/dispatches/shipment-news.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { mailServer, readMail } from '../../support/mail-server.ts'
import { personWith } from '../../support/people.ts'

const { portal, db, desk, otherDesk, transporter, booked, report, messagesOf, linkOf, clockAt, close } =
  await deskWithMessages()
let server: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  server = await mailServer()
})
afterAll(async () => {
  await server.close()
  await close()
})
beforeEach(() => clockAt())
afterEach(() => db('opt_out_email').del())

/** Sends by SMTP all that waits. */
async function deliver() {
  const config = readConfig({
    NODE_ENV: 'test',
    SMTP_URL: server.url,
    MAIL_FROM: 'Bilty <orders@bilty.example>',
    PORTAL_URL: 'https://portal.example',
    LOG_LEVEL: 'silent',
  })
  const sender = mailSender({ config, db, log: createLog({ logLevel: 'silent' }) })
  await sender.drain()
  await sender.stop()
}

/** An LR whose messages were sent; returns the one to the ship-to. */
async function sent(eventCode?: string) {
  const { id } = await booked()
  if (eventCode) await report(id, eventCode, { eventAt: '2026-11-20T05:00:00.000Z' })
  const template = eventCode === 'DELIVERED' ? 'DELIVERED_FEEDBACK' : 'SHIPPED'
  await db('message_log')
    .where({ status: 'QUEUED' })
    .update({ status: 'SENT', sentAt: '2026-11-20T06:30:00.000Z', secrets: null })
  const [first] = await messagesOf(id, { templateCode: template, medium: 'EMAIL' })
  return first as { id: number; rowVersion: number; ownerId: number; messageNo: string; toAddress: string }
}
const resend = (rows: { id: number; rowVersion: number }[], asked = {}, by = desk) =>
  by.post('/api/message-logs/actions', {
    action: 'resend',
    rows: rows.map(({ id, rowVersion }) => ({ id, rowVersion })),
    asked,
  })
const again = (of: { id: number }) => db('message_log').where({ retriggerOfId: of.id }).orderBy('id')

describe('a message that is sent again', () => {
  it('is a row of its own with the same text, and goes out by SMTP', async () => {
    const first = await sent()
    expect(await resend([first])).toMatchObject({ status: 201, body: { message: 'Sent again: 1.' } })
    const [second, ...more] = await again(first)
    expect(more).toEqual([])
    expect(second).toMatchObject({
      status: 'QUEUED',
      toAddress: first.toAddress,
      templateCode: 'SHIPPED',
      topic: 'SHIPMENT',
    })
    expect(second.messageNo).not.toBe(first.messageNo)
    expect(second.createdById).not.toBeNull()
    await deliver()
    const mail = readMail(server.taken.at(-1)!)
    expect(mail.to).toBe('stores@buyer.example')
    expect(mail.text).toContain('https://portal.example/track-shipment?type=LR&number=')
    expect(server.taken.at(-1)).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
    expect((await again(first))[0]).toMatchObject({ status: 'SENT' })
  })

  it('holds a new feedback link, and the earlier one ends', async () => {
    const { id } = await booked()
    await report(id, 'DELIVERED', { eventAt: '2026-11-20T05:00:00.000Z' })
    const old = await linkOf(id)
    await transact(db, trx => trx('message_log').where({ status: 'QUEUED' }).update({ status: 'SENT', secrets: null }))
    const both = await messagesOf(id, { templateCode: 'DELIVERED_FEEDBACK', medium: 'EMAIL' })
    expect(await resend(both)).toMatchObject({ status: 201, body: { message: 'Sent again: 3.' } })
    expect((await portal.nobody.post('/api/feedback-links', { token: old })).status).toBe(404)
    await deliver()
    const tokens = server.taken.slice(-3).map(raw => /feedback#([\w-]{22})/.exec(readMail(raw).text)![1])
    expect(new Set(tokens).size).toBe(1)
    expect((await portal.nobody.post('/api/feedback-links', { token: tokens[0] })).status).toBe(201)
    for (const row of await messagesOf(id)) {
      expect(row.secrets).toBeNull()
      expect(row.body).not.toContain(tokens[0])
    }
  })

  it('asks no more for feedback that was given, or whose delivery was reopened', async () => {
    const given = await sent('DELIVERED')
    const { id, lrId } = await db('shipment').where({ lrId: given.ownerId }).first()
    await db('feedback').insert({
      shipmentId: id,
      lrId,
      rating: 5,
      goodsOk: 1,
      submittedAt: 'x',
      followUpStatus: 'NONE',
      complaintProposal: 'NONE',
      rowVersion: 1,
      createdAt: 'x',
      updatedAt: 'x',
    })
    expect(await resend([given])).toMatchObject({
      status: 422,
      body: { message: `${given.messageNo}: the customer has given the feedback` },
    })
    const reopened = await sent('DELIVERED')
    await report(reopened.ownerId, 'IN_TRANSIT', { eventAt: '2026-11-20T06:00:00.000Z', remarks: 'By mistake' })
    expect(await resend([reopened])).toMatchObject({
      status: 422,
      body: { message: `${reopened.messageNo}: the goods are not delivered` },
    })
  })

  it('goes to a corrected address for this sending, one message at a time', async () => {
    const [one, other] = [await sent(), await sent()]
    expect((await resend([one], { toAddress: 'New.Stores@Buyer.example' })).status).toBe(201)
    expect(await again(one)).toMatchObject([{ toAddress: 'new.stores@buyer.example' }])
    expect((await db('message_log').where({ id: one.id }).first()).toAddress).toBe('stores@buyer.example')
    expect(await resend([one, other], { toAddress: 'new@buyer.example' })).toMatchObject({ status: 400 })
    for (const wrong of ['stores', 'a@b.example, c@d.example', 'x@y.example\r\nBcc: z@z.example'])
      expect(await resend([other], { toAddress: wrong })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'toAddress' }] },
      })
    expect(await again(other)).toEqual([])
  })

  it('is held back where the receiver opted out, also at a corrected address', async () => {
    const first = await sent()
    await exampleRow(db, optOutEmail, { address: 'stores@buyer.example', topic: 'SHIPMENT' })
    expect((await resend([first])).body.message).toBe('Sent again: 0. Not sent, because the receiver opted out: 1.')
    await exampleRow(db, optOutEmail, { address: 'other@buyer.example', topic: 'ALL' })
    await resend([first], { toAddress: 'other@buyer.example' })
    expect(await again(first)).toMatchObject([{ status: 'SUPPRESSED' }, { status: 'SUPPRESSED' }])
  })

  it('goes three times a day at most, whichever of its sendings is chosen', async () => {
    const first = await sent()
    for (let time = 0; time < 2; time += 1) expect((await resend([first])).status).toBe(201)
    await transact(db, trx => trx('message_log').where({ retriggerOfId: first.id }).update({ status: 'SENT' }))
    const [second] = await again(first)
    expect((await resend([second])).status).toBe(201)
    const refusal = {
      status: 422,
      body: { message: `${first.messageNo}: it was sent again 3 times today: try tomorrow` },
    }
    expect(await resend([first])).toMatchObject(refusal)
    await clockAt('2026-11-21T06:30:00.000Z')
    expect((await resend([first])).status).toBe(201)
    expect(await again(first)).toHaveLength(4)
  })

  it('goes three times when five people press at the same moment', async () => {
    const first = await sent()
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend([first])))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422])
    expect(await again(first)).toHaveLength(3)
  })

  it('of several leaves out those that cannot go, and names them', async () => {
    const [one, other] = [await sent(), await sent()]
    for (let time = 0; time < 3; time += 1) await resend([other])
    const { status, body } = await resend([one, other])
    expect(status).toBe(201)
    expect(body.message).toBe(
      `Sent again: 1. Left out: ${other.messageNo}: it was sent again 3 times today: try tomorrow.`,
    )
  })

  it('needs an address and a text', async () => {
    const [first, second] = [await sent(), await sent()]
    await db('message_log').where({ id: first.id }).update({ toAddress: '', status: 'FAILED' })
    expect((await resend([first])).body.message).toContain('it has no address: send it separately to another address')
    expect((await resend([first], { toAddress: 'new@buyer.example' })).status).toBe(201)
    await db('message_log').where({ id: second.id }).update({ body: '', status: 'FAILED' })
    expect((await resend([second])).body.message).toContain('it was never written, because its template was missing')
  })

  it('is at most one of 200 at a time', async () => {
    const first = await sent()
    const row = await db('message_log').where({ id: first.id }).first()
    const { id: _, ...copy } = row
    const copies = Array.from({ length: 201 }, (_, index) => ({ ...copy, messageNo: `X${index}-${first.id}` }))
    for (const one of copies) await db('message_log').insert(one)
    const rows = await db('message_log').where('messageNo', 'like', `X%-${first.id}`).select('id', 'rowVersion')
    expect(await resend(rows)).toMatchObject({ status: 400, body: { message: expect.anything() } })
    expect(await resend(rows.slice(0, 200))).toMatchObject({ status: 201, body: { message: 'Sent again: 200.' } })
  })
})

describe('messages', () => {
  it('are read and sent again by the desk of the plant, not by other plants, transporters or customers', async () => {
    const first = await sent()
    expect((await resend([first], {}, otherDesk)).status).toBe(404)
    expect((await otherDesk.get(`/api/message-logs?id=${first.id}`)).body.total).toBe(0)
    const { customerId } = await db('shipment').where({ lrId: first.ownerId }).first('customerId')
    const buyer = await personWith(portal, ['CUSTOMER'], { customerId })
    const auditor = await personWith(portal, ['AUDITOR'])
    for (const one of [transporter, buyer, auditor]) expect((await resend([first], {}, one)).status).toBe(403)
    for (const one of [transporter, buyer]) expect((await one.get('/api/message-logs')).status).toBe(403)
  })

  it('of sign-in, money and others never leave a desk', async () => {
    const first = await sent()
    for (const topic of ['SECURITY', 'PAYMENT', 'COMPLAINT']) {
      await db('message_log').where({ id: first.id }).update({ topic })
      expect((await resend([first])).status).toBe(404)
      const admin = await personWith(portal, ['SYS_ADMIN'])
      expect((await resend([first], {}, admin)).status).toBe(409)
    }
  })

  it('reach the dispatch desk without their text, which may hold amounts', async () => {
    const first = await sent()
    const { body } = await desk.get(`/api/message-logs/${first.id}`)
    expect(body).toMatchObject({ toAddress: 'stores@buyer.example', templateCode: 'SHIPPED' })
    expect(body).not.toHaveProperty('body')
    expect(body).not.toHaveProperty('secrets')
  })
})
