import { afterAll, expect, it } from 'vitest'
import { bankStatement } from '../../../api/simulators/gateways/bank-statement.ts'
import { type SettledRow, withCommission } from '../../../api/simulators/gateways/settled-rows.ts'
import { settlementFile } from '../../../api/simulators/gateways/settlement-file.ts'
import { gatewayNames } from '../../support/gateways/payment-gateways.ts'
import { accountCodes, settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { insert } from '../../support/imports.ts'

const desk = await settlementDesk()
const { portal, bring, paid } = desk
afterAll(() => portal.close())

const DAY = '2026-11-20'
const transfers: SettledRow[] = []

it.each(gatewayNames)(
  'the settlement file of the simulated %s is taken in as it is, and adds up to the bank',
  async name => {
    const gateway = name.toUpperCase() as keyof typeof accountCodes
    const utr = `HDFCN520261120${String(10_000_000 + gatewayNames.indexOf(name))}`
    const ids = ['5', '6'].map(end => `40399371552193756${end}${gatewayNames.indexOf(name)}`)
    const capturedAt = `${DAY}T06:30:00.000Z`
    const [whole, small] = [
      await paid(118_000_00, gateway, { gatewayTxnId: ids[0]!, capturedAt }),
      await paid(1_180_50, gateway, { gatewayTxnId: ids[1]!, capturedAt }),
    ]
    const row = (over: Partial<SettledRow>): SettledRow => ({
      ...{ kind: 'SALE', gatewayTxnId: ids[0]!, orderNo: '', eventId: '', refundNo: '', gross: 0, fee: 0, gst: 0 },
      ...{ utr, day: DAY, ...over },
    })
    const rows = [
      row({ orderNo: whole.txnNo, ...withCommission(118_000_00) }),
      row({ gatewayTxnId: ids[1]!, orderNo: small.txnNo, ...withCommission(1_180_50) }),
      row({ kind: 'REFUND', orderNo: whole.txnNo, eventId: `131278422${gateway}`, gross: -500_00 }),
      row({ kind: 'REFUND', orderNo: whole.txnNo, eventId: `131278423${gateway}`, gross: -500_00 }),
      row({
        kind: 'CHARGEBACK',
        gatewayTxnId: ids[1]!,
        orderNo: small.txnNo,
        eventId: `CB${gateway}`,
        gross: -1_180_50,
      }),
      row({ kind: 'RENTAL', gatewayTxnId: '', eventId: `RENT${gateway}`, fee: 100_00, gst: 18_00 }),
    ]
    transfers.push(...rows)
    const given = { accountId: accountCodes[gateway], settlementDate: DAY }
    const job = await bring('transaction-view/settlement-rows', settlementFile(name, rows), given)
    expect([job.status, job.rowsNew, job.rowsFailed]).toEqual(['DONE', 6, 0])
    expect(await portal.db('payment_transfer').where({ utr }).first()).toMatchObject({ netAmount: 115_475_66 })
  },
)

it('the bank statement has each transfer, by its UTR and to the paisa', async () => {
  await portal.db('bank_account').delete()
  await insert(portal.db, 'bank-account', [
    { code: 'HDFC9', bank: 'HDFC Bank', accountNo: '50200012345678', companyCode: '1000' },
  ])
  const job = await bring('transaction-view/bank-lines', bankStatement(transfers), { bankAccountId: 'HDFC9' })
  expect([job.status, job.rowsFailed]).toEqual(['DONE', 0])
  const utrs = [...new Set(transfers.map(({ utr }) => utr))]
  expect(utrs).toHaveLength(4)
  expect(await portal.db('payment_transfer').whereIn('utr', utrs).pluck('bankState')).toEqual(Array(4).fill('RECEIVED'))
})
