import { describe, expect, it } from 'vitest'
import { formOn } from '../../support/gateways/simulated-shop.ts'
import { importDesk } from '../../support/imports.ts'
import { checkOut, payingCustomer } from '../../support/payments/cart-desk.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const path = '/api/settings/payment-account'
const portal = portalOfFile(() =>
  demoPortal({ PAYMENT_HOSTS: 'evil.example', PAYMENT_PAYU1_KEY: 'key', PAYMENT_PAYU1_SALT: 'salt' }),
)
const finance = portal.person('finance')
const colleague = portal.person('sneha')
const admin = portal.person('sys_admin')

const stored = (code: string) => portal.db('payment_account').where({ code }).first()
const change = async (who: ApiClient, code: string, values: object) => {
  const { id, rowVersion } = await stored(code)
  return who.patch(`${path}/${id}`, { ...values, rowVersion })
}
const act = async (who: ApiClient, action: string, code: string) => {
  const { id, rowVersion } = await stored(code)
  return who.post(`${path}/actions`, { action, rows: [{ id, rowVersion }] })
}
const evil = { payAt: 'https://evil.example', askAt: 'https://evil.example' }
const terms = { merchantAccount: 'PAYU1', gateway: 'PAYU' } as const
/** Where the hand-over page of a new payment leads, and what its policy allows. */
async function handOver() {
  const { one } = await payingCustomer(portal, [], terms)
  const { body } = await checkOut(one, { advanceAmount: 2_500_00 })
  const page = await one.get(body.location)
  return [new URL(formOn(page.body).action).host, page.headers.get('content-security-policy')]
}
const mails = (code: string) =>
  portal
    .db('message_log')
    .where({ templateCode: 'MONEY_CHANGE', ownerId: portal.db('payment_account').where({ code }).select('id') })
    .orderBy('id')

let made = 0
const account = (more: object = {}) => ({
  ...{ code: `NEW${++made}`, gateway: 'PAYU', mode: 'TEST', companyCode: '1000', validFrom: '2026-04-01' },
  ...more,
})

describe('the payment accounts of the demo company', () => {
  it('are confirmed', async () => {
    const states = await portal.db('payment_account').distinct('confirmStatus').pluck('confirmStatus')
    expect(states).toEqual(['CONFIRMED'])
  })
})

describe('a change of a payment account', () => {
  it('leaves payments where they went until a second person with another role confirms it', async () => {
    const [before] = await handOver()
    const proposed = await change(finance, 'PAYU1', evil)
    expect([proposed.status, proposed.body.confirmStatus, proposed.body.payAt]).toEqual([200, 'CHANGE_PENDING', null])
    const [during, policy] = await handOver()
    expect(during).toBe(before)
    expect(policy).not.toContain('evil.example')
    for (const who of [finance, colleague]) expect((await act(who, 'confirm', 'PAYU1')).status).toBe(403)
    expect((await act(colleague, 'confirm', 'PAYU1')).body.message).toBe(
      'What moves money is confirmed by a person with another role than the one who wrote it: IT administrator or Finance',
    )
    expect(await stored('PAYU1')).toMatchObject({ payAt: null, confirmStatus: 'CHANGE_PENDING' })
    expect((await act(admin, 'confirm', 'PAYU1')).status).toBe(201)
    expect(await stored('PAYU1')).toMatchObject({ ...evil, confirmStatus: 'CONFIRMED', pendingChange: null })
    expect((await handOver())[0]).toBe('evil.example')
  })

  it('is mailed to both and to every IT administrator, with the values before and after', async () => {
    const [both, every] = [
      await portal.db('user').whereIn('loginId', ['finance', 'sys_admin']).pluck('email'),
      await portal.db('user').where({ loginId: 'sys_admin' }).pluck('email'),
    ]
    const sent = await mails('PAYU1')
    const to = (event: string) =>
      sent.filter(({ subject }) => subject.endsWith(event)).map(({ toAddress }) => toAddress)
    expect(to('change proposed')).toEqual(expect.arrayContaining([...both, ...every]))
    expect(to('change confirmed')).toEqual(expect.arrayContaining([...both, ...every]))
    expect(sent[0].subject).toBe('Payment account PAYU1: change proposed')
    expect(sent[0].body).toContain('Payment page: empty → https://evil.example')
    expect(sent.at(-1).body).toContain('Payment page: empty → https://evil.example')
    expect(sent.at(-1).body).toContain('It is in force now.')
  })

  it('stands in the history with both persons, before and after', async () => {
    const { id } = await stored('PAYU1')
    const { body } = await admin.get(`/api/history?resource=settings/payment-account&rowId=${id}`)
    const told = JSON.stringify(body)
    expect(told).toContain('"payAt":"https://evil.example"')
    const entries = await portal
      .db('audit_entry')
      .where({ entity: 'payment-account', entityId: id })
      .orderBy('id', 'desc')
    expect(entries.slice(0, 2).map(({ actorId }) => actorId)).toEqual(
      await portal
        .db('user')
        .whereIn('loginId', ['sys_admin', 'finance'])
        .orderByRaw("loginId = 'finance'")
        .pluck('id'),
    )
    expect(JSON.parse(entries[0].beforeJson).payAt).toBeNull()
  })

  it('is not switched off by the setting of limits', async () => {
    await portal.db('app_setting').where({ key: 'limits.four_eyes' }).update({ value: 'false' })
    expect((await change(finance, 'BILLDESK1', { clearingAccount: '999' })).body.confirmStatus).toBe('CHANGE_PENDING')
    expect(await stored('BILLDESK1')).toMatchObject({ clearingAccount: null })
    await portal.db('app_setting').where({ key: 'limits.four_eyes' }).update({ value: 'true' })
  })

  it('that waits is added to by its author alone, and withdrawn without effect', async () => {
    const other = await change(colleague, 'BILLDESK1', { companyCode: '2000' })
    expect([other.status, other.body.message]).toEqual([
      409,
      expect.stringMatching(/^Firdaus Irani changed “Clearing G\/L account” to .* waits for a second person/),
    ])
    expect((await act(admin, 'withdraw', 'BILLDESK1')).status).toBe(201)
    expect(await stored('BILLDESK1')).toMatchObject({ clearingAccount: null, confirmStatus: 'CONFIRMED' })
    expect((await mails('BILLDESK1')).at(-1).body).toContain('The values before stay in force.')
  })

  it('waits by every door: many rows at once, a file, and the way over a deactivation', async () => {
    const { id } = await stored('CCAVENUE1')
    expect((await finance.post(`${path}/bulk`, { ids: [id], expected: 1, change: evil })).status).toBe(201)
    const desk = await importDesk(portal.db, ['FINANCE'])
    const { validFrom } = await stored('MAIN')
    const file = `code,gateway,mode,company_code,pay_at,ask_at,valid_from\nMAIN,MOCK,TEST,1000,http://127.0.0.1:9,http://127.0.0.1:9,${validFrom}\n`
    expect((await desk.bring('settings/payment-account', file, { commit: true })).status).toBe('DONE')
    desk.close()
    for (const code of ['CCAVENUE1', 'MAIN'])
      expect(await stored(code)).toMatchObject({ payAt: null, askAt: null, confirmStatus: 'CHANGE_PENDING' })
    const row = (await finance.post(path, account())).body
    await act(admin, 'confirm', row.code)
    const { body: ended } = await finance.delete(`${path}/${row.id}`)
    expect(ended).toMatchObject({ isActive: false, confirmStatus: 'CONFIRMED' })
    expect((await change(finance, row.code, evil)).body).toMatchObject({ payAt: null, confirmStatus: 'CHANGE_PENDING' })
    expect((await change(finance, row.code, { isActive: true })).body).toMatchObject({ isActive: false, payAt: null })
    expect((await act(colleague, 'confirm', row.code)).status).toBe(403)
    expect((await act(admin, 'confirm', row.code)).status).toBe(201)
    expect(await stored(row.code)).toMatchObject({ isActive: 1, payAt: 'https://evil.example' })
  })
})

describe('a new payment account', () => {
  it('takes no money before it is confirmed', async () => {
    const { body: row } = await finance.post(path, account())
    expect(row.confirmStatus).toBe('PENDING')
    const customer = async () => {
      const { one } = await payingCustomer(portal, [], { merchantAccount: row.code, gateway: 'PAYU' })
      return (await one.get('/api/payments/cart')).body.isEligible
    }
    expect(await customer()).toBe(false)
    const notice = { method: 'POST', body: new URLSearchParams({ txnid: 'PT1' }) }
    expect((await fetch(`${portal.url}/api/payments/notify/${row.code}`, notice)).status).toBe(404)
    for (const who of [finance, colleague]) expect((await act(who, 'confirm', row.code)).status).toBe(403)
    expect((await act(admin, 'confirm', row.code)).status).toBe(201)
    expect(await customer()).toBe(true)
  })

  it('is not confirmed by a second login of the person who wrote it, whatever its role', async () => {
    const [{ employeeId }] = await portal.db('user').where({ loginId: 'finance' })
    const second = await personWith(portal, ['SYS_ADMIN'], { employeeId })
    const { body: row } = await finance.post(path, account())
    expect((await act(second, 'confirm', row.code)).status).toBe(403)
  })

  it('of an IT administrator is confirmed by Finance', async () => {
    const { body: row } = await admin.post(path, account())
    const otherAdmin = await personWith(portal, ['SYS_ADMIN'])
    expect((await act(otherAdmin, 'confirm', row.code)).status).toBe(403)
    expect((await act(colleague, 'confirm', row.code)).status).toBe(201)
  })
})
