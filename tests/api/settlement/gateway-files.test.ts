import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checkSettlements } from '../../../api/payments/settlement/check-settlements.ts'
import { today } from '../../../api/platform/clock.ts'
import {
  billdeskFile,
  ccavenueFile,
  exampleRows,
  payuFile,
  razorpayFile,
} from '../../support/gateways/gateway-files.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { finishedImport, importFile, uploadImport } from '../../support/imports.ts'

const desk = await settlementDesk()
const { portal, asha, vikram, paid, capture, refunds, rowsOfJob, differences, bring } = desk
const { db } = portal
afterAll(() => portal.close())

const PATH = 'transaction-view/settlement-rows'
const day = today().split('-').reverse().join('-')
let last = 0
const newUtr = () => `HDFCN5202611201234${String(1000 + ++last)}`
const transferOf = (utr: string) => db('payment_transfer').where({ utr }).first()
beforeEach(async () => {
  await db('import_word').delete()
})

/** The two payments of the example of F2.5. */
async function payments(gateway: 'PAYU' | 'CCAVENUE' | 'BILLDESK' | 'MOCK' = 'PAYU') {
  return [await paid(11_800_000, gateway), await paid(118_050, gateway)] as const
}

/** What each gateway's file of the example must come to. */
async function expectExample(utr: string, [one, two]: Awaited<ReturnType<typeof payments>>) {
  expect(await transferOf(utr)).toMatchObject({
    ...{ grossAmount: 11_700_000, feeAmount: 129_181, taxAmount: 23_253, netAmount: 11_547_566 },
    settlementDate: today(),
  })
  expect(await capture(one.captureId)).toMatchObject({
    settlementRef: utr,
    status: 'PART_RETURNED',
    returnedAmount: 100_000,
  })
  expect(await capture(two.captureId)).toMatchObject({ settlementRef: utr, status: 'CHARGED_BACK' })
  expect((await refunds({ captureId: one.captureId })).map(({ amount }) => amount)).toEqual([50_000, 50_000])
  expect(await db('payment_adjustment').where({ utr })).toMatchObject([{ amount: -11_800 }])
  expect(await checkSettlements(db)).toEqual([])
}

describe('the example transfer of 1,15,475.66', () => {
  it('comes from PayU, by the names of its API, with the day of the form', async () => {
    const [utr, both] = [newUtr(), await payments()]
    const file = payuFile(exampleRows(...both, 'P'), utr)
    const given = { accountId: 'PAYU1', settlementDate: day }
    expect(await bring(PATH, file, given)).toMatchObject({ status: 'DONE', rowsNew: 6 })
    await expectExample(utr, both)
    expect(await bring(PATH, file, given)).toMatchObject({ status: 'DONE', rowsNew: 0, rowsSame: 6 })
  })

  it('comes from CCAvenue, whose equal refunds have no event of their own', async () => {
    const [utr, both] = [newUtr(), await payments('CCAVENUE')]
    const file = ccavenueFile(exampleRows(...both), utr, day)
    expect(await bring(PATH, file, { accountId: 'CCAVENUE1' })).toMatchObject({ status: 'DONE', rowsNew: 6 })
    await expectExample(utr, both)
    expect(await bring(PATH, file, { accountId: 'CCAVENUE1' })).toMatchObject({ rowsNew: 0, rowsSame: 6 })
    await expectExample(utr, both)
  })

  it('comes from BillDesk, with a day that has a time', async () => {
    const [utr, both] = [newUtr(), await payments('BILLDESK')]
    const file = billdeskFile(exampleRows(...both, 'B'), utr, day)
    expect(await bring(PATH, file, { accountId: 'BILLDESK1' })).toMatchObject({ status: 'DONE', rowsNew: 6 })
    await expectExample(utr, both)
  })

  it('comes from Razorpay, which is not declared: in paise, with seconds since 1970, and disputes as adjustments', async () => {
    const [utr, both] = [newUtr(), await payments('MOCK')]
    const seconds = Math.floor(Date.parse(`${today()}T06:00:00Z`) / 1000)
    const file = razorpayFile(exampleRows(...both, 'R'), utr, seconds)
    const job = await bring(PATH, file, { accountId: 'MAIN' })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 6 })
    const [first] = await rowsOfJob(job)
    expect(first!.warnings.map(({ code }) => code)).toContain('PAISE')
    const [one, two] = both
    expect(await transferOf(utr)).toMatchObject({ netAmount: 11_547_566, settlementDate: today() })
    expect(await capture(one.captureId)).toMatchObject({ settlementRef: utr, returnedAmount: 100_000 })
    expect(await capture(two.captureId)).toMatchObject({ settlementRef: utr, status: 'CHARGED_BACK' })
    expect(await checkSettlements(db)).toEqual([])
  })

  it('is read to the paisa against what the bank received, and names what differs', async () => {
    const [utr, both] = [newUtr(), await payments()]
    const rows = exampleRows(...both, 'S').filter(({ kind }) => kind !== 'RENTAL')
    const file = payuFile(rows, utr)
      .split('\n')
      .map((line, at) => `${line},${at === 0 ? 'bank_amount' : '115475.66'}`)
    const job = await bring(PATH, file.join('\n'), { accountId: 'PAYU1', settlementDate: day })
    expect(await differences({ kind: 'UTR_SUM', about: utr })).toMatchObject([])
    expect(job.status).toBe('DONE')
  })
})

describe('the headings of a gateway', () => {
  const ask = async (content: string, accountId: string) => {
    const asked = { askColumns: 'true', 'given.accountId': accountId, 'given.settlementDate': day }
    const sent = await uploadImport(portal, vikram, PATH, content, 'file.csv', asked)
    return finishedImport(vikram, sent.body.id)
  }
  const agree = async ({ id }: { id: number }, mapping: readonly (string | null)[]) => {
    await vikram.post('/api/import-steps', {
      importId: id,
      step: 'check',
      mapping,
      leaveOutTotals: false,
      leaveOutHidden: false,
    })
    return finishedImport(vikram, id)
  }

  it('are offered until a person agrees, and then read by themselves for that account', async () => {
    const file = (tag: string) =>
      payuFile(exampleRows({ ref: `A${tag}`, txnNo: '' }, { ref: `B${tag}`, txnNo: '' }, tag), newUtr())
    const job = await ask(file('1'), 'PAYU1')
    expect(job.status).toBe('MAPPING')
    expect(job.sheet).toMatchObject({
      shape: 'PayU',
      proposed: expect.arrayContaining(['gatewayTxnId', 'eventId', 'kind']),
    })
    const mapping = job.sheet!.proposed
    const isAsked = job.sheet!.columns.filter(({ required }) => required).map(({ key }) => key)
    expect(isAsked).not.toContain('settlementDate')
    expect((await agree(job, mapping)).warnings.join()).not.toContain('of an earlier file')
    const words = await db('import_word').pluck('importType')
    expect(new Set(words)).toEqual(new Set([`${PATH} PAYU1`]))
    const given = { 'given.accountId': 'PAYU1', 'given.settlementDate': day }
    expect(await importFile(portal, asha, PATH, file('2'), given)).toMatchObject({ status: 'VALIDATED', rowsNew: 6 })
    const other = { 'given.accountId': 'BILLDESK1', 'given.settlementDate': day }
    expect((await importFile(portal, asha, PATH, file('3'), other)).rowsNew).toBe(0)
  })

  it('mean what a person says of them instead, from then on', async () => {
    const head = 'payuid,requestid,requestaction,requestamount,mer_net_amount,mer_utr,my_fee'
    const file = () => [head, `M${newUtr()},E${last},capture,100,98,${newUtr()},2`].join('\n')
    const job = await ask(file(), 'PAYU1')
    const mapping = job.sheet!.proposed.map((column, at) => (at === 6 ? 'fee' : column))
    await agree(job, mapping)
    const given = { 'given.accountId': 'PAYU1', 'given.settlementDate': day }
    const next = await importFile(portal, asha, PATH, file(), { commit: true, ...given })
    expect(next.warnings.join()).toContain('my_fee is read as Fee, as it was said of an earlier file')
    expect(await db('payment_settlement_row').orderBy('id', 'desc').first()).toMatchObject({ feeAmount: 200 })
  })

  it('have words for a kind that nobody lists, which are asked once', async () => {
    const file = () =>
      payuFile(
        [{ kind: 'SALE', id: `W${newUtr()}`, order: '', event: `W${last}`, gross: 10_000, fee: 0, tax: 0 }],
        newUtr(),
      )
    const asuc = () => file().replace('capture', 'ASUC')
    const words = [{ column: 'kind', word: 'ASUC', option: 'SALE' }]
    const given = { accountId: 'PAYU1', settlementDate: day }
    expect(await bring(PATH, asuc(), given, words)).toMatchObject({ status: 'DONE', rowsNew: 1 })
    const again = { commit: true, 'given.accountId': 'PAYU1', 'given.settlementDate': day }
    expect(await importFile(portal, asha, PATH, asuc(), again)).toMatchObject({ status: 'DONE', rowsNew: 1 })
    const unasked = { 'given.accountId': 'CCAVENUE1', 'given.settlementDate': day }
    expect((await importFile(portal, asha, PATH, asuc(), unasked)).rowsFailed).toBe(1)
  })
})
