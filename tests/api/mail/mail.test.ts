import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimMessage } from '../../../api/mail/claim-message.ts'
import { renderMail } from '../../../api/mail/mail-text.ts'
import { type Mail, sendMail } from '../../../api/mail/messages.ts'
import { mailSender } from '../../../api/mail/send-mail.ts'
import type { MessageSender } from '../../../api/mail/sending-loop.ts'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import type { Company } from '../../../api/platform/company.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'
import { mailServer } from '../../support/mail-server.ts'

let database: TestDatabase
let db: Knex
beforeAll(async () => {
  database = await seededDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(() => db('message_log').del())

const config = (SMTP_URL: string) =>
  readConfig({ NODE_ENV: 'test', SMTP_URL, MAIL_FROM: 'Bilty <orders@bilty.example>', LOG_LEVEL: 'silent' })

const open: { stop(): Promise<void> }[] = []
const sender = (url: string): MessageSender => {
  const made = mailSender({ config: config(url), db, log: createLog({ logLevel: 'silent' }) })
  open.push(made)
  return made
}
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop()
})

const mail = (more: Partial<Mail> = {}): Mail => ({
  template: 'ORDER_SUBMITTED',
  topic: 'ORDER',
  to: 'Buyer@Customer.example',
  values: { name: 'Asha', orderNo: 'OR2627000001', orderDate: '20-11-2026', grossValue: '₹ 1,00,000.00', link: 'x' },
  ...more,
})
const company: Company = {
  name: 'Meridian Laboratories',
  address: 'Gala 11, Bhiwandi 421302',
  gstin: '27AAPFU0939F1ZV',
  replyTo: 'orders@meridian.example',
}
const write = (one: Mail) => transact(db, trx => sendMail(trx, one))
const only = async () => (await db('message_log'))[0]

describe('a mail', () => {
  it('is stored in the transaction of its cause, or not at all', async () => {
    await expect(
      transact(db, async trx => {
        await sendMail(trx, mail())
        expect(await trx('message_log')).toHaveLength(1)
        throw new Error('the order was refused')
      }),
    ).rejects.toThrow('refused')
    expect(await db('message_log')).toEqual([])
  })

  it('is filled in from its template and sent over a real SMTP connection', async () => {
    const server = await mailServer()
    await write(mail())
    await sender(server.url).drain()
    await server.close()
    expect(server.taken).toHaveLength(1)
    expect(server.taken[0]).toMatch(/^From: Bilty <orders@bilty.example>/m)
    expect(server.taken[0]).toMatch(/^To: buyer@customer.example/m)
    expect(server.taken[0]).toMatch(/^Subject: Order OR2627000001 received/m)
    // The plain text comes first: a program of mail shows the last part that it can.
    expect(server.taken[0]!.match(/^Content-Type: (multipart|text)\/\w+/gm)).toEqual([
      'Content-Type: multipart/alternative',
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ])
    expect(await only()).toMatchObject({ status: 'SENT', attempts: 1, sentAt: expect.any(String) })
  })

  it('ends with the company, its address and GSTIN, and is answered to the desk that the settings name', async () => {
    const entered = {
      'company.name': 'Meridian Laboratories',
      'company.address': 'Gala 11, Bhiwandi 421302',
      'company.gstin': '27AAPFU0939F1ZV',
      'mail.reply_to': 'orders@meridian.example',
    }
    const before = await db('app_setting').whereIn('key', Object.keys(entered))
    for (const [key, value] of Object.entries(entered)) await db('app_setting').where({ key }).update({ value })
    const server = await mailServer()
    await write(mail())
    await sender(server.url).drain()
    await server.close()
    for (const { id, value } of before) await db('app_setting').where({ id }).update({ value })
    expect(server.taken[0]).toMatch(/^Reply-To: orders@meridian.example/m)
    const text = renderMail(await only(), { portalUrl: 'https://bilty.example', secret: 'x'.repeat(32) }, company)
    expect(text).toMatch(
      /\n\n--\nMeridian Laboratories\nGala 11, Bhiwandi 421302\nGSTIN 27AAPFU0939F1ZV\nAnswer this mail to write to us: orders@meridian.example\nNo more e-mails about [^:]+: https:\S+$/,
    )
    for (const line of Object.values(entered)) expect(server.taken[0]).toContain(line)
  })

  it('is answered to the desk that its template names, where it names one', async () => {
    const server = await mailServer()
    await write(mail())
    const { templateCode: code } = await only()
    const replyTo = 'accounts@meridian.example'
    await db('message_template').where({ code, medium: 'EMAIL' }).update({ replyTo })
    await sender(server.url).drain()
    await server.close()
    await db('message_template').where({ code }).update({ replyTo: null })
    expect(server.taken[0]).toMatch(/^Reply-To: accounts@meridian.example/m)
  })

  it('waits while the server is unavailable or defers it, and is retried later', async () => {
    const server = await mailServer({ code: 451, says: 'greylisted' })
    await write(mail())
    const began = Date.now()
    await sender(server.url).drain()
    const { status, attempts, nextAttemptAt, errorText } = await only()
    expect([status, attempts]).toEqual(['QUEUED', 1])
    expect(errorText).toContain('greylisted')
    expect(nextAttemptAt > new Date(began + 30_000).toISOString()).toBe(true)
    await server.close()
    await db('message_log').update({ nextAttemptAt: '2026-01-01T00:00:00.000Z' })
    await sender(server.url).drain()
    expect(await only()).toMatchObject({ status: 'QUEUED', attempts: 2 })
  })

  it('that waited too long without a server expires with its link instead of being sent', async () => {
    const server = await mailServer()
    await write(mail({ template: 'INVITE', topic: 'SECURITY', secrets: { link: 'https://portal/secret' } }))
    await db('message_log').update({ createdAt: secondsFromNow(-49 * 3600) })
    await write(mail())
    await sender(server.url).drain()
    await server.close()
    expect(server.taken).toHaveLength(1)
    expect(await db('message_log').orderBy('id')).toMatchObject([
      { status: 'EXPIRED', secrets: null, errorText: 'Not sent: it had waited longer than 48 hours' },
      { status: 'SENT' },
    ])
  })

  it('without a receiver is stored as failed, and says whose address is missing', async () => {
    expect(await write(mail({ to: null, whom: 'Customer 100123 Acme' }))).toBe('FAILED')
    expect((await only()).errorText).toBe('Customer 100123 Acme has no e-mail address')
  })

  it('leaves out copies to people who opted out', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    await db('opt_out_email').insert({
      address: 'quiet@customer.example',
      topic: 'ORDER',
      source: 'SELF',
      medium: 'EMAIL',
      tokenUsed: 0,
      naturalKey: 'quiet',
      isActive: 1,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
    await write(mail({ cc: 'quiet@customer.example, loud@customer.example' }))
    expect((await only()).cc).toBe('loud@customer.example')
    await db('opt_out_email').where({ naturalKey: 'quiet' }).del()
  })

  it('fails permanently when the server rejects it, and its link is erased', async () => {
    const server = await mailServer({ code: 550, says: 'no such mailbox' })
    await write(mail({ template: 'INVITE', topic: 'SECURITY', secrets: { link: 'https://portal/secret' } }))
    await sender(server.url).drain()
    await server.close()
    expect(await only()).toMatchObject({ status: 'FAILED', secrets: null })
    expect((await only()).errorText).toContain('no such mailbox')
  })

  it('hides links and codes from readers, sends them, and erases them', async () => {
    const server = await mailServer()
    await write(
      mail({
        template: 'INVITE',
        topic: 'SECURITY',
        values: { name: 'Ravi', loginId: 'ravi' },
        secrets: { link: 'https://portal/secret-link' },
      }),
    )
    expect((await only()).body).toContain('{link}')
    await sender(server.url).drain()
    await server.close()
    expect(server.taken[0]!.replaceAll('=\r\n', '')).toContain('https://portal/secret-link')
    expect(JSON.stringify(await only())).not.toContain('secret-link')
  })

  it('accepts no header or second receiver from filled-in values', async () => {
    const server = await mailServer()
    await write(mail({ values: { ...mail().values, orderNo: 'OR1\r\nBcc: all@customer.example' } }))
    await sender(server.url).drain()
    await server.close()
    const head = server.taken[0]!.split('\r\n\r\n')[0]
    expect(head).not.toMatch(/^Bcc:/m)
    expect(head).toMatch(/^Subject: Order OR1 Bcc: all@customer.example received/m)
  })

  it('goes to one plain address and to no other in its text or copies', async () => {
    for (const to of [
      'a@b.example\r\nBcc: all@customer.example',
      'a@b.example, c@d.example',
      'group: a@b.example;',
      '"x" <a@b.example>',
    ])
      expect([to, await write(mail({ to }))]).toEqual([to, 'FAILED'])
    await db('message_log').del()
    await write(mail({ cc: 'ok@b.example, no@b.example\r\nBcc: all@customer.example, x: y@b.example' }))
    expect((await only()).cc).toBe('ok@b.example')
  })

  it('is not sent to people who opted out of its topic, unless it is about sign-in or money', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    const row = { address: 'buyer@customer.example', topic: 'ALL', source: 'SELF', medium: 'EMAIL', tokenUsed: 0 }
    await db('opt_out_email').insert({
      ...row,
      naturalKey: 'k',
      isActive: 1,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
    expect(await write(mail())).toBe('SUPPRESSED')
    expect(await write(mail({ template: 'RESET_PASSWORD', topic: 'SECURITY' }))).toBe('QUEUED')
    expect(await write(mail({ template: 'PAYMENT_RECEIPT', topic: 'PAYMENT' }))).toBe('QUEUED')
    await db('opt_out_email').where({ naturalKey: 'k' }).del()
  })

  it('with a missing template fails with a message and does not undo its cause', async () => {
    expect(await write(mail({ template: 'NO_SUCH_TEXT' }))).toBe('FAILED')
    expect((await only()).errorText).toContain('NO_SUCH_TEXT')
  })

  it('is claimed by one of many workers, and again when that one died', async () => {
    for (let count = 0; count < 5; count++) await write(mail())
    const claimed = await Promise.all(Array.from({ length: 12 }, () => claimMessage(db, 'EMAIL')))
    const ids = claimed.flatMap(one => (one ? [one.id] : []))
    expect(ids.length).toBe(new Set(ids).size)
    await db('message_log').update({ lockedUntil: '2026-01-01T00:00:00.000Z' })
    expect((await claimMessage(db, 'EMAIL'))?.attempts).toBe(2)
  })

  it('is sent once by two concurrent senders', async () => {
    const server = await mailServer()
    for (let count = 0; count < 10; count++) await write(mail())
    await Promise.all([sender(server.url).drain(), sender(server.url).drain()])
    await server.close()
    expect(server.taken).toHaveLength(10)
  })
})

describe('the settings of mail', () => {
  it('are refused with a sentence that names the variable and never repeats a password', () => {
    const read = (env: Record<string, string>) => () => readConfig({ NODE_ENV: 'test', ...env })
    expect(read({ SMTP_URL: 'ftp://user:hush@host' })).toThrow(/^SMTP_URL is not an address/)
    expect(read({ SMTP_URL: 'ftp://user:hush@host' })).not.toThrow(/hush/)
    expect(read({ SMTP_URL: 'smtp://host' })).toThrow(/^MAIL_FROM/)
    expect(read({ PORTAL_URL: 'javascript:1' })).toThrow(/^PORTAL_URL/)
  })
})
