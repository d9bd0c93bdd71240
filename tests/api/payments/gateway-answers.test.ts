import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { askGateway } from '../../../api/payments/gateways/ask.ts'
import { billdeskAnswer, billdeskMessage } from '../../../api/payments/gateways/billdesk.ts'
import { decryptOfCcavenue, encryptForCcavenue } from '../../../api/payments/gateways/ccavenue.ts'
import type { Fields } from '../../../api/payments/gateways/fields.ts'
import { mockResponseSignature } from '../../../api/payments/gateways/mock.ts'
import { setClock } from '../../../api/platform/clock.ts'
import {
  accountOf,
  adapters,
  gatewayNames,
  listening,
  oneAnswer,
  payment,
} from '../../support/gateways/payment-gateways.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  setClock(null)
  for (const stop of stops.splice(0)) await stop()
})

const account = accountOf({
  identities: { KEY: 'TESTKEY1', MERCHANT_ID: 'TESTMERC', ACCESS_CODE: 'AVXX', SECURITY_ID: 'testmerc' },
})

/** What the portal makes of an answer, and what it had asked. */
async function verified(name: keyof typeof adapters, body: string, status = 200) {
  const { url, stop, asked } = await oneAnswer({ status, body })
  stops.push(stop)
  const result = await adapters[name].open({ ...account, askAt: url }).verify(payment)
  return { result, asked: asked[0]! }
}

const resultOf = async (...asked: Parameters<typeof verified>) => (await verified(...asked)).result

describe.each(gatewayNames)('%s, asked what became of a payment', name => {
  it.each([200, 400, 404, 500, 503])('has said nothing with a page of HTML and %d', async status => {
    expect(await resultOf(name, '<html>Down for maintenance</html>', status)).toMatchObject({
      status: 'UNKNOWN',
      why: 'ERROR',
    })
  })

  it('has said nothing when it sends us elsewhere, drops the line or is not there', async () => {
    expect(await resultOf(name, '', 302)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
    const dropping = await listening(createServer(request => void request.socket.destroy()))
    const ask = () => adapters[name].open({ ...account, askAt: dropping.url }).verify(payment)
    expect(await ask()).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
    await dropping.stop()
    expect(await ask()).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })
})

it('A gateway that does not answer is waited for a limited time', async () => {
  const silent = await listening(createServer(() => undefined))
  stops.push(silent.stop)
  expect(await askGateway({ ...account, askAt: silent.url }, silent.url, {}, 20)).toMatchObject({
    status: 'UNKNOWN',
    why: 'TIMEOUT',
  })
})

it('A word that no table has is told as it was said, and decides nothing', async () => {
  const order = `{"order_no":"${payment.orderNo}","order_status":"Delivered","status":0}`
  const body = `status=0&enc_response=${encryptForCcavenue(account.secret, order)}`
  expect(await resultOf('ccavenue', body)).toEqual({
    status: 'UNKNOWN',
    why: 'UNKNOWN_WORD',
    word: 'Delivered',
    message: 'The gateway answered the status "Delivered", which is not known',
  })
})

describe('PayU', () => {
  const details = {
    txnid: payment.orderNo,
    mihpayid: '403993715521889530',
    status: 'success',
    unmappedstatus: 'captured',
    transaction_amount: '125000.50',
    amt: '127360.50',
    net_amount_debit: 127360.5,
    additional_charges: '2360.00',
    bank_ref_num: '632512345678',
    mode: 'NB',
    card_no: '512345XXXXXX2346',
    name_on_card: 'Asha Kulkarni',
  }
  const answer = (over: object = {}, txnNo = payment.orderNo) =>
    JSON.stringify({ status: 1, transaction_details: { [txnNo]: { ...details, ...over } } })

  it('is asked by a signed command, and answers the amount of the payment with its charges apart', async () => {
    const { result, asked } = await verified('payu', answer())
    expect(asked).toMatchObject({ key: 'TESTKEY1', command: 'verify_payment', var1: payment.orderNo })
    expect(result).toEqual({
      bankRefNo: '632512345678',
      mode: 'NETBANKING',
      redacted: {
        ...{ txnid: payment.orderNo, mihpayid: '403993715521889530', status: 'success', unmappedstatus: 'captured' },
        ...{ transaction_amount: '125000.50', additional_charges: '2360.00', net_amount_debit: '127360.5' },
        ...{ mode: 'NB', bank_ref_num: '632512345678', card_no: '****2346' },
      },
      status: 'SUCCESS',
      reason: null,
      amount: payment.amount,
      currency: 'INR',
      gatewayTxnId: '403993715521889530',
      charges: 236_000,
      said: 'captured',
    })
  })

  it.each([
    ['success', 'captured', 'SUCCESS'],
    ['success', 'auth', 'AUTHORISED'],
    ['pending', 'pending', 'PENDING'],
    ['pending', 'initiated', 'PENDING'],
    ['pending', 'in progress', 'PENDING'],
    ['pending', 'In Progress', 'PENDING'],
    ['failure', 'autoRefund', 'RETURNED'],
    ['failure', 'userCancelled', 'CANCELLED'],
    ['failure', 'bounced', 'FAILED'],
    ['failure', 'dropped', 'FAILED'],
    ['failure', 'failed', 'FAILED'],
    ['failure', 'captured', 'UNKNOWN'],
    ['success', '', 'UNKNOWN'],
    ['success', 'toString', 'UNKNOWN'],
  ])('with %s and %s says %s', async (status, unmappedstatus, expected) => {
    expect((await resultOf('payu', answer({ status, unmappedstatus }))).status).toBe(expected)
  })

  it('says nothing with a success without amount, another payment, or an error', async () => {
    for (const body of [
      answer({ transaction_amount: null }),
      answer({ transaction_amount: '125000.505' }),
      answer({}, 'PT262700000088'),
      JSON.stringify({ status: 0, msg: 'Invalid Hash.' }),
      'null',
    ])
      expect([body, await resultOf('payu', body)]).toMatchObject([body, { status: 'UNKNOWN', why: 'ERROR' }])
  })

  it('does not know a payment that never reached it, which is no failure', async () => {
    const missing = { mihpayid: 'Not Found', status: 'Not Found' }
    const body = JSON.stringify({ status: 0, transaction_details: { [payment.orderNo]: missing } })
    expect(await resultOf('payu', body)).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
  })
})

describe('CCAvenue', () => {
  const order = (status: string, amount = '125000.50') =>
    `{"reference_no":312345678901,"order_no":"${payment.orderNo}","order_amt":${amount},"order_currncy":"INR",` +
    `"order_status":"${status}","status":0,"error_code":"","error_desc":""}`
  const answer = (json: string, key = account.secret) => `status=0&enc_response=${encryptForCcavenue(key, json)}\r\n`

  it('is asked by an encrypted question and answers an encrypted order', async () => {
    const { result, asked } = await verified('ccavenue', answer(order('Shipped')))
    expect(asked).toMatchObject({ access_code: 'AVXX', command: 'orderStatusTracker', version: '1.2' })
    expect(decryptOfCcavenue(account.secret, asked.enc_request!)).toBe(
      `{"reference_no":"","order_no":"${payment.orderNo}"}`,
    )
    expect(result).toMatchObject({
      status: 'SUCCESS',
      amount: payment.amount,
      currency: 'INR',
      gatewayTxnId: '312345678901',
    })
  })

  it.each([
    ['Shipped', 'SUCCESS', null],
    ['Successful', 'AUTHORISED', null],
    ['Awaited', 'PENDING', null],
    ['Initiated', 'PENDING', null],
    ['Aborted', 'CANCELLED', null],
    ['Cancelled', 'CANCELLED', null],
    ['Auto-Cancelled', 'CANCELLED', null],
    ['Unsuccessful', 'FAILED', null],
    ['Invalid', 'FAILED', null],
    ['Timeout', 'FAILED', null],
    ['Fraud', 'RETURNED', 'FRAUD'],
    ['Auto-Reversed', 'RETURNED', 'REVERSED'],
    ['Refunded', 'RETURNED', 'REFUND'],
    ['Systemrefund', 'RETURNED', 'REFUND'],
    ['System refund', 'RETURNED', 'REFUND'],
    ['SYSTEM REFUND', 'RETURNED', 'REFUND'],
    ['Chargeback', 'RETURNED', 'CHARGEBACK'],
  ])('with %s says %s', async (word, status, reason) => {
    expect(await resultOf('ccavenue', answer(order(word)))).toMatchObject({ status, reason })
  })

  it('has its amounts read as they are written, also as Java writes large ones', async () => {
    expect(await resultOf('ccavenue', answer(order('Shipped', '1.250000005E8')))).toMatchObject({
      amount: 12_500_000_050,
    })
    expect(await resultOf('ccavenue', answer(order('Shipped', '125000.5')))).toMatchObject({ amount: payment.amount })
  })

  it('is understood inside an envelope, and with the working key before this one while it is being changed', async () => {
    const body = answer(`{"Order_Status_Result":${order('Shipped')}}`, 'the key before')
    const { url, stop } = await oneAnswer({ body })
    stops.push(stop)
    const changing = { ...account, askAt: url, oldSecret: 'the key before' }
    expect((await adapters.ccavenue.open(changing).verify(payment)).status).toBe('SUCCESS')
  })

  it('says nothing with an error in plain text, another order or another key', async () => {
    for (const body of [
      'status=1&enc_response=Access_code: Invalid Parameter&enc_error_code=51407',
      answer(order('Shipped').replace(payment.orderNo, 'PT262700000088')),
      answer(order('Shipped'), 'another key'),
      'status=0&enc_response=',
    ])
      expect([body, await resultOf('ccavenue', body)]).toMatchObject([body, { status: 'UNKNOWN', why: 'ERROR' }])
  })

  it('does not know a payment that never reached it, which is no failure', async () => {
    const body = answer('{"status":1,"error_desc":"Order No: No record(s) found.","error_code":"51419"}')
    expect(await resultOf('ccavenue', body)).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
  })
})

describe('BillDesk', () => {
  const answer = (over: Fields = {}, key = account.secret) => {
    const fields: Fields = {
      RequestType: '0130',
      MerchantID: 'TESTMERC',
      CustomerID: payment.orderNo,
      TxnReferenceNo: 'WHMP1234567890',
      TxnAmount: '00125000.50',
      CurrencyName: 'INR',
      AuthStatus: '0300',
      QueryStatus: 'Y',
      ...over,
    }
    return billdeskMessage(
      key,
      billdeskAnswer.map(name => fields[name] ?? 'NA'),
    )
  }

  it('is asked at the hour of India, and answers padded amounts', async () => {
    setClock('2026-11-22T09:53:02.000Z')
    const { result, asked } = await verified('billdesk', answer())
    expect(asked.msg).toBe(billdeskMessage(account.secret, ['0122', 'TESTMERC', payment.orderNo, '20261122152302']))
    expect(answer().split('|')[15]).toBe('0300')
    expect(result).toMatchObject({ status: 'SUCCESS', amount: payment.amount, gatewayTxnId: 'WHMP1234567890' })
  })

  it.each([
    ['0300', 'SUCCESS'],
    ['0399', 'FAILED'],
    ['0001', 'FAILED'],
    ['0002', 'PENDING'],
    ['0999', 'UNKNOWN'],
  ])('with %s says %s', async (AuthStatus, status) => {
    expect((await resultOf('billdesk', answer({ AuthStatus }))).status).toBe(status)
  })

  it('that gave a part of a payment back says how much, and by which refund', async () => {
    const refunded = { RefundStatus: '0799', TotalRefundAmount: '00000500.00', LastRefundRefNo: 'HGMPR1' }
    expect(await resultOf('billdesk', answer(refunded))).toMatchObject({
      ...{ status: 'RETURNED', reason: 'REFUND', amount: payment.amount },
      ...{ returnedAmount: 50_000, returnRef: 'HGMPR1' },
    })
  })

  it('that gave something back of a payment which it does not call paid says what it calls it', async () => {
    expect(await resultOf('billdesk', answer({ AuthStatus: '0399', RefundStatus: '0799' }))).toMatchObject({
      status: 'FAILED',
    })
  })

  it.each<Fields>([{ AuthStatus: 'NA' }, { QueryStatus: 'N', AuthStatus: '0399' }])(
    'does not know the payment with %j, which is no failure',
    async over => {
      expect(await resultOf('billdesk', answer(over))).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
    },
  )

  it('says nothing of another payment, of another kind, or signed by somebody else', async () => {
    for (const body of [
      answer({ CustomerID: 'PT262700000088' }),
      answer({ RequestType: '0410' }),
      answer({}, 'another key'),
      answer().replace('0300', '0399'),
    ])
      expect(await resultOf('billdesk', body)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })
})

describe('MOCK', () => {
  const fields = {
    txn_no: payment.orderNo,
    amount: '125000.50',
    currency: 'INR',
    status: 'SUCCESS',
    gateway_txn_id: 'M1',
  }
  const answer = (over: Fields = {}, secret = account.secret) => {
    const said = { ...fields, ...over }
    return JSON.stringify({ ...said, signature: mockResponseSignature(secret, said) })
  }

  it.each(['SUCCESS', 'FAILED', 'PENDING', 'AUTHORISED', 'CANCELLED'])('says %s', async status => {
    expect(await resultOf('mock', answer({ status }))).toMatchObject({
      status,
      amount: payment.amount,
      currency: 'INR',
    })
  })

  it('says nothing of another payment, or signed by somebody else', async () => {
    for (const body of [answer({ txn_no: 'PT1' }), answer({}, 'another'), JSON.stringify(fields)])
      expect(await resultOf('mock', body)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })

  it('does not know a payment that never reached it, which is no failure', async () => {
    expect(await resultOf('mock', answer({ status: 'NOT_FOUND' }))).toMatchObject({
      status: 'UNKNOWN',
      why: 'NOT_FOUND',
    })
  })
})
