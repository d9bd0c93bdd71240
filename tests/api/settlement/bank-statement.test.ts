import { afterAll, describe, expect, it } from 'vitest'
import { checkSettlements } from '../../../api/payments/settlement/check-settlements.ts'
import { compareSettlements } from '../../../api/payments/settlement/nightly-settlements.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { importFile, insert } from '../../support/imports.ts'

const desk = await settlementDesk()
const { portal, asha, vikram, paid, take, differences, rowsOfJob, bring, onBankLine, onDifference } = desk
const { db } = portal
afterAll(() => portal.close())
await db('bank_account').delete()
const [bank] = await insert(db, 'bank-account', [
  { code: 'HDFC9', bank: 'HDFC Bank', accountNo: '50200012345678', companyCode: '1000' },
])

const PATH = 'transaction-view/bank-lines'
let last = 0
const newUtr = () => `HDFCN5202611201299${String(1000 + ++last)}`
const shown = (day: string) => day.split('-').reverse().join('/')
const transferOf = (utr: string) => db('payment_transfer').where({ utr }).first()
const lineOf = (utr: string) => db('bank_line').where('narration', 'like', `%${utr}%`).first()

interface Line {
  narration: string
  deposit?: string
  withdrawal?: string
  ref?: string
  day?: string
}

/** As HDFC writes a statement. */
const hdfc = (lines: readonly Line[]) =>
  [
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    ...lines.map(({ narration, deposit = '', withdrawal = '', ref = '', day = today() }) =>
      [shown(day), narration, ref, shown(day), withdrawal, deposit, '100.00'].join(','),
    ),
    // A day that can be only one tells how all are written.
    ['25/01/2026', 'OPENING CHARGES', '', '25/01/2026', '1.00', '', '99.00'].join(','),
  ].join('\n')

const statement = (lines: readonly Line[]) => bring(PATH, hdfc(lines), { bankAccountId: 'HDFC9' })

/** A transfer of one payment. */
async function transfer(amount: string, utr = newUtr(), day = today()) {
  const one = await paid(Math.round(Number(amount) * 100))
  await take([{ id: one.ref, amount, utr, day }])
  return utr
}

describe('a statement of the bank', () => {
  it('shows a transfer by UTR and amount, with the UTR anywhere in the narration', async () => {
    const utr = await transfer('1180.50')
    const job = await statement([{ narration: `NEFT CR-HDFC0000001-PAYU PAYMENTS-BILTY-${utr}`, deposit: '1180.50' }])
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await lineOf(utr)).toMatchObject({ status: 'MATCHED', utr, amount: 118_050, bankAccountId: bank!.id })
    expect(await transferOf(utr)).toMatchObject({ bankState: 'RECEIVED', receivedOn: today() })
    expect(await checkSettlements(db)).toEqual([])
  })

  it('changes nothing when it is taken in once more, and tells equal lines of one day apart', async () => {
    const lines = [
      { narration: 'IMPS-532112345678-RAM', deposit: '77.00' },
      { narration: 'CASH DEPOSIT  BRANCH', deposit: '77.00' },
      { narration: 'CASH DEPOSIT  BRANCH', deposit: '77.00' },
    ]
    expect(await statement(lines)).toMatchObject({ status: 'DONE', rowsNew: 3 })
    const later = lines.map(line => ({ ...line, narration: line.narration.replace('  ', ' ') }))
    const more = [...later, { narration: 'CASH DEPOSIT BRANCH', deposit: '77.00' }]
    expect(await statement(more)).toMatchObject({ status: 'DONE', rowsNew: 1, rowsSame: 4 })
    expect(await db('bank_line').where({ amount: 7_700 }).orderBy('nth').pluck('nth')).toEqual([1, 2, 3, 4])
  })

  it('of Axis is read by its own headings, with what was paid out as negative', async () => {
    const utr = await transfer('310.00')
    const file = [
      'Tran Date,Chq No,Particulars,Debit,Credit,Balance,Init. br',
      `${shown(today()).replaceAll('/', '-')},,NEFT/${utr}/BILLDESK,,310.00,1.00,004`,
      `${shown(today()).replaceAll('/', '-')},00123,RENT,45.50,,1.00,004`,
    ].join('\n')
    expect(await bring(PATH, file, { bankAccountId: 'HDFC9' })).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect((await transferOf(utr)).bankState).toBe('RECEIVED')
    expect(await db('bank_line').where({ narration: 'RENT' }).first()).toMatchObject({
      amount: -4_550,
      status: 'OTHER',
    })
  })

  it('comes before the settlement file, too, and the difference it was closes', async () => {
    const utr = newUtr()
    await statement([{ narration: `PAYU ${utr}`, deposit: '512.00' }])
    const line = await lineOf(utr)
    expect(line.status).toBe('UNKNOWN')
    expect(await differences({ bankLineId: line.id })).toMatchObject([
      { kind: 'BANK_UNKNOWN', foundAmount: 51_200, accountId: null, status: 'OPEN' },
    ])
    expect((await differences({ bankLineId: line.id }))[0].ownerId).not.toBeNull()
    await transfer('512.00', utr)
    expect((await lineOf(utr)).status).toBe('MATCHED')
    expect(await differences({ bankLineId: line.id })).toMatchObject([
      { status: 'CLOSED', reason: `It is the transfer ${utr}`, confirmedById: null },
    ])
  })

  it('offers a line for its amount alone, which counts once a person confirms it', async () => {
    const utr = await transfer('623.45')
    const job = await statement([{ narration: 'BY TRANSFER PAYU SETTLEMENT', deposit: '623.45' }])
    expect((await rowsOfJob(job))[0]!.warnings[0]!.message).toBe(
      `It may be the transfer ${utr} by its amount: confirm it in the list`,
    )
    const line = await db('bank_line').where({ amount: 62_345 }).first()
    expect([line.status, (await transferOf(utr)).bankState]).toEqual(['OFFERED', 'WAITING'])
    expect((await onBankLine(asha, 'confirmMatch', line.id)).status).toBe(201)
    expect(await transferOf(utr)).toMatchObject({ bankState: 'RECEIVED', receivedOn: today() })
  })

  it('has a line set aside that is no gateway’s money', async () => {
    await statement([{ narration: 'RAZORPAY REFUND OF AN ORDER OF OURS', deposit: '41.00' }])
    const line = await db('bank_line').where({ amount: 4_100 }).first()
    expect((await onBankLine(asha, 'setAside', line.id)).status).toBe(400)
    expect((await onBankLine(asha, 'setAside', line.id, { reason: 'We bought there' })).status).toBe(201)
    expect((await db('bank_line').where({ id: line.id }).first()).status).toBe('OTHER')
    expect(await differences({ bankLineId: line.id })).toMatchObject([{ status: 'CLOSED', reason: 'We bought there' }])
  })

  it('says that a UTR came with another amount than its rows', async () => {
    const utr = await transfer('900.00')
    await statement([{ narration: `RTGS ${utr}`, deposit: '880.00' }])
    expect(await differences({ kind: 'UTR_SUM', about: utr })).toMatchObject([
      { expectedAmount: 90_000, foundAmount: 88_000, status: 'OPEN' },
    ])
    expect((await transferOf(utr)).bankState).toBe('WAITING')
  })

  it('is refused where a line has neither deposit nor withdrawal, or no bank account', async () => {
    const empty = await importFile(portal, asha, PATH, `bank account,value date,narration\nHDFC9,${today()},NOTHING`)
    expect((await rowsOfJob(empty))[0]!.errors[0]!.message).toBe(
      'Deposit or Withdrawal is required: one of them must be more than 0',
    )
  })
})

describe('what the bank does not have', () => {
  it('is late when it came more than a working day after the transfer', async () => {
    const utr = await transfer('700.00', newUtr(), addDays(today(), -9))
    await statement([{ narration: `NEFT ${utr}`, deposit: '700.00', day: addDays(today(), -2) }])
    expect(await transferOf(utr)).toMatchObject({ bankState: 'LATE', receivedOn: addDays(today(), -2) })
  })

  it('is missing once statements reach beyond the day on which it was due, never before', async () => {
    await insert(db, 'bank-account', [{ code: 'AXIS9', bank: 'Axis Bank', accountNo: '91702000', companyCode: '1000' }])
    const utr = await transfer('810.00', newUtr(), addDays(today(), -9))
    await compareSettlements(db)
    expect((await transferOf(utr)).bankState).toBe('WAITING')
    await db('bank_account').where({ code: 'AXIS9' }).delete()
    await compareSettlements(db)
    expect((await transferOf(utr)).bankState).toBe('MISSING')
    const [missing] = await differences({ kind: 'BANK_MISSING', about: utr })
    expect(missing).toMatchObject({ expectedAmount: 81_000, foundAmount: 0, status: 'OPEN' })
    const list = await asha.get(`/api/transaction-view/transfers?utr=${utr}`)
    expect(list.body.data[0]).toMatchObject({ bankState: 'MISSING', daysWaiting: 9 })
    await statement([{ narration: `NEFT ${utr}`, deposit: '810.00' }])
    expect(await transferOf(utr)).toMatchObject({ bankState: 'LATE' })
    expect(await differences({ id: missing.id })).toMatchObject([{ status: 'CLOSED' }])
  })

  it('is closed by two people where it never comes', async () => {
    const utr = await transfer('820.00', newUtr(), addDays(today(), -9))
    await compareSettlements(db)
    const [{ id }] = await differences({ kind: 'BANK_MISSING', about: utr })
    await onDifference(asha, 'close', [id], { reason: 'The gateway paid to an old account' })
    expect((await onDifference(vikram, 'confirmClosing', [id])).status).toBe(201)
  })
})
