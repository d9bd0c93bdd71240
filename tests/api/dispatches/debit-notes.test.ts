import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { faultsOf } from '../../support/dispatches/faults.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download } from '../../support/files.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, company, desk, transporter, finance, clockAt, bookedLr, billOf, enter, step, accepted, billRow } = world
const { linesOf, acceptLine } = world
afterAll(world.close)
beforeEach(() => clockAt())

const NOTES = '/api/dispatches/debit-notes'

/** A bill over so many LRs, each over what was agreed, with every POD. */
async function billedOver(lrs: number, more: Record<string, unknown> = {}) {
  const made = []
  for (let count = 0; count < lrs; count++) made.push(await bookedLr({ freightAmount: 45_455 }))
  for (const { id } of made) await accepted(id)
  const { body } = await enter(await billOf(made, more, 50_455))
  return { lrs: made, bill: body as { id: number; status: string; billNo: string } }
}

const noteOf = async (bill: { id: number }) => (await finance.get(`${NOTES}?transporterBillId=${bill.id}`)).body.data[0]
const withTax = (gtaTaxMode: string) =>
  portal.db('transporter').where({ id: company.transporterId }).update({ gtaTaxMode })

describe('what is deducted from a transporter’s bill', () => {
  it('is decided for all LRs at once: 55 are paid as agreed, and the GST of reverse charge with them', async () => {
    const { bill, lrs } = await billedOver(55)
    expect(bill.status).toBe('DISPUTED')
    const asked = { paid: 'AGREED', remarks: 'The contract says 454.55' }
    expect(faultsOf(await step(finance, 'acceptAll', bill.id, asked))).toEqual([400, 'deductionReason REQUIRED'])
    expect((await step(desk, 'acceptAll', bill.id, { ...asked, deductionReason: 'RATE' })).status).toBe(403)
    expect((await step(finance, 'acceptAll', bill.id, { ...asked, deductionReason: 'RATE' })).status).toBe(201)
    expect((await step(finance, 'approve', bill.id)).status).toBe(201)
    const approved = await billRow(bill.id)
    expect(approved).toMatchObject({ totalAmount: 2_775_025, deductionAmount: 275_000, reverseCharge: 125_001 })
    const note = await noteOf(bill)
    expect(note).toMatchObject({ noteNo: approved.debitNoteNo, amount: 275_000, gstAmount: 0, taxCredit: 'NOT_DUE' })
    const { body } = await transporter.get(`/api/debit-note-lines?debitNoteId=${note.id}&$limit=100`)
    expect(body.total).toBe(55)
    expect(body.data[0]).toMatchObject({ reason: 'RATE', amount: 5_000, remarks: 'The contract says 454.55' })
    const { status, bytes } = await download(portal, transporter, `${NOTES}/${note.id}/pdf`)
    expect(status, bytes.toString()).toBe(200)
    const text = await pdfText(bytes)
    for (const said of [note.noteNo, bill.billNo, lrs[54]!.lrNo, 'Above the agreed rate', '2,750.00'])
      expect(text).toContain(said)
  })

  it('keeps the GST of a forward charge until the credit note of the transporter is entered', async () => {
    await withTax('FORWARD_18')
    const { bill } = await billedOver(11, { gstAmount: 99_901 })
    await step(finance, 'acceptAll', bill.id, { paid: 'AGREED', deductionReason: 'RATE', remarks: 'As agreed' })
    expect((await step(finance, 'approve', bill.id)).status).toBe(201)
    await withTax('RCM')
    expect(await billRow(bill.id)).toMatchObject({ deductionAmount: 55_000, gstAmount: 99_901, reverseCharge: 0 })
    const note = await noteOf(bill)
    expect(note).toMatchObject({ amount: 55_000, gstAmount: 9_900, taxCredit: 'AWAITED' })
    const enterNote = (asked: object, who = finance) =>
      who.post(`${NOTES}/actions`, { action: 'enterCreditNote', rows: [{ id: note.id, rowVersion: 1 }], asked })
    const credit = { taxNoteNo: 'CN77', taxNoteOn: '2026-11-20' }
    expect((await enterNote(credit, transporter)).status).toBe(403)
    expect(faultsOf(await enterNote({ ...credit, taxNoteOn: '2026-11-19' }))).toEqual([400, 'taxNoteOn RANGE'])
    expect(faultsOf(await enterNote({ ...credit, taxNoteOn: '2026-11-21' }))).toEqual([400, 'taxNoteOn RANGE'])
    expect((await enterNote(credit)).status).toBe(201)
    expect(await noteOf(bill)).toMatchObject({ taxCredit: 'RECEIVED', ...credit })
  })

  it('is nothing where all is accepted as billed, and then there is no note', async () => {
    const { bill } = await billedOver(11)
    const paid = { paid: 'BILLED', remarks: 'Night entry, agreed' }
    expect((await step(finance, 'acceptAll', bill.id, paid)).status).toBe(201)
    const approved = await step(finance, 'approve', bill.id)
    expect(approved.body.message ?? JSON.stringify(approved.body)).toContain('₹ 550.00 over what was agreed on 11 LRs')
    expect(await billRow(bill.id)).toMatchObject({ debitNoteNo: null, deductionAmount: 0 })
    expect(await noteOf(bill)).toBeUndefined()
  })

  it('leaves what was decided before, and says so where no LR differs', async () => {
    const { bill } = await billedOver(11)
    const [first] = await linesOf(bill.id)
    await acceptLine(finance, first.id, {
      remarks: 'Waited at the gate',
      acceptedAmount: 47_000,
      deductionReason: 'OTHER',
    })
    await step(finance, 'acceptAll', bill.id, { paid: 'AGREED', deductionReason: 'RATE', remarks: 'As agreed' })
    expect((await linesOf(bill.id)).map(({ acceptedAmount }) => acceptedAmount)).toEqual([
      47_000,
      ...Array(10).fill(45_455),
    ])
    expect((await step(finance, 'acceptAll', bill.id, { paid: 'BILLED', remarks: 'Twice' })).status).toBe(409)
  })

  it('is read by the transporter it is sent to, and by no other', async () => {
    const { bill } = await billedOver(11)
    await step(finance, 'acceptAll', bill.id, { paid: 'AGREED', deductionReason: 'RATE', remarks: 'As agreed' })
    await step(finance, 'approve', bill.id)
    const note = await noteOf(bill)
    const stranger = await exampleRow(portal.db, transporterMaster, { code: 'FOURTH', transModes: ['SURFACE'] })
    const other = await personWith(portal, ['TRANSPORTER'], { transporterId: stranger.id })
    for (const path of [`${NOTES}/${note.id}`, `${NOTES}/${note.id}/pdf`]) {
      expect((await transporter.get(path)).status).toBe(200)
      expect((await other.get(path)).status).toBe(404)
    }
  })
})
