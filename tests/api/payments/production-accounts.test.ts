import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { eligibilityOf } from '../../../api/payments/eligibility.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { setEnvironment } from '../../../api/platform/environment.ts'
import { importDesk } from '../../support/imports.ts'
import { payingCustomer } from '../../support/payments/cart-desk.ts'
import { enterAccount } from '../../support/payments/confirmed-account.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')
const live = { mode: 'LIVE', companyCode: '1000', payAt: 'https://secure.payu.in', askAt: 'https://info.payu.in' }
const account = (code: string, more: object) => ({
  ...{ code, gateway: 'PAYU', mode: 'TEST', companyCode: '1000', validFrom: '2026-04-01' },
  ...more,
})
afterEach(() => setEnvironment('test'))

const terms = async (merchantAccount: string, gateway = 'PAYU') => {
  const { id: customerId } = await portal
    .db('customer')
    .where('isActive', 1)
    .whereNotIn('id', portal.db('upload_payment_customers').select('customerId'))
    .first('id')
  return { customerId, merchantAccount, gateway, validFrom: '2027-01-01' }
}

describe('in production', () => {
  it('no account for tests is saved, and a live one is', async () => {
    setEnvironment('production')
    for (const gateway of ['PAYU', 'MOCK']) {
      const { status, body } = await finance.post('/api/settings/payment-account', account(`T_${gateway}`, { gateway }))
      expect(status).toBe(400)
      expect(body.errors[0]).toMatchObject({ field: 'mode', code: 'NOT_ALLOWED' })
    }
    expect((await finance.post('/api/settings/payment-account', account('LIVE1', live))).status).toBe(201)
  })

  it('nobody is set up to pay through an account for tests, by hand or by a file', async () => {
    expect(await enterAccount(portal, finance, account('LIVE2', live))).toBe(201)
    setEnvironment('production')
    for (const [code, gateway] of [
      ['PAYU1', 'PAYU'],
      ['MAIN', 'MOCK'],
    ] as const) {
      const { status, body } = await finance.post('/api/masters/upload-payment-customers', await terms(code, gateway))
      expect(status).toBe(400)
      expect(body.errors[0]).toMatchObject({ field: 'merchantAccount', code: 'NOT_ALLOWED' })
    }
    expect((await finance.post('/api/masters/upload-payment-customers', await terms('LIVE2'))).status).toBe(201)
    const desk = await importDesk(portal.db, ['FINANCE'])
    const { customerId } = await terms('PAYU1')
    const { code } = await portal.db('customer').where({ id: customerId }).first('code')
    const rows = `customer_code,gateway,merchant_account,valid_from\n${code},PAYU,PAYU1,2027-01-01\n`
    const job = await desk.bring('masters/upload-payment-customers', rows)
    expect(await desk.errorsOf(job)).toMatchObject([{ columnName: 'merchant_account', errorCode: 'NOT_ALLOWED' }])
    desk.close()
  })

  it('who was set up before does not pay, and the log says why', async () => {
    const { customerId } = await payingCustomer(portal, [100_00])
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: line => lines.push(line) })
    const config = readConfig({ NODE_ENV: 'production', BILTY_SECRET: 'x'.repeat(40), BILTY_HOME: portal.home })
    expect(await eligibilityOf(portal.db, customerId, { config, log, around: { simulators: null } })).toEqual({
      isEligible: false,
      why: 'Online payment is not available at present: contact us',
    })
    expect(lines.join()).toContain('The payment account MAIN is for tests')
  })
})

describe('in a demonstration', () => {
  it('accounts for tests are saved and used', async () => {
    expect(await enterAccount(portal, finance, account('TEST9', {}))).toBe(201)
    expect((await finance.post('/api/masters/upload-payment-customers', await terms('TEST9'))).status).toBe(201)
  })
})
