import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { faultsOf } from '../../support/dispatches/faults.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, company, desk, transporter, finance, clockAt, bookedLr, billOf, enter, step } = world
const { acceptLine, linesOf, lrRow, billRow, accepted, scan } = world
afterAll(world.close)
beforeEach(() => clockAt())

type Body = Awaited<ReturnType<typeof billOf>>

/** A bill entered by somebody, and a function that corrects it to other values. */
async function enteredBill(lrs: readonly { id: number }[], more: object = {}, each = 100_000, who = transporter) {
  const body = await billOf(lrs, { ...more }, each, who)
  const { status, body: bill } = await enter(body, who)
  expect(status).toBe(201)
  return { id: bill.id as number, billNo: bill.billNo as string, status: bill.status as string, body }
}

async function correctionOf({ id, body }: { id: number; body: Body }, more: object = {}) {
  const { transporterId: _, isDraft: __, ...printed } = body as Body & { isDraft?: boolean }
  return { ...printed, rowVersion: (await billRow(id)).rowVersion, reason: 'Misread', ...more }
}

async function correct(bill: { id: number; body: Body }, more: object = {}, who = transporter) {
  return who.patch(`/api/dispatches/lr-transporter-bill/${bill.id}`, await correctionOf(bill, more))
}

const over = (...lrs: [{ id: number }, number][]) => ({
  baseAmount: lrs.reduce((total, [, amount]) => total + amount, 0),
  lines: lrs.map(([{ id }, billedFreight]) => ({ lrId: id, billedFreight })),
})

describe('a bill that is not approved yet', () => {
  it('is corrected by who entered it, matched again, with the reason in its history', async () => {
    const [one, other, third] = [await bookedLr(), await bookedLr(), await bookedLr()]
    const bill = await enteredBill([one, other], {}, 120_000)
    expect(bill.status).toBe('DISPUTED')
    const attachmentId = await scan(transporter)
    const changed = { ...over([one, 100_000], [third, 100_000]), billNo: `${bill.billNo}-A`, attachmentId }
    const answer = await correct(bill, changed)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'MATCHED', baseAmount: 200_000, totalAmount: 200_000, reverseCharge: 10_000, attachmentId },
    ])
    expect(await linesOf(bill.id)).toMatchObject([
      { lrId: one.id, billedFreight: 100_000, variance: 0, isMatched: 1 },
      { lrId: third.id, billedFreight: 100_000, variance: 0, isMatched: 1 },
    ])
    const statuses = await Promise.all([one, other, third].map(async ({ id }) => (await lrRow(id)).billStatus))
    expect(statuses).toEqual(['BILLED', 'UNBILLED', 'BILLED'])
    const history = portal.db('audit_entry').where({ entity: 'transporter-bill', entityId: bill.id, action: 'UPDATE' })
    expect((await history).map(({ reason }) => reason)).toContain('Misread')
    expect((await enter(await billOf([other]))).status).toBe(201)
  })

  it('keeps what Finance accepted where the amounts stay, and nothing else', async () => {
    const [one, other] = [await bookedLr(), await bookedLr()]
    const bill = await enteredBill([one, other], {}, 120_000)
    for (const line of await linesOf(bill.id)) await acceptLine(finance, line.id, { remarks: 'Agreed by phone' })
    expect(await billRow(bill.id)).toMatchObject({ status: 'MATCHED' })
    expect((await correct(bill, over([one, 120_000], [other, 130_000]))).body.status).toBe('DISPUTED')
    expect(await linesOf(bill.id)).toMatchObject([
      { isAccepted: 1, remarks: 'Agreed by phone' },
      { isAccepted: 0, remarks: null, acceptedAmount: null },
    ])
  })

  it('is a draft still when it was one', async () => {
    const [one, other] = [await bookedLr(), await bookedLr()]
    const draft = await enteredBill([one], { isDraft: true })
    expect((await correct(draft, over([other, 90_000]))).body).toMatchObject({ status: 'DRAFT', baseAmount: 90_000 })
    expect([(await lrRow(one.id)).billStatus, (await lrRow(other.id)).billStatus]).toEqual(['UNBILLED', 'UNBILLED'])
    expect((await step(transporter, 'submit', draft.id)).status).toBe(201)
    expect((await lrRow(other.id)).billStatus).toBe('BILLED')
  })

  it('takes its number and its LRs again after it was rejected', async () => {
    const lr = await bookedLr()
    const bill = await enteredBill([lr], {}, 120_000)
    await step(finance, 'reject', bill.id, { reason: 'Twice the rate' })
    expect((await correct(bill, over([lr, 100_000]))).body).toMatchObject({ status: 'MATCHED', rejectReason: null })
    expect(await billRow(bill.id)).toMatchObject({ releasedNo: 0 })
    expect(await linesOf(bill.id)).toMatchObject([{ releasedNo: 0, billedFreight: 100_000 }])
    expect((await lrRow(lr.id)).billStatus).toBe('BILLED')
    expect(faultsOf(await enter(await billOf([lr])))).toEqual([409, 'lines[0].lrId LR_BILLED'])
  })

  it('leaves an LR to the bill that has it by now', async () => {
    const [lr, other] = [await bookedLr(), await bookedLr()]
    const bill = await enteredBill([lr])
    await step(finance, 'reject', bill.id, { reason: 'No' })
    const next = await enteredBill([lr])
    expect(faultsOf(await correct(bill))).toEqual([409, 'lines[0].lrId LR_BILLED'])
    expect(await billRow(bill.id)).toMatchObject({ status: 'REJECTED' })
    expect((await correct(bill, over([other, 100_000]))).status).toBe(200)
    expect((await lrRow(lr.id)).billStatus).toBe('BILLED')
    expect(faultsOf(await correct(next, { billNo: bill.billNo }))).toEqual([409, 'billNo DUPLICATE_KEY'])
  })
})

describe('the correction of a bill is refused', () => {
  it('to everybody but who entered it', async () => {
    const bill = await enteredBill([await bookedLr()])
    const colleague = await personWith(portal, ['TRANSPORTER'], { transporterId: company.transporterId })
    for (const who of [colleague, desk]) expect((await correct(bill, {}, who)).status).toBe(403)
    expect((await correct(bill, {}, finance)).status).toBe(403)
    const rival = await personWith(portal, ['TRANSPORTER'], {})
    expect((await correct(bill, {}, rival)).status).toBe(404)
    expect((await transporter.patch('/api/dispatches/lr-transporter-bill/1abc', await correctionOf(bill))).status).toBe(
      404,
    )
  })

  it('once it is approved', async () => {
    const lr = await bookedLr()
    const bill = await enteredBill([lr])
    await accepted(lr.id)
    await step(finance, 'approve', bill.id)
    const answer = await correct(bill)
    expect([answer.status, answer.body.message]).toEqual([422, 'Correct is not possible while it is Approved'])
  })

  it('when somebody changed the bill meanwhile', async () => {
    const bill = await enteredBill([await bookedLr()], {}, 120_000)
    const stale = await correctionOf(bill)
    const [line] = await linesOf(bill.id)
    await acceptLine(finance, line.id, { remarks: 'Fine' })
    expect(faultsOf(await transporter.patch(`/api/dispatches/lr-transporter-bill/${bill.id}`, stale))).toEqual([
      409,
      ' STALE_ROW',
    ])
  })

  it('with what could not be entered either, and changes nothing', async () => {
    const lr = await bookedLr()
    const bill = await enteredBill([lr])
    const before = [await billRow(bill.id), await linesOf(bill.id)]
    const toPay = await bookedLr()
    await portal.db('lr').where({ id: toPay.id }).update({ freightTerms: 'TO_PAY' })
    expect(faultsOf(await correct(bill, over([lr, 100_000], [toPay, 1_000])))).toEqual([
      400,
      'lines[1].lrId NOT_BILLED',
    ])
    expect(faultsOf(await correct(bill, { baseAmount: 90_000 }))).toEqual([400, 'baseAmount SUM'])
    expect(faultsOf(await correct(bill, { billDate: '2026-11-21' }))).toEqual([400, 'billDate RANGE'])
    expect(faultsOf(await correct(bill, { gstAmount: 100 }))).toEqual([400, 'gstAmount RANGE'])
    expect(faultsOf(await correct(bill, { attachmentId: await scan(desk) }))).toEqual([400, 'attachmentId UNKNOWN_REF'])
    expect(faultsOf(await correct(bill, { lines: [] }))).toEqual([400, 'lines TYPE'])
    expect(faultsOf(await correct(bill, { reason: '' }))).toEqual([400, 'reason REQUIRED'])
    expect(faultsOf(await correct(bill, { rowVersion: undefined }))).toEqual([400, 'rowVersion REQUIRED'])
    expect(faultsOf(await correct(bill, { status: 'PAID' }))).toEqual([400, 'status UNKNOWN_FIELD'])
    expect(faultsOf(await correct(bill, { transporterId: 1 }))).toEqual([400, 'transporterId UNKNOWN_FIELD'])
    expect([await billRow(bill.id), await linesOf(bill.id)]).toEqual(before)
  })
})

describe('thirty people at the same moment', { tags: ['locks'] }, () => {
  it('put an LR on one bill, by entering and by correcting alike', async () => {
    const lr = await bookedLr()
    const bills: Awaited<ReturnType<typeof enteredBill>>[] = []
    for (let count = 0; count < 15; count++) bills.push(await enteredBill([await bookedLr()]))
    const corrections = await Promise.all(bills.map(bill => correctionOf(bill, over([lr, 100_000]))))
    const bodies = []
    for (let count = 0; count < 15; count++) bodies.push(await billOf([lr]))
    const answers = await Promise.all([
      ...corrections.map((body, at) => transporter.patch(`/api/dispatches/lr-transporter-bill/${bills[at]!.id}`, body)),
      ...bodies.map(body => enter(body)),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status >= 300).map(answer => faultsOf(answer).join()))).toEqual(
      new Set(['409,lines[0].lrId LR_BILLED']),
    )
    expect(await portal.db('transporter_bill_line').where({ lrId: lr.id })).toHaveLength(1)
  })

  it('correct one version of a bill once', async () => {
    const bill = await enteredBill([await bookedLr()], {}, 120_000)
    const body = await correctionOf(bill)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        transporter.patch(`/api/dispatches/lr-transporter-bill/${bill.id}`, {
          ...body,
          billNo: `${bill.billNo}-${at}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(409)])
  })
})
