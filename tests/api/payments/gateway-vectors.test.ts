import { describe, expect, it } from 'vitest'
import { billdeskMessage } from '../../../api/payments/gateways/billdesk.ts'
import { decryptOfCcavenue, encryptForCcavenue } from '../../../api/payments/gateways/ccavenue.ts'
import { mockResponseSignature } from '../../../api/payments/gateways/mock.ts'
import { payuCommandHash, payuRequestHash, payuResponseHash } from '../../../api/payments/gateways/payu.ts'

// Recomputed with OpenSSL and Python; the first is published by PayU.
describe('PayU', () => {
  const fields = {
    key: 'TESTKEY1',
    txnid: 'PT262700000087',
    amount: '118000.00',
    productinfo: 'Invoices',
    firstname: 'Asha',
    email: 'a@example.com',
    ...{ udf1: 'u1', udf2: 'u2', udf3: 'u3', udf4: 'u4', udf5: 'u5' },
  }

  it('signs a question as in its documents', () => {
    const question = { key: 'JPM7Fg', command: 'verify_payment', var1: 'IhfgcZnXR4o4nB' }
    expect(payuCommandHash('TuxqAugd', question)).toBe(
      'a0ae79fdd66c875af6e9b21c4a67f1822deb00f2df5e9f0b1948f3222f536a9bf741b24efbb1874ca0f84f76b036e6c0d641581d0100f7abe4aeed2f3264f5c9',
    )
  })

  it('signs a request', () => {
    expect(payuRequestHash('TESTSALT', fields)).toBe(
      'f88265bff5592553cc9fc765bbfc7196181d57f7222ef6777b3df9ea17c9f2838179b03b4300e498e503e40250839a806b44d06e5fbbfae7809e28db8fc79bab',
    )
  })

  it('signs a response', () => {
    expect(payuResponseHash('TESTSALT', { ...fields, status: 'success' })).toBe(
      '97c2f8339348f52966dcbc3c61bbf22abdff2ec299fc22bf471b50185c48f2c96975a587414b5dde9635cd555fc32868143c02b1cbbe8f71bd10f0ca0bfff7ba',
    )
  })

  it.each(['additionalCharges', 'additional_charges'])('signs a response with %s', name => {
    expect(payuResponseHash('TESTSALT', { ...fields, status: 'success', [name]: '2360.00' })).toBe(
      '45cd592ce99baf33c9675f9c8297fd2aeef5296dff0e29088070dd6e59d96e62693ccda8e5fdcb3fe7bc1e59608de78bfcbd495ccbac2ba8e0a6e77b420e3ef2',
    )
  })
})

describe('CCAvenue', () => {
  const key = '0123456789ABCDEF0123456789ABCDEF'
  it.each([
    [
      'order_id=PT262700000087&tracking_id=312345678901&bank_ref_no=87654321&order_status=Success&currency=INR&amount=118000.00',
      '296e6504ef931a2de749d170281fbd40f5c3432a1ed0012b72d74c23e2ced34f85887233fbc05642669a7178954bf49d0ba967d92caf9181324935d9357bd9498785029a52a71b5c7854e5170140599a2a707b7cb5e68841fd8f5cea1197d5c912b185ef0d102a380b3fea25b6ac53974e55b2ef6461876ce6e66a5b7186706d',
    ],
    [
      '{"reference_no":"","order_no":"PT262700000087"}',
      '6508e1087ac03458ef2c2e580de7c5f8afd6be1e81101fb1a4425b22bc58b74d11ddab6f41540b992cd380e95d390885',
    ],
  ])('encrypts and decrypts %s', (plain, encrypted) => {
    expect(encryptForCcavenue(key, plain)).toBe(encrypted)
    expect(decryptOfCcavenue(key, encrypted)).toBe(plain)
  })
})

describe('BillDesk', () => {
  it.each([
    [
      'TESTMERC|PT262700000087|WHMP1234567890|87654321|00118000.00|HMP|NA|01|INR|DIRECT|NA|NA|NA|22-11-2026 15:23:02|0300|NA|100101|NA|NA|NA|NA|NA|NA|NA|Success',
      'E93C339919558F814B987333B353FAB1F621F6A4993A012F57965A6EDE004711',
    ],
    ['0122|TESTMERC|PT262700000087|20261122152302', 'F4F115094587C5D617F2D269731EA3BEF3D0421804F07EF08AA48D1661FB4CD7'],
  ])('ends a message with its checksum: %s', (values, checksum) => {
    expect(billdeskMessage('TESTCHECKSUMKEY1', values.split('|'))).toBe(`${values}|${checksum}`)
  })
})

describe('MOCK', () => {
  it('signs a response', () => {
    const fields = { txn_no: 'PT262700000087', amount: '118000.00', currency: 'INR', status: 'SUCCESS' }
    expect(mockResponseSignature('mock-secret-1', fields)).toBe(
      '47111135306e454a903c1a4c50fc7d5a7f8e253f975b41de36d5ba94e950c5b9',
    )
  })
})
