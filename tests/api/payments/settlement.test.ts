import { afterAll, describe, expect, it } from 'vitest'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { settlementDesk } from '../../support/gateways/settlement-desk.ts'
import { settlementFile } from '../../support/gateways/settlement-file.ts'
import { finishedImport, importFile, insert } from '../../support/imports.ts'

const desk = await settlementDesk()
const { portal, asha, vikram, ashaAgain, paid, captured, check, take, rowsOfJob, payment, capture } = desk
const { differences, onDifference, refunds } = desk
afterAll(() => portal.close())

let utrs = 0
const newUtr = () => `UTR${Date.now() % 1_000_000}N${++utrs}`

describe('a settlement file of a gateway', () => {
  it('says before anything is saved which rows fit and which differ', async () => {
    const [fits, differs] = [await paid(100_000), await paid(50_000)]
    const utr = newUtr()
    const job = await check([
      { id: fits.ref, amount: '1000.00', fee: '20', tax: '3.60', utr },
      { id: differs.ref, amount: '499.00', utr },
      { id: 'NEVER-HEARD', amount: '70', utr },
    ])
    expect(job).toMatchObject({ status: 'VALIDATED', rowsNew: 3, rowsFailed: 0 })
    const rows = await rowsOfJob(job)
    expect(rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      ['SUM'],
      ['AMOUNT_DIFFERS'],
      ['NOT_IN_PORTAL'],
    ])
    expect(rows[0]!.warnings[0]!.message).toBe(
      `UTR ${utr}: 1 of 3 new rows fit, ₹ 1,545.40 net in total, ₹ 20.00 commission and ₹ 3.60 GST`,
    )
    expect(rows[1]!.warnings[0]!.message).toContain('The payment is ₹ 500.00, the file says ₹ 499.00')
    expect((await payment(fits.id)).settlementRef).toBeNull()
    expect(await differences({ transactionId: differs.id })).toHaveLength(0)
  })

  it('settles the payments whose amount is right, and notes the others as differences', async () => {
    const [fits, differs] = [await paid(100_000), await paid(50_000)]
    const utr = newUtr()
    const rows = [
      { id: fits.ref, amount: '1000.00', fee: '20', tax: '3.60', utr },
      { id: differs.ref, amount: '499.00', utr },
      { id: `X${utr}`, amount: '70', utr },
    ]
    expect(await take(rows)).toMatchObject({ status: 'DONE', rowsNew: 3 })
    expect(await payment(fits.id)).toMatchObject({ settlementDate: today(), settlementRef: utr })
    expect(await capture(fits.captureId)).toMatchObject({ settlementDate: today(), settlementRef: utr })
    expect((await payment(differs.id)).settlementRef).toBeNull()
    expect(await portal.db('payment_settlement_row').where({ transactionId: fits.id }).first()).toMatchObject({
      ...{ grossAmount: 100_000, feeAmount: 2_000, taxAmount: 360, netAmount: 97_640, kind: 'SALE' },
    })
    expect(await differences({ transactionId: differs.id })).toMatchObject([
      { kind: 'AMOUNT_DIFFERS', expectedAmount: 50_000, foundAmount: 49_900, status: 'OPEN' },
    ])
    expect(await differences({ about: `X${utr} ${utr}` })).toMatchObject([
      { kind: 'NOT_IN_PORTAL', expectedAmount: 0, foundAmount: 7_000, transactionId: null },
    ])
  })

  it('changes nothing when it is taken in once more', async () => {
    const one = await paid(100_000)
    const rows = [
      { id: one.ref, amount: '1000.00', utr: newUtr() },
      { id: `Y${utrs}`, amount: '70', utr: `UTR-Y${utrs}` },
    ]
    await take(rows)
    const before = [await payment(one.id), await differences(), await portal.db('payment_settlement_row')]
    expect(await take(rows)).toMatchObject({ status: 'DONE', rowsSame: 2, rowsNew: 0, rowsChanged: 0 })
    expect([await payment(one.id), await differences(), await portal.db('payment_settlement_row')]).toEqual(before)
  })

  it('cannot be taken back like a file of a master: what the bank received stays', async () => {
    const one = await paid(100_000)
    const job = await take([{ id: one.ref, amount: '1000.00', utr: newUtr() }])
    await asha.post('/api/import-steps', { importId: job.id, step: 'rollback' })
    const after = await finishedImport(asha, job.id)
    expect(after.status).toBe('DONE')
    expect(after.conflicts.map(({ reason }) => reason).join()).toContain('is written only by the portal')
    expect((await payment(one.id)).settlementDate).toBe(today())
  })

  it('notes other figures of a row that stands as a difference, changes nothing, and takes in the others', async () => {
    const [one, two] = [await paid(100_000), await paid(100_000)]
    const utr = newUtr()
    await take([{ id: one.ref, amount: '1000.00', utr }])
    const job = await take([
      { id: one.ref, amount: '1000.00', fee: '5', utr },
      { id: two.ref, amount: '1000.00', utr },
    ])
    expect(job).toMatchObject({ status: 'DONE', rowsSame: 1, rowsNew: 1 })
    expect((await rowsOfJob(job))[0]!.warnings[0]!.message).toBe(
      'This row was taken in before with ₹ 1,000.00, the file says ₹ 995.00 now: noted as a difference',
    )
    expect(await differences({ captureId: one.captureId })).toMatchObject([
      { kind: 'CHANGED', expectedAmount: 100_000, foundAmount: 99_500, status: 'OPEN' },
    ])
    expect((await differences({ captureId: one.captureId }))[0].ownerId).not.toBeNull()
    expect(await rowOf(one.ref)).toMatchObject({ feeAmount: 0, netAmount: 100_000 })
    expect((await payment(two.id)).settlementRef).toBe(utr)
  })

  it('holds back the UTR of a row that is wrong', async () => {
    const one = await paid(100_000)
    const utr = newUtr()
    const job = await take(
      [
        { id: one.ref, amount: '1000.00', utr },
        { id: 'Z', amount: '1', day: addDays(today(), 1), utr },
      ],
      { onError: 'SKIP_BAD_ROWS' },
    )
    expect((await rowsOfJob(job)).map(({ verdict }) => verdict)).toEqual(['HELD', 'REJECTED'])
    expect((await payment(one.id)).settlementRef).toBeNull()
  })

  it('takes in several refunds of one payment in one transfer, also of equal amount, and knows each again', async () => {
    const one = await paid(100_000)
    const utr = newUtr()
    const back = (amount: string, refund = '') => ({ id: one.ref, kind: 'REFUND', amount, refund, utr })
    const first = [
      { id: one.ref, amount: '1000.00', utr },
      back('250'),
      back('250'),
      back('100'),
      back('50', `RF-${utr}`),
    ]
    expect(await take(first)).toMatchObject({ status: 'DONE', rowsNew: 5, rowsFailed: 0 })
    expect(await take(first)).toMatchObject({ status: 'DONE', rowsSame: 5, rowsNew: 0 })
    const later = [back('75'), back('250'), back('50', `RG-${utr}`)]
    expect(await take(later)).toMatchObject({ rowsNew: 2, rowsSame: 1 })
    const amounts = await portal.db('payment_settlement_row').where({ gatewayTxnId: one.ref }).pluck('grossAmount')
    expect(amounts.map(Number).sort((a, b) => a - b)).toEqual([
      ...[-25_000, -25_000, -10_000, -7_500, -5_000, -5_000, 100_000],
    ])
    expect((await refunds({ captureId: one.captureId })).map(({ amount, status }) => [amount, status])).toEqual([
      [25_000, 'SETTLED'],
      [25_000, 'SETTLED'],
      [10_000, 'SETTLED'],
      [5_000, 'SETTLED'],
      [7_500, 'SETTLED'],
      [5_000, 'SETTLED'],
    ])
    expect(await capture(one.captureId)).toMatchObject({ status: 'PART_RETURNED', returnedAmount: 77_500 })
    const again = await rowsOfJob(await check([back('60', `RF-${utr}`)]))
    expect(again[0]!.warnings[0]).toMatchObject({ code: 'CHANGED' })
  })

  it('takes a second refund of equal amount in a later file, under another UTR, as a second one', async () => {
    const one = await paid(100_000)
    const back = (utr: string, refund: string) => ({ id: one.ref, kind: 'REFUND', amount: '500', refund, utr })
    const [first, second] = [newUtr(), newUtr()]
    await take([back(first, `R1${first}`)])
    expect(await take([back(second, `R2${first}`)])).toMatchObject({ rowsNew: 1 })
    expect(await refunds({ captureId: one.captureId })).toHaveLength(2)
    expect((await capture(one.captureId)).status).toBe('REFUNDED')
  })

  it('settles a refund of ours that the gateway has accepted, instead of making another', async () => {
    const one = await paid(100_000)
    const [ours] = await insert(portal.db, 'refund', [
      {
        ...{ refundNo: `PR${Date.now() % 1e9}`, captureId: one.captureId, transactionId: one.id, kind: 'REFUND' },
        ...{
          customerId: (await payment(one.id)).customerId,
          how: 'API',
          amount: 20_000,
          status: 'ACCEPTED',
          reason: 'Twice',
        },
      },
    ])
    await take([{ id: one.ref, kind: 'REFUND', amount: '200', refund: `E${newUtr()}` }])
    expect(await refunds({ captureId: one.captureId })).toMatchObject([{ id: ours!.id, status: 'SETTLED' }])
  })

  it('takes in chargebacks, one that was won back, and rentals and charges with their tax', async () => {
    const [one, two] = [await paid(118_050), await paid(50_000)]
    const utr = newUtr()
    await take([
      { id: one.ref, kind: 'CHARGEBACK', amount: '1180.50', refund: `C1${utr}`, utr },
      { id: two.ref, kind: 'CHARGEBACK', amount: '500', refund: `C2${utr}`, utr },
      { id: two.ref, kind: 'chargeback reversal', amount: '500', refund: `C3${utr}`, utr },
      { id: '', kind: 'Rental', amount: '0', fee: '100', tax: '18', utr },
      { id: '', kind: 'commission', amount: '40', utr },
      { id: '', kind: 'GST', amount: '7.20', utr },
    ])
    expect(await capture(one.captureId)).toMatchObject({ status: 'CHARGED_BACK', returnedAmount: 118_050 })
    expect(await capture(two.captureId)).toMatchObject({ returnedAmount: 0, unresolvedAmount: 50_000 })
    expect((await refunds({ captureId: two.captureId })).map(({ kind }) => kind)).toEqual([
      'CHARGEBACK',
      'CHARGEBACK_WON',
    ])
    const adjustments = await portal.db('payment_adjustment').where({ utr }).orderBy('id')
    expect(adjustments.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([
      ['RENTAL', -11_800],
      ['FEE', -4_000],
      ['TAX', -720],
    ])
    expect(await transferOf(utr)).toMatchObject({ feeAmount: 14_000, taxAmount: 2_520, grossAmount: -118_050 })
  })

  const transferOf = (utr: string) => portal.db('payment_transfer').where({ utr }).first()

  it('comes without the account, which the form says, and with the words of the gateway', async () => {
    const one = await paid(30_000)
    const utr = newUtr()
    const lines = [
      'gateway_txn_id,kind,amount,settlement_date,settlement_ref',
      `${one.ref},capture,300.00,${today()},${utr}`,
      `${one.ref},Auto-Cancelled,20.00,${today()},${utr}`,
    ]
    const path = 'transaction-view/settlement-rows'
    const nobody = lines.map(line => line.replace(one.ref, 'NOBODY'))
    const nameless = await importFile(portal, asha, path, nobody.join('\n'))
    expect((await rowsOfJob(nameless))[0]!.errors[0]!.message).toBe(
      'Payment account is required: choose it in the form, or name it in a column',
    )
    const given = { 'given.accountId': 'PAYU1' }
    const job = await importFile(portal, asha, path, lines.join('\n'), { commit: true, ...given })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect((await payment(one.id)).settlementRef).toBe(utr)
  })

  it('recognises the account by its captures where neither file nor form names it', async () => {
    const one = await paid(30_000, 'CCAVENUE')
    const lines = ['gateway_txn_id,amount,settlement_date,settlement_ref', `${one.ref},300.00,${today()},${newUtr()}`]
    const job = await importFile(portal, asha, 'transaction-view/settlement-rows', lines.join('\n'), { commit: true })
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 1 })
    expect((await payment(one.id)).settlementRef).not.toBeNull()
  })

  it('settles the captures of its own account only', async () => {
    const elsewhere = await paid(10_000, 'BILLDESK')
    const utr = newUtr()
    await take([{ id: elsewhere.ref, txnNo: elsewhere.txnNo, amount: '100', utr }])
    expect((await payment(elsewhere.id)).settlementRef).toBeNull()
    expect(await differences({ about: `${elsewhere.ref} ${utr}` })).toMatchObject([{ kind: 'NOT_IN_PORTAL' }])
  })

  it('settles each capture of a payment by its own reference', async () => {
    const one = await paid(20_000)
    const { accountId } = await capture(one.captureId)
    const more = { gatewayTxnId: `${one.ref}C2`, accountId, sapReference: `${one.txnNo.slice(-13)}C2`, fit: 'SECOND' }
    const second = await captured(one.id, 20_000, more)
    const utr = newUtr()
    await take([
      { id: one.ref, amount: '200', utr },
      { id: `${one.ref}C2`, txnNo: one.txnNo, amount: '200', utr },
    ])
    expect([await capture(one.captureId), await capture(second)]).toMatchObject([
      { settlementRef: utr },
      { settlementRef: utr },
    ])
  })

  it('notes money for a payment that the portal counts as failed, a second capture, and a second settlement', async () => {
    const [failed, once] = [await paid(10_000, 'PAYU', { status: 'FAILED' }), await paid(20_000)]
    const [first, second] = [newUtr(), newUtr()]
    await take([
      { id: failed.ref, txnNo: failed.txnNo, amount: '100', utr: first },
      { id: once.ref, amount: '200', utr: first },
      { id: `${once.ref}B`, txnNo: once.txnNo, amount: '200', utr: first },
      { id: once.ref, amount: '200', utr: second },
    ])
    expect(await differences({ transactionId: failed.id })).toMatchObject([{ kind: 'NOT_PAID', foundAmount: 10_000 }])
    expect(await differences({ about: `${once.ref}B ${first}` })).toMatchObject([{ kind: 'NOT_IN_PORTAL' }])
    expect(await differences({ captureId: once.captureId })).toMatchObject([
      { kind: 'SETTLED_TWICE', about: `${once.ref} ${second}` },
    ])
    expect((await payment(once.id)).settlementRef).toBe(first)
  })

  it('notes what was taken back of a payment that the portal does not have', async () => {
    const utr = newUtr()
    await take([{ id: `N${utr}`, kind: 'REFUND', amount: '70', refund: `F${utr}`, utr }])
    expect(await differences({ about: `REFUND F${utr}` })).toMatchObject([
      { kind: 'REFUND_UNKNOWN', foundAmount: -7_000 },
    ])
  })

  it('compares net with amount less fee and tax, and the rows of a UTR with what the bank received', async () => {
    const [one, two] = [await paid(10_000), await paid(10_000)]
    const [utr, complete] = [newUtr(), newUtr()]
    await take([{ id: one.ref, amount: '100', fee: '2', tax: '0.36', net: '97.00', utr, bank: '97.64' }])
    expect(await differences({ settlementRowId: (await rowOf(one.ref)).id })).toMatchObject([
      { kind: 'NET_DIFFERS', expectedAmount: 9_764, foundAmount: 9_700 },
    ])
    expect(await differences({ kind: 'UTR_SUM', about: utr })).toMatchObject([
      { expectedAmount: 9_700, foundAmount: 9_764, status: 'OPEN' },
    ])
    await take([{ id: two.ref, amount: '100', utr: complete, bank: '150' }])
    expect(await differences({ kind: 'UTR_SUM', about: complete })).toMatchObject([{ status: 'OPEN' }])
    await take([{ id: `A${complete}`, kind: 'ADJUSTMENT', amount: '50', utr: complete }])
    expect(await differences({ kind: 'UTR_SUM', about: complete })).toMatchObject([
      { status: 'CLOSED', reason: 'The rows of the UTR are complete', closedById: null },
    ])
  })

  const rowOf = (gatewayTxnId: string) => portal.db('payment_settlement_row').where({ gatewayTxnId }).first()

  it('asks for the account where a gateway has several, and refuses one of another gateway', async () => {
    const { id } = await portal.db('payment_account').where({ code: 'BILLDESK1' }).first('id')
    const [made] = await portal.db('payment_account').where({ id })
    const { id: _, ...row } = made
    const more = { code: 'BILLDESK2', naturalKey: 'billdesk2', periodKey: 'billdesk2' }
    await portal.db('payment_account').insert({ ...row, ...more })
    const job = await check([
      { gateway: 'BILLDESK', id: 'B1', amount: '1' },
      { gateway: 'BILLDESK', account: 'PAYU1', id: 'B2', amount: '1' },
      { gateway: 'BILLDESK', account: 'BILLDESK2', id: 'B3', amount: '1' },
    ])
    const messages = (await rowsOfJob(job)).map(({ errors }) => errors.map(({ message }) => message).join())
    expect(messages[0]).toContain(
      'BILLDESK has the payment accounts BILLDESK1, BILLDESK2: name one in the column account',
    )
    expect(messages[1]).toContain('Payment account PAYU1 is not one of BILLDESK')
    await portal.db('payment_account').where({ code: 'BILLDESK2' }).delete()
  })

  it('counts a row once that stands twice in the file', async () => {
    const utr = newUtr()
    const twice = await take([
      { id: `T${utr}`, amount: '1', utr },
      { id: `T${utr}`, account: 'PAYU1', amount: '1', utr },
    ])
    expect(twice).toMatchObject({ status: 'DONE', rowsNew: 1, rowsSame: 1 })
    expect((await transferOf(utr)).netAmount).toBe(100)
  })

  it('says by how much a transfer differs from its rows, and which row may be why', async () => {
    const [one, two] = [await paid(10_000), await paid(20_000)]
    const utr = newUtr()
    const job = await check([
      { id: one.ref, amount: '100', utr, bank: '100' },
      { id: two.ref, amount: '200', utr, bank: '100' },
    ])
    const [first] = await rowsOfJob(job)
    expect(first!.warnings.find(({ code }) => code === 'UTR_SUM')!.message).toBe(
      'The bank received ₹ 100.00, ₹ 200.00 less than the rows of this UTR, which come to ₹ 300.00: look at row 3 of ₹ 200.00. Noted as a difference',
    )
  })

  it('reads the total of a transfer in a row of its own', async () => {
    const one = await paid(10_000)
    const utr = newUtr()
    const job = await take([
      { id: one.ref, amount: '100', fee: '2', tax: '0.36', utr },
      { id: '', kind: 'TRANSFER', amount: '97.64', net: '97.64', utr },
    ])
    expect(job).toMatchObject({ status: 'DONE', rowsNew: 1, rowsSame: 1 })
    expect(await transferOf(utr)).toMatchObject({ saidAmount: 9_764, netAmount: 9_764 })
    expect(await differences({ about: utr })).toEqual([])
  })

  it('gives rows of a payout their UTR once the gateway knows it', async () => {
    const one = await paid(10_000)
    const [utr, payId] = [newUtr(), `${Date.now()}`]
    const head = 'gateway,gateway_txn_id,amount,settlement_date,settlement_ref,payId'
    const file = (ref: string) => [head, `PAYU,${one.ref},100,${today()},${ref},${payId}`].join('\n')
    const path = 'transaction-view/settlement-rows'
    expect(await importFile(portal, asha, path, file(''), { commit: true })).toMatchObject({ rowsNew: 1 })
    expect((await payment(one.id)).settlementRef).toBe(`PAYID:${payId}`)
    expect(await importFile(portal, asha, path, file(utr), { commit: true })).toMatchObject({
      status: 'DONE',
      rowsNew: 0,
    })
    expect((await payment(one.id)).settlementRef).toBe(utr)
    expect(await portal.db('payment_settlement_row').where({ gatewayTxnId: one.ref })).toHaveLength(1)
    expect(await transferOf(`PAYID:${payId}`)).toBeUndefined()
  })

  it('refuses a number that a spreadsheet shortened, and an error in place of one', async () => {
    const job = await check([
      { id: '4.03994E+17', amount: '1' },
      { id: '#N/A', amount: '1' },
      { id: 'OK1', amount: '1', refund: '#REF!' },
    ])
    const messages = (await rowsOfJob(job)).map(({ errors }) => errors[0]!.message)
    expect(messages).toEqual([
      'gateway_txn_id holds 4.03994E+17: A spreadsheet shortened this number; export again as text',
      'gateway_txn_id holds #N/A: A spreadsheet shortened this number; export again as text',
      'refund_id holds #REF!: A spreadsheet shortened this number; export again as text',
    ])
  })

  it('refuses a settlement of the future, and different receipts of the bank for one UTR', async () => {
    const utr = newUtr()
    const future = await check([{ id: 'F1', amount: '1', day: addDays(today(), 1), utr }])
    expect((await rowsOfJob(future))[0]!.errors[0]!.message).toBe('Settlement date must not lie in the future')
    const mixed = await check([
      { id: 'F2', amount: '1', utr, bank: '2' },
      { id: 'F3', amount: '1', utr, bank: '3' },
    ])
    expect((await rowsOfJob(mixed))[1]!.errors[0]!.message).toContain('the same in all rows of a UTR')
  })

  it('is taken in by Finance alone', async () => {
    const rep = await portal.as('auditor')
    const file = settlementFile([{ id: 'Z', amount: '1' }])
    await expect(importFile(portal, rep, 'transaction-view/settlement-rows', file)).rejects.toThrow('403')
  })
})

describe('a difference', () => {
  it('is closed by two people: one says why, another confirms', async () => {
    const utr = newUtr()
    await take([{ id: `D${utr}`, amount: '70', utr }])
    const [{ id }] = await differences({ about: `D${utr} ${utr}` })
    expect((await onDifference(asha, 'close', [id])).status).toBe(400)
    expect((await onDifference(asha, 'close', [id], { reason: 'Paid by another portal' })).status).toBe(201)
    const own = await onDifference(asha, 'confirmClosing', [id])
    expect([own.status, own.body.message]).toEqual([
      403,
      'Another person of Finance than the one who gave the reason must confirm it',
    ])
    expect((await onDifference(ashaAgain, 'confirmClosing', [id])).status).toBe(403)
    expect(await differences({ id })).toMatchObject([{ status: 'PROPOSED' }])
    expect((await onDifference(vikram, 'confirmClosing', [id])).status).toBe(201)
    const [closed] = await differences({ id })
    expect(closed).toMatchObject({ status: 'CLOSED', reason: 'Paid by another portal', closedOn: today() })
    expect(closed.confirmedById).not.toBe(closed.closedById)
    expect((await onDifference(vikram, 'close', [id], { reason: 'Again' })).status).toBe(409)
  })

  it('stays open where the second person thinks otherwise', async () => {
    const utr = newUtr()
    await take([{ id: `E${utr}`, amount: '70', utr }])
    const [{ id }] = await differences({ about: `E${utr} ${utr}` })
    await onDifference(asha, 'close', [id], { reason: 'Small' })
    expect((await onDifference(vikram, 'keepOpen', [id], { reason: 'Ask the gateway first' })).status).toBe(201)
    expect(await differences({ id })).toMatchObject([{ status: 'OPEN', reason: null, closedById: null }])
  })
})
