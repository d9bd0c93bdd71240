import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decryptOfCcavenue, encryptForCcavenue } from '../../../api/payments/gateways/ccavenue.ts'
import { readFields } from '../../../api/payments/gateways/fields.ts'
import { payuCommandHash } from '../../../api/payments/gateways/payu.ts'
import { bankStatement } from '../../../api/simulators/gateways/bank-statement.ts'
import { netOf, type SettledRow, withCommission } from '../../../api/simulators/gateways/settled-rows.ts'
import { settlementFile } from '../../../api/simulators/gateways/settlement-file.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { gatewayNames, payment } from '../../support/gateways/payment-gateways.ts'
import { simulatedShop } from '../../support/gateways/simulated-shop.ts'

let shop: Awaited<ReturnType<typeof simulatedShop>>
beforeEach(async () => {
  shop = await simulatedShop()
})
afterEach(() => shop.close())

const DAY = '2026-11-20'
const UTR = 'HDFCN52026112012345678'

/** The example of the specification: one transfer of ₹ 1,15,475.66. */
const example: SettledRow[] = [
  { kind: 'SALE', gatewayTxnId: '403993715521937565', eventId: '', ...withCommission(118_000_00) },
  { kind: 'SALE', gatewayTxnId: '403993715521937566', eventId: '', ...withCommission(1_180_50) },
  { kind: 'REFUND', gatewayTxnId: '403993715521937565', eventId: '131278422', gross: -500_00, fee: 0, gst: 0 },
  { kind: 'REFUND', gatewayTxnId: '403993715521937565', eventId: '131278423', gross: -500_00, fee: 0, gst: 0 },
  { kind: 'CHARGEBACK', gatewayTxnId: '403993715521937566', eventId: '131278424', gross: -1_180_50, fee: 0, gst: 0 },
  { kind: 'RENTAL', gatewayTxnId: '', eventId: 'RENT-1', gross: 0, fee: 100_00, gst: 18_00 },
].map(row => ({ ...row, orderNo: '', refundNo: '', utr: UTR, day: DAY }) as SettledRow)

const cells = (csv: string) => csv.split('\r\n').map(line => line.split(','))

it('The example of the specification adds up to its transfer, to the paisa', () => {
  expect(sum(example.map(netOf))).toBe(115_475_66)
  expect(sum(example.map(({ gross }) => gross))).toBe(117_000_00)
  expect(sum(example.map(({ fee }) => fee))).toBe(1_291_81)
  expect(sum(example.map(({ gst }) => gst))).toBe(232_53)
  const [line] = cells(bankStatement(example)).slice(1)
  expect(line).toEqual(['20/11/26', expect.stringContaining(UTR), UTR, '20/11/26', '', '115475.66', expect.anything()])
})

it('A file has the headings and words of its gateway', () => {
  const rows = Object.fromEntries(gatewayNames.map(name => [name, cells(settlementFile(name, example))]))
  expect(rows.payu!.slice(0, 4)).toEqual([
    [
      ...['payuid', 'txnid', 'requestid', 'token', 'requestaction', 'requestamount', 'mer_service_fee'],
      ...['mer_service_tax', 'mer_net_amount', 'mer_utr'],
    ],
    ['403993715521937565', '', '', '', 'capture', '118000.00', '1180.00', '212.40', '116607.60', UTR],
    ['403993715521937566', '', '', '', 'capture', '1180.50', '11.81', '2.13', '1166.56', UTR],
    ['403993715521937565', '', '131278422', '', 'refund', '-500.00', '0.00', '0.00', '-500.00', UTR],
  ])
  const day = '20-11-2026'
  expect(rows.ccavenue!.map(row => [row[0], row[2], row[3], row[6], row[9], row[10]])).toEqual([
    ['ccavenue_ref_no', 'txn_type', 'Amount', 'amt_payable', 'utr_no', 'settlement_date'],
    ['403993715521937565', 'Shipped', '118000.00', '116607.60', UTR, day],
    ['403993715521937566', 'Shipped', '1180.50', '1166.56', UTR, day],
    ['403993715521937565', 'Refunded', '-500.00', '-500.00', UTR, day],
    ['403993715521937565', 'Refunded', '-500.00', '-500.00', UTR, day],
    ['403993715521937566', 'Chargeback', '-1180.50', '-1180.50', UTR, day],
    ['', 'MISC', '0.00', '-118.00', UTR, day],
  ])
  expect(rows.billdesk!.map(row => [row[2], row[3], row[4], row[7], row[9]])).toEqual([
    ['Refund Id', 'Txn Type', 'Gross Amount(Rs.Ps)', 'Net Amount(Rs.Ps)', 'Settlement Date'],
    ['', 'Sale', '118000.00', '116607.60', day],
    ['', 'Sale', '1180.50', '1166.56', day],
    ['131278422', 'Refund', '-500.00', '-500.00', day],
    ['131278423', 'Refund', '-500.00', '-500.00', day],
    ['131278424', 'Chargeback', '-1180.50', '-1180.50', day],
    ['RENT-1', 'Rental', '0.00', '-118.00', day],
  ])
  expect(rows.mock!.map(row => [row[4], row[5], row[8], row[11], row[12]])).toEqual([
    ['kind', 'amount', 'net', 'bank_amount', 'refund_id'],
    ['SALE', '118000.00', '116607.60', '115475.66', ''],
    ['SALE', '1180.50', '1166.56', '115475.66', ''],
    ['REFUND', '-500.00', '-500.00', '115475.66', '131278422'],
    ['REFUND', '-500.00', '-500.00', '115475.66', '131278423'],
    ['CHARGEBACK', '-1180.50', '-1180.50', '115475.66', '131278424'],
    ['ADJUSTMENT', '-118.00', '-118.00', '115475.66', 'RENT-1'],
  ])
})

it('A file may lack a row, have one twice, or numbers that a spreadsheet shortened', () => {
  const ids = cells(settlementFile('payu', example, { missing: [2], doubled: [3], shortened: [1, 6] })).map(
    ([id]) => id,
  )
  expect(ids).toEqual([
    ...['payuid', '4.03994E+17', '403993715521937565', '403993715521937565', '403993715521937565'],
    ...['403993715521937566', '#N/A'],
  ])
})

it('A statement may lack a transfer, have one short, and one of a stranger', () => {
  expect(cells(bankStatement(example, { missing: [UTR] })).slice(1)).toHaveLength(1)
  const lines = cells(bankStatement(example, { short: 100, stranger: 500_00 }))
  expect(lines[1]![5]).toBe('115474.66')
  expect(lines[2]).toEqual(expect.arrayContaining(['IMPS-632512345678-SHARMA MEDICAL', '500.00']))
})

describe.each(gatewayNames)('the simulated %s', name => {
  it('settles on a day what was captured and what went back on it', async () => {
    await shop.pay(name, 'success')
    await shop.desk(name).givesBack(payment.orderNo, 'REFUND', '500.00')
    await shop.desk(name).givesBack(payment.orderNo, 'CHARGEBACK', '100.00')
    const rows = cells(await shop.desk(name).settlementFile(DAY))
    expect(rows).toHaveLength(4)
    expect(rows.slice(1).every(row => row.some(cell => /^HDFCN520261120\d{8}$/.test(cell)))).toBe(true)
    expect(cells(await shop.desk(name).settlementFile('2026-11-21'))).toHaveLength(1)
    const statement = await shop.desk(name).bankStatement(DAY)
    // 1,25,000.50 less 1 % and 18 % of that, less 600.
    expect(statement).toContain('122925.49')
  })

  it('takes its rental on the first of a month', async () => {
    const rows = cells(await shop.desk(name).settlementFile('2026-12-01'))
    expect(rows).toHaveLength(2)
    expect(rows[1]!).toContain('-118.00')
  })
})

it('PayU gives the rows of a day by its API, a page at a time', async () => {
  for (const orderNo of ['PT1', 'PT2', 'PT3']) await shop.pay('payu', 'success', { orderNo })
  const { identities, secret } = shop.account('payu')
  const question = { key: identities.KEY!, command: 'get_settlement_details', var1: DAY }
  const asked = { ...question, var2: '2', var3: '2', hash: payuCommandHash(secret, question) }
  const answer = await (await shop.post('/gateway/payu/merchant/postservice.php?form=2', asked)).json()
  expect(answer).toMatchObject({ status: 1, Txn_details: { 3: { txnid: 'PT3', requestaction: 'capture' } } })
  expect(Object.keys(answer.Txn_details)).toEqual(['3'])
})

it('CCAvenue gives its payouts of a day, and the rows of each, by its API', async () => {
  await shop.pay('ccavenue', 'success')
  const { identities, secret } = shop.account('ccavenue')
  async function ask(command: string, question: object) {
    const enc_request = encryptForCcavenue(secret, JSON.stringify(question))
    const fields = { access_code: identities.ACCESS_CODE!, command, enc_request, version: '1.1' }
    const text = await (await shop.post('/gateway/ccavenue/apis/servlet/DoWebTrans', fields)).text()
    return JSON.parse(decryptOfCcavenue(secret, readFields(text.trim()).enc_response!)!)
  }
  const payouts = await ask('payoutSummary', { settlement_date: '20-11-2026' })
  const [payout] = payouts.Payout_Summary_Result.pauyout_summary_list.pauyout_summary_details
  expect(payout).toMatchObject({ utr_no: 'HDFCN52026112012345677', pay_amount: 123525.49 })
  const rows = await ask('payIdDetails', { pay_id: String(payout.pay_Id) })
  expect(rows.pay_id_details_Result.pay_id_txn_details_list.pay_id_txn_details).toMatchObject([
    { order_no: payment.orderNo, txn_type: 'Shipped', amt_payable: '123525.49' },
  ])
  expect(await ask('payoutSummary', { settlement_date: '21-11-2026' })).toMatchObject({
    Payout_Summary_Result: { error_code: '51419' },
  })
})
