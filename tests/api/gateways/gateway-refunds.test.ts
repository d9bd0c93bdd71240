import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { encryptForCcavenue } from '../../../api/payments/gateways/ccavenue.ts'
import type { Fields } from '../../../api/payments/gateways/fields.ts'
import type { RefundOrder } from '../../../api/payments/gateways/gateway.ts'
import { readJws, signJws } from '../../../api/payments/gateways/jws.ts'
import { payuCommandHash } from '../../../api/payments/gateways/payu.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { accountOf, adapters, gatewayNames, listening, oneAnswer } from '../../support/gateways/payment-gateways.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  setClock(null)
  for (const stop of stops.splice(0)) await stop()
})

const account = accountOf({
  identities: {
    ...{ KEY: 'TESTKEY1', MERCHANT_ID: 'TESTMERC', ACCESS_CODE: 'AVXX', SECURITY_ID: 'testmerc' },
    CLIENT_ID: 'TESTCLIENT',
  },
  secret: 'TESTCHECKSUMKEY1',
})
const order: RefundOrder = {
  gatewayTxnId: '403993715521937565',
  refundNo: 'PR26270000001',
  amount: 50_000,
  captureAmount: 11_800_000,
  capturedAt: '2026-11-20T06:30:00.000Z',
  requestId: null,
}

/** What the portal makes of one answer to a refund or to its state, and what it had asked. */
async function answered(
  name: keyof typeof adapters,
  what: 'refund' | 'refundStatus',
  body: string,
  over: Partial<RefundOrder> = {},
) {
  const { url, stop, asked } = await oneAnswer({ body })
  stops.push(stop)
  const result = await adapters[name].open({ ...account, askAt: url })[what]!({ ...order, ...over })
  return { result, asked: asked[0]! }
}

describe.each(gatewayNames)('%s, asked for a refund', name => {
  it.each(['refund', 'refundStatus'] as const)('has said nothing of its %s by a page of HTML', async what => {
    expect((await answered(name, what, '<html>Down</html>')).result).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })

  it('leaves a refund asked when it drops the line', async () => {
    const dropping = await listening(createServer(request => void request.socket.destroy()))
    stops.push(dropping.stop)
    const gateway = adapters[name].open({ ...account, askAt: dropping.url })
    expect(await gateway.refund!(order)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })

  it('is not asked where its account does not let us', () => {
    const gateway = adapters[name].open({ ...account, refundApi: false })
    expect([gateway.refund, gateway.refundStatus]).toEqual([null, null])
  })
})

describe('PayU', () => {
  const answer = (over: object) => JSON.stringify({ status: 0, msg: 'FAILURE', mihpayid: 4, ...over })

  it('is asked for a refund and for its state by commands of which the first value is signed', async () => {
    const hash = (command: string, var1: string) => payuCommandHash('TESTSALT', { key: 'TESTKEY1', command, var1 })
    expect(hash('cancel_refund_transaction', '403993715521937565').slice(0, 32)).toBe(
      '0235cd48ee217dc4ffdafde054e9f4bc',
    )
    expect(hash('check_action_status', '131278422').slice(0, 32)).toBe('61cfa64dfa40db218858c15d9579442a')
    const { asked } = await answered('payu', 'refund', answer({}))
    expect(asked).toEqual({
      ...{ key: 'TESTKEY1', command: 'cancel_refund_transaction', var1: order.gatewayTxnId },
      ...{ var2: 'PR26270000001', var3: '500.00' },
      hash: payuCommandHash(account.secret, {
        ...{ key: 'TESTKEY1', command: 'cancel_refund_transaction', var1: order.gatewayTxnId },
      }),
    })
    const byRequest = await answered('payu', 'refundStatus', answer({}), { requestId: '131278422' })
    expect(byRequest.asked).toMatchObject({ command: 'check_action_status', var1: '131278422' })
    expect(byRequest.asked.var2).toBeUndefined()
    const byPayment = await answered('payu', 'refundStatus', answer({}))
    expect(byPayment.asked).toMatchObject({ var1: order.gatewayTxnId, var2: 'payuid' })
  })

  it.each([
    [{ status: 1, msg: 'Refund Request Queued', request_id: '131278422', error_code: 102 }, 'ACCEPTED'],
    [{ status: 1, msg: 'Refund Request Queued', request_id: '131278422' }, 'ACCEPTED'],
    [{ error_code: 101 }, 'ACCEPTED'],
    [{ error_code: 112 }, 'ACCEPTED'],
    [{ error_code: 122 }, 'ACCEPTED'],
    [{ error_code: 126 }, 'ACCEPTED'],
    [{ error_code: 127 }, 'ACCEPTED'],
    [{ error_code: 100, request_id: '131278422' }, 'SETTLED'],
    [{ error_code: 106 }, 'ASK_STATUS'],
    ...[105, 110, 111, 113, 116, 117, 128, 227, 230].map(error_code => [{ error_code }, 'FAILED'] as const),
    [{ error_code: 999 }, 'UNKNOWN'],
    [{ msg: 'Invalid Hash.' }, 'UNKNOWN'],
  ] as const)('that answers %j means %s', async (over, status) => {
    expect((await answered('payu', 'refund', answer(over))).result.status).toBe(status)
  })

  it.each([
    [214, 360],
    [225, 86_400],
    [226, 86_400],
  ])('that has not taken it with %i may be asked again after %i seconds, whatever its words', async (code, seconds) => {
    const { result } = await answered('payu', 'refund', answer({ error_code: code, msg: 'Invalid request' }))
    expect(result).toEqual({
      ...{ status: 'NOT_YET', code: String(code), message: 'Invalid request' },
      afterSeconds: seconds,
    })
  })

  const action = (over: object = {}) => ({
    ...{ mihpayid: order.gatewayTxnId, request_id: '131278422', amt: '500.00', action: 'refund' },
    ...{ token: order.refundNo, status: 'success', bank_arn: '74123456789012345678901' },
    ...over,
  })
  const actions = (rows: object) => JSON.stringify({ status: 1, transaction_details: { [order.gatewayTxnId]: rows } })

  it('tells by the action of our refund alone what became of it, never by the capture beside it', async () => {
    const capture = action({ action: 'capture', token: '', status: 'SUCCESS', request_id: '1' })
    const other = action({ token: 'PR26270000002', request_id: '131278423' })
    const stateIn = async (rows: object) => (await answered('payu', 'refundStatus', actions(rows))).result
    expect(await stateIn({ 1: capture, 131278422: action({ status: 'queued' }) })).toMatchObject({
      status: 'ACCEPTED',
      requestId: '131278422',
    })
    expect(await stateIn({ 1: capture, 131278423: other })).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
    expect(await stateIn({ 1: capture, 2: other, 3: action() })).toEqual({
      ...{ status: 'SETTLED', requestId: '131278422', bankArn: '74123456789012345678901', amount: 50_000 },
    })
  })

  it.each([
    ['success', 'SETTLED'],
    ['SUCCESS', 'SETTLED'],
    ['failure', 'FAILED'],
    ['queued', 'ACCEPTED'],
    ['requested', 'ACCEPTED'],
    ['IN PROGRESS', 'ACCEPTED'],
    ['in progress', 'ACCEPTED'],
    ['pending', 'ACCEPTED'],
    ['od_hit', 'ACCEPTED'],
    ['done', 'UNKNOWN'],
  ])('that says %s of it means %s', async (status, expected) => {
    expect((await answered('payu', 'refundStatus', actions({ 1: action({ status }) }))).result.status).toBe(expected)
  })

  it('that found nothing does not know the refund', async () => {
    const body = JSON.stringify({ status: 0, msg: '0 out of 1 Transactions Fetched Successfully' })
    expect((await answered('payu', 'refundStatus', body)).result).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
  })
})

describe('CCAvenue', () => {
  const sealed = (body: object) => `status=0&enc_response=${encryptForCcavenue(account.secret, JSON.stringify(body))}`

  it('is asked for the refunds of a payment by its number alone, encrypted', () => {
    expect(encryptForCcavenue('0123456789ABCDEF0123456789ABCDEF', '{"reference_no":"312345678901"}')).toBe(
      '6508e1087ac03458ef2c2e580de7c5f857eff158271c5d1a9ff5f1df7c39802a',
    )
  })

  it.each([
    [{ reason: '', error_code: '', refund_status: 0 }, 'ACCEPTED'],
    [{ Refund_Order_Result: { reason: '', error_code: '', refund_status: 0 } }, 'ACCEPTED'],
    [{ error_code: '51309', refund_status: 1 }, 'ASK_STATUS'],
    ...['51310', '51311', '51312', '51314', '51315', '51328'].map(
      error_code =>
        [{ error_code, reason: 'Reference number: Invalid Parameter', refund_status: 1 }, 'FAILED'] as const,
    ),
    [{ error_code: '59999', refund_status: 1 }, 'UNKNOWN'],
  ] as const)('that answers %j means %s', async (body, status) => {
    const { result, asked } = await answered('ccavenue', 'refund', sealed(body))
    expect(result.status).toBe(status)
    expect(asked.command).toBe('refundOrder')
  })

  it('that refuses the question in plain text has said nothing of the refund', async () => {
    const body = 'status=1&enc_response=Access_code: Invalid Parameter&enc_error_code=51407'
    expect((await answered('ccavenue', 'refund', body)).result).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
  })

  const refund = (over: Fields = {}) => ({
    ...{ refund_amt: '500.00', refund_bank_ref_no: '2492', refund_mer_ref_no: order.refundNo },
    ...{ refund_status: 'TS-REFC', ...over },
  })
  it.each([
    ['TS-REFC', { status: 'SETTLED', bankArn: '2492', amount: 50_000 }],
    ['TS-REFA', { status: 'ACCEPTED' }],
    ['TS-REFF', { status: 'FAILED' }],
    ['TS-REFD', { status: 'FAILED' }],
    ['TS-REFX', { status: 'UNKNOWN' }],
  ])('that says %s of ours among others means %j', async (refund_status, expected) => {
    const others = [refund({ refund_mer_ref_no: 'PR26270000002', refund_status: 'TS-REFC' })]
    const body = sealed({ refund_list: [...others, refund({ refund_status })], error_code: '' })
    const { result, asked } = await answered('ccavenue', 'refundStatus', body)
    expect(result).toMatchObject(expected)
    expect(asked.command).toBe('getRefundDetails')
  })

  it.each([{ error_code: '51419' }, { refund_list: [refund({ refund_mer_ref_no: 'PR1' })], error_code: '' }])(
    'does not know our refund with %j',
    async body => {
      const { result } = await answered('ccavenue', 'refundStatus', sealed(body))
      expect(result).toMatchObject({ status: 'UNKNOWN', why: 'NOT_FOUND' })
    },
  )

  it('lists the orders that nobody has confirmed, of all pages, with the days that are left', async () => {
    let page = 0
    const server = createServer(async (_request, response) => {
      page++
      const one = { reference_no: `31${page}`, order_no: `PT${page}`, order_amt: 1180.5, days_left: page }
      response.end(sealed({ pending_Orders: [one], page_count: 2, error_code: '' }))
    })
    const { url, stop } = await listening(server)
    stops.push(stop)
    expect(await adapters.ccavenue.open({ ...account, askAt: url }).pendingOrders!()).toEqual([
      { orderNo: 'PT1', gatewayTxnId: '311', amount: 118_050, daysLeft: 1 },
      { orderNo: 'PT2', gatewayTxnId: '312', amount: 118_050, daysLeft: 2 },
    ])
  })

  it('has no such order where it finds no record', async () => {
    const { url, stop } = await oneAnswer({ body: sealed({ error_code: '51313', error_desc: 'No records found.' }) })
    stops.push(stop)
    expect(await adapters.ccavenue.open({ ...account, askAt: url }).pendingOrders!()).toEqual([])
  })
})

describe('BillDesk', () => {
  /** A server of signed tokens: what it was asked, by which headers, and what it answers next. */
  async function tokens(answers: readonly (readonly [number, object, string?])[]) {
    const asked: { path: string; trace: string; time: string; type: string; token: string }[] = []
    const left = [...answers]
    const server = createServer(async (request, response) => {
      const { headers, url } = request
      const [status, body, key = account.secret] = left.shift()!
      asked.push({
        path: url!,
        trace: String(headers['bd-traceid']),
        time: String(headers['bd-timestamp']),
        type: String(headers['content-type']),
        token: await text(request),
      })
      response.writeHead(status).end(signJws(key, { alg: 'HS256', clientid: 'TESTCLIENT' }, body))
    })
    const { url, stop } = await listening(server)
    stops.push(stop)
    return { asked, gateway: adapters.billdesk.open({ ...account, askAt: url }) }
  }
  const taken = (over: object = {}) => ({
    ...{ objectid: 'refund', refundid: 'RFND1', merc_refund_ref_no: order.refundNo, refund_status: '0799', ...over },
  })
  const refusal = { status: 422, error_type: 'invalid_data_error', error_code: 'GNIDE0003', message: 'No such payment' }

  it('signs a token as in its vector', () => {
    const header = { alg: 'HS256', clientid: 'TESTCLIENT' }
    const token = signJws('TESTCHECKSUMKEY1', header, { mercid: 'TESTMERC', merc_refund_ref_no: 'PR26270000001' })
    expect(token.split('.')[2]).toBe('z2TJ7Rsqg8Ki5bIYioDqpJ0nm-0_VtrDONKFTESqR6A')
    expect(readJws('TESTCHECKSUMKEY1', token)).toEqual({ mercid: 'TESTMERC', merc_refund_ref_no: 'PR26270000001' })
    expect(readJws('another key', token)).toBe(null)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
    expect(readJws('TESTCHECKSUMKEY1', unsigned)).toBe(null)
  })

  it('is asked for a refund by a signed token, each try under a number of its own', async () => {
    setClock('2026-11-22T09:53:02.000Z')
    const { asked, gateway } = await tokens([
      [200, taken()],
      [200, taken({ refund_status: '0699' })],
    ])
    const accepted = { status: 'ACCEPTED', requestId: 'RFND1' }
    expect(await gateway.refund!({ ...order, orderNo: 'PT262700000087' })).toMatchObject(accepted)
    expect(await gateway.refund!(order)).toMatchObject(accepted)
    expect(asked[0]).toMatchObject({
      ...{ path: '/payments/ve1_2/refunds/create', time: '20261122152302', type: 'application/jose' },
    })
    expect(readJws(account.secret, asked[0]!.token)).toEqual({
      ...{ transactionid: order.gatewayTxnId, orderid: 'PT262700000087', mercid: 'TESTMERC', currency: '356' },
      ...{ transaction_date: '2026-11-20T12:00:00+05:30', txn_amount: '118000.00', refund_amount: '500.00' },
      merc_refund_ref_no: order.refundNo,
    })
    expect(asked[0]!.trace).toMatch(/^\w{32}$/)
    expect(asked[0]!.trace).not.toBe(asked[1]!.trace)
  })

  it('refuses for good only once it says that it does not know the refund', async () => {
    const unknown = await tokens([
      [422, refusal],
      [422, { ...refusal, message: 'Refund not found' }],
    ])
    expect(await unknown.gateway.refund!(order)).toEqual({
      ...{ status: 'FAILED', code: 'GNIDE0003', message: 'No such payment' },
    })
    const known = await tokens([
      [422, { ...refusal, message: 'Duplicate merc_refund_ref_no' }],
      [200, taken()],
    ])
    expect(await known.gateway.refund!(order)).toMatchObject({ status: 'ACCEPTED' })
    expect(known.asked.map(({ path }) => path.split('/').at(-1))).toEqual(['create', 'get'])
  })

  it('says nothing by a fault of its own, by another signature or of another refund', async () => {
    for (const answer of [
      [409, { ...refusal, error_type: 'api_processing_error' }],
      [200, taken(), 'another key'],
      [200, taken({ merc_refund_ref_no: 'PR26270000002' })],
      [200, taken({ refund_status: '0999' })],
    ] as const) {
      const { gateway } = await tokens([answer])
      expect(await gateway.refund!(order)).toMatchObject({ status: 'UNKNOWN', why: 'ERROR' })
    }
  })

  it('is asked for no refund where nobody has named its client', () => {
    const { CLIENT_ID: _, ...identities } = account.identities
    expect(adapters.billdesk.open({ ...account, identities }).refund).toBe(null)
  })
})
