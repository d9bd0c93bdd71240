import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billdeskMessage, billdeskResponse } from '../../../api/payments/gateways/billdesk.ts'
import { encryptForCcavenue } from '../../../api/payments/gateways/ccavenue.ts'
import type { Fields } from '../../../api/payments/gateways/fields.ts'
import { payuResponseHash } from '../../../api/payments/gateways/payu.ts'
import { simulatedGateways } from '../../../api/simulators/gateways/accounts.ts'
import { accountOf, adapters, gatewayNames, payment } from '../../support/gateways/payment-gateways.ts'
import { runs } from '../../support/proof.ts'

const account = accountOf({
  identities: { KEY: 'TESTKEY1', MERCHANT_ID: 'TESTMERC', ACCESS_CODE: 'AVXX', SECURITY_ID: 'testmerc' },
})

/** What a gateway posts after a success of ₹ 1,25,000.50. */
function callbackOf(name: keyof typeof adapters, secret = account.secret): Fields {
  const wire = simulatedGateways[name]
  const told = {
    status: 'SUCCESS' as const,
    amount: '125000.50',
    payment: {
      gateway: name,
      txnNo: payment.orderNo,
      amount: '125000.50',
      gatewayTxnId: '310000000042',
      status: 'SUCCESS' as const,
      paid: '125000.50',
      settledAt: '',
      deafUntil: '',
      echo: (name === 'payu'
        ? { productinfo: 'Invoices', firstname: 'Asha', email: 'a@example.com', phone: '9876543210', udf1: '100101' }
        : {}) as Fields,
    },
  }
  const values = wire.tell(account, told)
  return wire.seal(secret, values, values)
}

describe.each(gatewayNames)('a callback of %s', name => {
  const read = (fields: Fields, over = {}) => adapters[name].open({ ...account, ...over }).readCallback(fields)

  it('claims which payment ended how, in paise', () => {
    expect(read(callbackOf(name))).toMatchObject({
      txnNo: payment.orderNo,
      status: 'SUCCESS',
      amount: payment.amount,
      gatewayTxnId: '310000000042',
      signatureOk: true,
    })
  })

  it('is rightly signed by the secret before this one too, while it is being changed, and by no other', () => {
    const old = callbackOf(name, 'the secret before')
    expect(read(old, { oldSecret: 'the secret before' }).signatureOk).toBe(true)
    expect(read(old).signatureOk).toBe(false)
    expect(read(old, { oldSecret: 'the secret long before' }).signatureOk).toBe(false)
  })

  it('that holds nothing, or nonsense, claims nothing', () => {
    for (const fields of [{}, { msg: '|||', encResp: 'zz', hash: '', signature: 'x' }] as Fields[])
      expect(read(fields)).toMatchObject({ status: null, amount: null, gatewayTxnId: null, signatureOk: false })
  })

  it('is read without an error, whatever is posted', () => {
    const names = ['msg', 'encResp', 'hash', 'signature', 'txnid', 'amount', 'status', 'udf6', '__proto__', 'toString']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), fields => {
        expect(read(fields).signatureOk).toBe(false)
      }),
    )
  })

  it('is stored without names, tokens, card numbers and UPI ids', () => {
    const text = JSON.stringify(read(callbackOf(name)).redacted)
    expect(text).toContain(payment.orderNo)
    expect(text).not.toMatch(/asha|kulkarni|5b6b1c2d3e4f|9876543210|512345|example/i)
  })
})

describe('a callback of which one signed field was changed', () => {
  const anyText = fc.string({ minLength: 1, maxLength: 20 })
  const changedBy = (name: 'mock' | 'payu' | 'billdesk', field: string, value: string) => {
    const fields = callbackOf(name)
    if (name !== 'billdesk') return { before: fields[field] ?? '', fields: { ...fields, [field]: value } }
    const values = fields.msg!.split('|')
    const place = Number(field)
    return { before: values[place]!, fields: { msg: values.with(place, value).join('|') } }
  }

  it.each([
    ['mock', ['txn_no', 'amount', 'currency', 'status', 'signature']],
    [
      'payu',
      [
        ...['key', 'txnid', 'amount', 'productinfo', 'firstname', 'email', 'status', 'additionalCharges', 'hash'],
        ...['additional_charges', ...Array.from({ length: 10 }, (_, index) => `udf${index + 1}`)],
      ],
    ],
    ['billdesk', Array.from({ length: 26 }, (_, place) => String(place))],
  ] as const)('of %s is no longer rightly signed', (name, signed) => {
    fc.assert(
      fc.property(fc.constantFrom(...signed), anyText, (field, value) => {
        const { before, fields } = changedBy(name, field, value)
        fc.pre(value !== before)
        expect(adapters[name].open(account).readCallback(fields).signatureOk).toBe(false)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('PayU', () => {
  const read = (fields: Fields) => adapters.payu.open(account).readCallback(fields)
  const signed = (over: Fields) => {
    const fields: Fields = { ...callbackOf('payu'), ...over }
    return { ...fields, hash: payuResponseHash(account.secret, fields) }
  }

  it('signs the fields that the shop defined up to the tenth, as they come back', () => {
    expect(read(signed({ udf6: 'six', udf10: 'ten' })).signatureOk).toBe(true)
  })

  it.each(['additionalCharges', 'additional_charges'])('signs charges in either spelling: %s', name => {
    expect(read(signed({ [name]: '2360.00' })).signatureOk).toBe(true)
  })

  it('is not believed with both spellings, pipes within values, or a kind of signature that we never ask for', () => {
    const bad: Fields[] = [
      { additionalCharges: '1.00', additional_charges: '2.00' },
      { firstname: 'Asha|a@example.com', email: 'b@example.com' },
      { udf7: '|' },
      { api_version: '19' },
      { splitInfo: '{}' },
      { si_details: '{}' },
    ]
    for (const over of bad) expect([over, read(signed(over)).signatureOk]).toEqual([over, false])
  })

  it('claims what unmappedstatus says: an authorised payment is no success', () => {
    const claims = ['captured', 'auth', 'userCancelled', 'bounced', 'dropped', 'failed', 'pending', 'new'].map(
      unmappedstatus => read(signed({ unmappedstatus })).status,
    )
    expect(claims).toEqual(['SUCCESS', 'AUTHORISED', 'CANCELLED', 'FAILED', 'FAILED', 'FAILED', 'PENDING', null])
  })

  it('keeps of a card its last four digits, and of a UPI id its first letter and bank', () => {
    const kept = read(signed({ vpa: 'asha.kulkarni@okbank', field9: 'Card 5123 4567 8901 2346 declined' })).redacted
    expect(kept).toMatchObject({
      cardnum: '****2346',
      vpa: 'a***@okbank',
      field9: 'Card ****2346 declined',
      mihpayid: '310000000042',
    })
    expect(Object.keys(kept)).not.toEqual(expect.arrayContaining(['hash']))
  })
})

describe('CCAvenue', () => {
  const read = (encResp: string) => adapters.ccavenue.open(account).readCallback({ encResp })

  const BLOCK = 16
  const blocks = (plain: string) => {
    const bytes = Buffer.from(encryptForCcavenue(account.secret, plain), 'hex')
    return { bytes, cut: (from: number, to?: number) => bytes.subarray(from * BLOCK, to && to * BLOCK) }
  }
  /** A callback in which the fields begin where blocks do, with words that nobody reads before and after. */
  const plainOf = (order: string, status: string) =>
    [
      `order_id=${order}&tracking_id=310000000042&bank_ref_no=`.padEnd(96, '7'),
      `&order_status=${status}&status_message=`.padEnd(96, '7'),
      '&amount=125000.50&currency=INR',
    ].join('')

  it('can be put together without the key, so that a failure reads as a success: its callback never decides', () => {
    // CBC without a MAC: where two encrypted texts are joined, one block becomes noise, and the others are read well.
    const failed = blocks(plainOf(payment.orderNo, 'Failure'))
    const paidBefore = blocks(plainOf('PT262700000012', 'Success'))
    const joined = Buffer.concat([failed.cut(0, 4), paidBefore.cut(4, 10), failed.cut(10)])
    expect(read(failed.bytes.toString('hex'))).toMatchObject({ txnNo: payment.orderNo, status: 'FAILED' })
    expect(read(joined.toString('hex'))).toMatchObject({
      txnNo: payment.orderNo,
      status: 'SUCCESS',
      amount: payment.amount,
      signatureOk: true,
    })
  })

  it('can have its amount rewritten without the key, to any other of its length', () => {
    const plain = plainOf(payment.orderNo, 'Success')
    const place = plain.indexOf('125000.50')
    // A bit changed in one block changes that bit of the next one, and makes noise of its own.
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 999_999 }), rupees => {
        const { bytes } = blocks(plain)
        for (const [index, digit] of [...`${rupees}.50`].entries())
          bytes[place + index - BLOCK]! ^= digit.charCodeAt(0) ^ plain.charCodeAt(place + index)
        expect(read(bytes.toString('hex'))).toMatchObject({ amount: rupees * 100 + 50, signatureOk: true })
      }),
    )
  })

  it.each([
    ['Success', 'SUCCESS'],
    ['Failure', 'FAILED'],
    ['Invalid', 'FAILED'],
    ['Aborted', 'CANCELLED'],
    ['Awaited', 'PENDING'],
    ['Shipped', null],
  ])('says %s, which claims %s', (word, status) => {
    const plain = `order_id=${payment.orderNo}&order_status=${word}&amount=1.00`
    expect(read(encryptForCcavenue(account.secret, plain)).status).toBe(status)
  })

  it('is not read with another key, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ maxLength: 60 }), (key, noise) => {
        fc.pre(key !== account.secret)
        const plain = `order_id=${payment.orderNo}&order_status=Success&amount=1.00&bank_ref_no=${noise}`
        expect(read(encryptForCcavenue(key, plain)).signatureOk).toBe(false)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe('BillDesk', () => {
  const read = (msg: string) => adapters.billdesk.open(account).readCallback({ msg })
  const message = (over: Fields) => {
    const values = callbackOf('billdesk').msg!.split('|').slice(0, -1)
    for (const [name, value] of Object.entries(over)) values[billdeskResponse.indexOf(name)] = value
    return billdeskMessage(account.secret, values)
  }

  it.each([
    ['0300', 'SUCCESS'],
    ['0399', 'FAILED'],
    ['0001', 'FAILED'],
    ['NA', 'FAILED'],
    ['0002', 'PENDING'],
    ['0999', null],
  ])('says %s in its fifteenth field, which claims %s', (code, status) => {
    const msg = message({ AuthStatus: code })
    expect(msg.split('|')[14]).toBe(code)
    expect(read(msg)).toMatchObject({ status, signatureOk: true })
  })

  it('of another merchant, or with a field more, is not ours though it is rightly signed', () => {
    expect(read(message({ MerchantID: 'OTHER' })).signatureOk).toBe(false)
    expect(read(message({ ErrorDescription: 'a|b' })).signatureOk).toBe(false)
  })

  it('masks a UPI id in the words of the bank', () => {
    expect(read(message({ ErrorDescription: 'No money at asha@okbank' })).redacted.ErrorDescription).toBe(
      'No money at a***@okbank',
    )
  })
})
