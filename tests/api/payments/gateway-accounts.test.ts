import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAccount } from '../../../api/payments/gateways/account.ts'
import { billdesk } from '../../../api/payments/gateways/billdesk.ts'
import { fromGatewayAmount, toGatewayAmount } from '../../../api/payments/gateways/fields.ts'
import { payu } from '../../../api/payments/gateways/payu.ts'
import { readConfig } from '../../../api/platform/config.ts'

const addresses = { payAt: 'https://secure.payu.in/', askAt: 'https://info.payu.in', refundApi: true }
const set = { PAYMENT_PAYU1_KEY: 'k', PAYMENT_PAYU1_SALT: 's', PAYMENT_PAYU1_SALT_OLD: 'before' }

describe('a merchant account', () => {
  it('has its identities and secrets in the environment, under its own name', () => {
    const { merchantVariables } = readConfig({ NODE_ENV: 'test', ...set, PATH: '/bin' })
    expect(merchantVariables).toEqual(set)
    expect(readAccount(merchantVariables, 'PAYU1', payu, addresses)).toEqual({
      payAt: 'https://secure.payu.in',
      askAt: 'https://info.payu.in',
      identities: { KEY: 'k' },
      secret: 's',
      oldSecret: 'before',
      refundApi: true,
    })
  })

  it('of BillDesk names who asks for refunds, which may be missing', () => {
    const own = { PAYMENT_BD_MERCHANT_ID: 'M', PAYMENT_BD_SECURITY_ID: 's', PAYMENT_BD_CHECKSUM_KEY: 'c' }
    expect(readAccount(own, 'BD', billdesk, addresses).identities).toEqual({ MERCHANT_ID: 'M', SECURITY_ID: 's' })
    const named = { ...own, PAYMENT_BD_CLIENT_ID: 'client' }
    expect(readAccount(named, 'BD', billdesk, addresses).identities.CLIENT_ID).toBe('client')
  })

  it.each(['KEY', 'SALT'])('without its %s says so in one sentence that names the variable', part => {
    expect(() => readAccount({ ...set, [`PAYMENT_PAYU1_${part}`]: '' }, 'PAYU1', payu, addresses)).toThrow(
      new RegExp(`^PAYMENT_PAYU1_${part} is missing: [^\\n.]+\\.$`),
    )
  })

  it('stops no other account and not the start when something of it is missing', () => {
    const { merchantVariables } = readConfig({ NODE_ENV: 'test', ...set, PAYMENT_PAYU2_KEY: 'k2' })
    expect(() => readAccount(merchantVariables, 'PAYU2', payu, addresses)).toThrow(/^PAYMENT_PAYU2_SALT is missing/)
    expect(readAccount(merchantVariables, 'PAYU1', payu, addresses).secret).toBe('s')
  })

  it.each(['payu1', 'PAYU-1', 'PAYU 1', '', '../PAYU1', 'A'.repeat(31)])('is never named %j', name => {
    expect(() => readAccount(set, name, payu, addresses)).toThrow('capital letters, digits and _')
  })
})

describe('an amount of a gateway', () => {
  it.each([
    ['118000.00', 11_800_000],
    ['00118000.00', 11_800_000],
    ['118000', 11_800_000],
    ['118000.0', 11_800_000],
    ['118000.5000', 11_800_050],
    ['1.18E5', 11_800_000],
    ['1.1800005E7', 1_180_000_500],
    ['0.01', 1],
  ])('%s is read in paise', (text, paise) => expect(fromGatewayAmount(text)).toBe(paise))

  it.each([
    '118000.005',
    '-1.00',
    '1,18,000.00',
    '₹ 1',
    'NaN',
    '0x10',
    ' 1.00',
    '',
    '1.',
    '99999999999999999999',
    null,
  ])('%j is no amount', text => expect(fromGatewayAmount(text)).toBeNull())

  it('comes back from its text as it went, padded or not', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.nat({ max: 3 }), (paise, zeros) => {
        expect(fromGatewayAmount(`${'0'.repeat(zeros)}${toGatewayAmount(paise)}`)).toBe(paise)
      }),
    )
  })
})
