import { afterEach, describe, expect, it } from 'vitest'
import { openGateway } from '../../../api/payments/open-gateway.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { setEnvironment } from '../../../api/platform/environment.ts'
import { gatewayHosts } from '../../../resources/payments/gateway-hosts.ts'
import type { PaymentAccount } from '../../../resources/settings/payment-account.ts'
import { importDesk } from '../../support/imports.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const finance = portal.person('finance')
afterEach(() => setEnvironment('test'))

let made = 0
const account = (more: object) => ({
  ...{ code: `HOSTS${++made}`, gateway: 'PAYU', mode: 'LIVE', companyCode: '1000', validFrom: '2026-04-01' },
  ...{ payAt: 'https://secure.payu.in', askAt: 'https://info.payu.in' },
  ...more,
})
const saved = async (more: object) => {
  const { status, body } = await finance.post('/api/settings/payment-account', account(more))
  return [status, ...(body.errors ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)]
}

describe('a payment account', () => {
  it('names hosts of its gateway alone', async () => {
    expect(await saved({ formHosts: 'https://api.payu.in' })).toEqual([201])
    expect(await saved({ payAt: 'https://evil.example' })).toEqual([400, 'payAt NOT_ALLOWED'])
    expect(await saved({ askAt: 'https://secure.payu.in.evil.example' })).toEqual([400, 'askAt NOT_ALLOWED'])
    expect(await saved({ askAt: 'https://10.0.0.5' })).toEqual([400, 'askAt NOT_ALLOWED'])
    expect(await saved({ askAt: 'https://info.payu.in:8443' })).toEqual([400, 'askAt NOT_ALLOWED'])
    expect(await saved({ formHosts: 'https://api.payu.in https://evil.example' })).toEqual([
      400,
      'formHosts NOT_ALLOWED',
    ])
    expect(await saved({ gateway: 'BILLDESK' })).toEqual([400, 'payAt NOT_ALLOWED', 'askAt NOT_ALLOWED'])
    const { body } = await finance.post('/api/settings/payment-account', account({ payAt: 'https://evil.example' }))
    expect(body.errors[0].message).toBe(
      `Payment page names evil.example, which is no host of PAYU (${gatewayHosts.PAYU.join(', ')}): correct it, or have the IT administrator add the host to PAYMENT_HOSTS`,
    )
  })

  it('names a further one that PAYMENT_HOSTS holds, and this machine outside production', async () => {
    const local = { payAt: 'http://127.0.0.1:9', askAt: 'http://localhost:9' }
    expect(await saved(local)).toEqual([201])
    setEnvironment('production', { paymentHosts: ['pay.example:8443'] })
    expect(await saved({ payAt: 'https://pay.example:8443' })).toEqual([201])
    expect(await saved({ payAt: 'https://pay.example' })).toEqual([400, 'payAt NOT_ALLOWED'])
    expect(await saved(local)).toEqual([400, 'payAt FORMAT', 'askAt FORMAT'])
  })

  it('is refused in a file for the same reason', async () => {
    const desk = await importDesk(portal.db, ['FINANCE'])
    const { code, payAt, askAt } = account({ payAt: 'https://evil.example' })
    const file = `code,gateway,mode,company_code,pay_at,ask_at,valid_from\n${code},PAYU,LIVE,1000,${payAt},${askAt},2026-04-01\n`
    const job = await desk.bring('settings/payment-account', file)
    expect(await desk.errorsOf(job)).toMatchObject([{ errorCode: 'NOT_ALLOWED' }])
    desk.close()
  })

  it('whose stored host is none of its gateway is not used, and the log says what to do', () => {
    const variables = { PAYMENT_P1_KEY: 'k', PAYMENT_P1_SALT: 's' }
    const open = (payAt: string, more: object = {}) =>
      openGateway(
        readConfig({ NODE_ENV: 'production', BILTY_SECRET: 'x'.repeat(40), ...variables, ...more }),
        { ...account({ payAt }), code: 'P1', formHosts: null } as unknown as PaymentAccount,
        null,
      )
    expect(open('https://secure.payu.in').formOrigins).toEqual(['https://secure.payu.in'])
    for (const stored of ['https://evil.example', 'http://127.0.0.1:9', 'https://localhost', 'evil'])
      expect(() => open(stored)).toThrow('The payment account P1 has an address that is none, or none of PAYU')
    expect(open('https://pay.example', { PAYMENT_HOSTS: 'pay.example' }).formOrigins).toEqual(['https://pay.example'])
  })
})
