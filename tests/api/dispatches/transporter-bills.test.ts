import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { transporter as transporterMaster } from '../../../resources/masters/transporter.ts'
import { appSetting } from '../../../resources/settings/app-setting.ts'
import { billDesk } from '../../support/dispatches/bill-desk.ts'
import { faultsOf } from '../../support/dispatches/faults.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'

const world = await billDesk()
const { portal, company, desk, transporter, otherDesk, finance, clockAt, bookedLr, billOf, enter, step } = world
const { acceptLine, linesOf, lrRow, billRow, accepted, scan } = world
afterAll(world.close)
beforeEach(() => clockAt())

describe('a bill of a transporter', () => {
  it('matches what was agreed at once, and its LRs are billed', async () => {
    const lrs = [await bookedLr(), await bookedLr({ otherCharges: 5_000 })]
    const body = await billOf(lrs, { baseAmount: 205_000 })
    body.lines[1] = { lrId: lrs[1]!.id, billedFreight: 100_000, billedOther: 5_000 } as never
    const made = await enter(body)
    expect(made.body).toMatchObject({
      status: 'MATCHED',
      billRef: expect.stringMatching(/^TB2627\d{6}$/),
      gtaTaxMode: 'RCM',
      gstAmount: 0,
      totalAmount: 205_000,
      reverseCharge: 10_250,
      isPodRequired: true,
    })
    expect(await linesOf(made.body.id)).toMatchObject([
      { expectedFreight: 100_000, variance: 0, isMatched: 1 },
      { expectedOther: 5_000, variance: 0, isMatched: 1 },
    ])
    for (const { id } of lrs) expect(await lrRow(id)).toMatchObject({ billStatus: 'BILLED' })
  })

  it('is measured by the freight that was expected at booking, where the lane gave one', async () => {
    const lr = await bookedLr()
    await portal.db('lr').where({ id: lr.id }).update({ expectedFreight: 90_000 })
    const made = await enter(await billOf([lr]))
    expect(await linesOf(made.body.id)).toMatchObject([{ expectedFreight: 90_000, variance: 10_000, isMatched: 0 }])
    expect(made.body.status).toBe('DISPUTED')
  })

  it('as a draft holds its LRs without billing them, and is submitted or withdrawn', async () => {
    const [one, other] = [await bookedLr(), await bookedLr()]
    const draft = (await enter(await billOf([one], { isDraft: true }))).body
    expect(draft.status).toBe('DRAFT')
    expect(await lrRow(one.id)).toMatchObject({ billStatus: 'UNBILLED' })
    expect(faultsOf(await enter(await billOf([one])))).toEqual([409, 'lines[0].lrId LR_BILLED'])
    expect((await step(transporter, 'submit', draft.id)).status).toBe(201)
    expect(await billRow(draft.id)).toMatchObject({ status: 'MATCHED' })
    const second = (await enter(await billOf([other], { isDraft: true }))).body
    expect((await step(transporter, 'withdraw', second.id, { reason: 'Wrong LR' })).status).toBe(201)
    expect((await enter(await billOf([other]))).status).toBe(201)
  })

  it('cannot be submitted once one of its LRs is cancelled', async () => {
    const lr = await bookedLr()
    const draft = (await enter(await billOf([lr], { isDraft: true }))).body
    await portal.db('lr').where({ id: lr.id }).update({ deliveryStatus: 'CANCELLED' })
    const refusal = await step(transporter, 'submit', draft.id)
    expect(refusal.status).toBe(422)
    expect(refusal.body.message).toContain('is cancelled')
    expect(await billRow(draft.id)).toMatchObject({ status: 'DRAFT' })
  })

  it('with five LRs that are billed already names all five and the bills they are on, and saves nothing', async () => {
    const lrs = []
    for (let count = 0; count < 7; count++) lrs.push(await bookedLr())
    const [first, second] = [await billOf(lrs.slice(0, 2)), await billOf(lrs.slice(2, 5))]
    await enter(first)
    await enter(second)
    const refused = await enter(await billOf([lrs[5]!, ...lrs.slice(0, 5), lrs[6]!]))
    expect([refused.status, refused.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      409,
      [1, 2, 3, 4, 5].map(place => `lines[${place}].lrId`),
    ])
    expect(refused.body.errors[4].message).toBe(
      `LR ${lrs[4]!.lrNo} is on bill ${second.billNo} already: an LR is billed once, so leave it out`,
    )
    expect(await lrRow(lrs[5]!.id)).toMatchObject({ billStatus: 'UNBILLED' })
    expect((await enter(await billOf([lrs[5]!, lrs[6]!]))).status).toBe(201)
  })

  it('whose LRs are each ₹ 50 over, and 11 % in all, is disputed LR by LR', async () => {
    const lrs = []
    for (let count = 0; count < 11; count++) lrs.push(await bookedLr({ freightAmount: 45_455 }))
    const ten = (await enter(await billOf(lrs.slice(0, 10), {}, 50_455))).body
    expect(ten.status).toBe('MATCHED')
    expect((await step(transporter, 'withdraw', ten.id, { reason: 'One is missing' })).status).toBe(201)
    const all = (await enter(await billOf(lrs, {}, 50_455))).body
    expect(all.status).toBe('DISPUTED')
    expect((await linesOf(all.id)).filter(({ isMatched }) => isMatched)).toEqual([])
  })

  it('is disputed while an LR differs by more than the tolerance, until Finance accepts it', async () => {
    const lrs = [await bookedLr(), await bookedLr()]
    const body = await billOf(lrs, { baseAmount: 225_001 })
    body.lines = [
      { lrId: lrs[0]!.id, billedFreight: 120_001 },
      { lrId: lrs[1]!.id, billedFreight: 105_000 },
    ]
    const bill = (await enter(body)).body
    expect(bill.status).toBe('DISPUTED')
    const [over, fits] = await linesOf(bill.id)
    expect([over.isMatched, fits.isMatched]).toEqual([0, 1])
    expect(await lrRow(lrs[1]!.id)).toMatchObject({ billStatus: 'DISPUTED' })
    expect((await step(finance, 'approve', bill.id)).status).toBe(409)
    expect((await acceptLine(desk, over.id, { remarks: 'Agreed by phone' })).status).toBe(403)
    expect(faultsOf(await acceptLine(finance, over.id, { remarks: 'x', acceptedAmount: 120_002 }))).toEqual([
      400,
      'acceptedAmount RANGE',
    ])
    const said = { remarks: 'Agreed by phone', acceptedAmount: 110_000, deductionReason: 'RATE' }
    expect((await acceptLine(finance, over.id, said)).status).toBe(201)
    expect(await billRow(bill.id)).toMatchObject({ status: 'MATCHED' })
    expect(await lrRow(lrs[0]!.id)).toMatchObject({ billStatus: 'BILLED' })
  })

  it('is approved by Finance with every POD, shared on accepted amounts, and paid by the net amount', async () => {
    const lr = await bookedLr()
    const bill = (await enter(await billOf([lr], {}, 120_000))).body
    const [line] = await linesOf(bill.id)
    const half = { remarks: 'Half of it', acceptedAmount: 110_000 }
    expect(faultsOf(await acceptLine(finance, line.id, half))).toEqual([400, 'deductionReason REQUIRED'])
    await acceptLine(finance, line.id, { ...half, deductionReason: 'RATE' })
    const refusal = await step(finance, 'approve', bill.id)
    expect([refusal.status, refusal.body.message]).toEqual([422, expect.stringContaining(lr.lrNo)])
    await accepted(lr.id)
    const further = { deductionAmount: 5_000, deductionReason: 'LATE' }
    expect(faultsOf(await step(finance, 'approve', bill.id, { ...further, deductionReason: null }))).toEqual([
      400,
      'deductionReason REQUIRED',
    ])
    expect(faultsOf(await step(finance, 'approve', bill.id, { ...further, deductionAmount: 999_999 }))).toEqual([
      400,
      'deductionAmount RANGE',
    ])
    expect((await step(finance, 'approve', bill.id, { ...further, tdsAmount: 2_400 })).status).toBe(201)
    expect(await billRow(bill.id)).toMatchObject({
      ...{ status: 'APPROVED', deductionAmount: 15_000, tdsAmount: 2_400 },
      ...{ debitNoteNo: expect.stringMatching(/^DN2627\d{6}$/), reverseCharge: 5_250 },
    })
    expect(await lrRow(lr.id)).toMatchObject({ billStatus: 'APPROVED' })
    const shares = await portal.db('lr_line').where({ lrId: lr.id }).sum({ total: 'freightShare' }).first()
    expect(Number(shares!.total)).toBe(110_000)
    const paid = { paymentRef: 'UTR123', paidAmount: 102_600 }
    expect(faultsOf(await step(finance, 'pay', bill.id, { ...paid, paidAmount: 105_000 }))).toEqual([
      400,
      'paidAmount RANGE',
    ])
    expect((await step(finance, 'pay', bill.id, paid)).status).toBe(201)
    expect(await billRow(bill.id)).toMatchObject({ status: 'PAID', paymentRef: 'UTR123', paidOn: '2026-11-20' })
    expect(await lrRow(lr.id)).toMatchObject({ billStatus: 'PAID' })
  })

  it('needs no POD of what was lost or came back, nor where the setting is off', async () => {
    const lost = await bookedLr()
    await portal.db('lr').where({ id: lost.id }).update({ deliveryStatus: 'LOST' })
    const bill = (await enter(await billOf([lost]))).body
    expect((await step(finance, 'approve', bill.id)).status).toBe(201)
    const off = await exampleRow(portal.db, appSetting, { key: 'bill.require_pod', value: 'false', valueType: 'BOOL' })
    const free = (await enter(await billOf([await bookedLr()]))).body
    expect(free.isPodRequired).toBe(false)
    expect((await step(finance, 'approve', free.id)).status).toBe(201)
    await portal.db('app_setting').where({ id: off.id }).del()
  })

  it('that is rejected frees its number and its LRs, and tells who entered it', async () => {
    const lr = await bookedLr()
    const body = await billOf([lr])
    const bill = (await enter(body)).body
    expect(faultsOf(await step(finance, 'reject', bill.id))).toEqual([400, 'reason REQUIRED'])
    expect((await step(finance, 'reject', bill.id, { reason: 'Wrong GSTIN on it' })).status).toBe(201)
    expect(await lrRow(lr.id)).toMatchObject({ billStatus: 'UNBILLED' })
    expect((await transporter.get('/api/my-notifications')).body.data[0]).toMatchObject({ body: 'Wrong GSTIN on it' })
    expect((await enter(body)).body).toMatchObject({ status: 'MATCHED' })
    expect((await step(finance, 'approve', bill.id)).status).toBe(409)
  })

  it('is decided by nobody who entered it', async () => {
    const both = await personWith(portal, ['FINANCE', 'DISPATCH'])
    const bill = (await enter(await billOf([await bookedLr()], {}, 200_000, both), both)).body
    const [line] = await linesOf(bill.id)
    expect((await acceptLine(both, line.id, { remarks: 'Fine' })).status).toBe(422)
    await acceptLine(finance, line.id, { remarks: 'Fine' })
    const refusal = await step(both, 'approve', bill.id)
    expect([refusal.status, refusal.body.message]).toEqual([422, expect.stringContaining('You entered this bill')])
  })
})

describe('the GST of a bill', () => {
  const taxed = (gtaTaxMode: string, gstin: string | null = '27AAACV1234F1Z5') =>
    portal.db('transporter').where({ id: company.transporterId }).update({ gtaTaxMode, gstin })

  it('is 0 where we pay it ourselves', async () => {
    expect(faultsOf(await enter(await billOf([await bookedLr()], { gstAmount: 5_000 })))).toEqual([
      400,
      'gstAmount RANGE',
    ])
  })

  it('is charged at the rate of the transporter, and disputed where it differs by more than a rupee', async () => {
    await taxed('FORWARD_5')
    const fits = (await enter(await billOf([await bookedLr()], { gstAmount: 5_100 }))).body
    expect(fits).toMatchObject({ status: 'MATCHED', gtaTaxMode: 'FORWARD_5', totalAmount: 105_100, reverseCharge: 0 })
    const over = (await enter(await billOf([await bookedLr()], { gstAmount: 5_101 }))).body
    expect(over.status).toBe('DISPUTED')
    expect((await step(finance, 'acceptTax', over.id, { reason: 'Rounded up by the transporter' })).status).toBe(201)
    expect(await billRow(over.id)).toMatchObject({ status: 'MATCHED', isTaxAccepted: 1 })
    await taxed('NOT_GTA')
    expect((await enter(await billOf([await bookedLr()], { gstAmount: 1_234 }))).body.status).toBe('MATCHED')
    expect(await billRow(fits.id)).toMatchObject({ gtaTaxMode: 'FORWARD_5' })
    await taxed('RCM', null)
  })
})

describe('a bill is refused', () => {
  it('when its number is entered already this financial year', async () => {
    const body = await billOf([await bookedLr()])
    await enter(body)
    const again = await enter({ ...(await billOf([await bookedLr()])), billNo: body.billNo.toLowerCase() })
    expect(faultsOf(again)).toEqual([409, 'billNo DUPLICATE_KEY'])
  })

  it('when an LR is of another transporter, for the desk with a reason, for the transporter as unknown', async () => {
    const lr = await bookedLr()
    const stranger = await exampleRow(portal.db, transporterMaster, { code: 'OTHERS', transModes: ['SURFACE'] })
    const other = await personWith(portal, ['TRANSPORTER'], { transporterId: stranger.id })
    const body = async (who: typeof desk) => ({ ...(await billOf([lr], {}, 100_000, who)), transporterId: stranger.id })
    expect(faultsOf(await enter(await body(desk), desk))).toEqual([400, 'lines[0].lrId OTHER_TRANSPORTER'])
    expect(faultsOf(await enter(await body(other), other))).toEqual([400, 'lines[0].lrId UNKNOWN_REF'])
    expect(faultsOf(await enter(await billOf([lr], {}, 100_000, other), other))).toEqual([
      400,
      'transporterId UNKNOWN_REF',
    ])
  })

  it('when an LR is older than 180 days, until Finance allows it', async () => {
    const lr = await bookedLr()
    await portal.db('lr').where({ id: lr.id }).update({ lrDate: '2026-05-23' })
    expect(faultsOf(await enter(await billOf([lr])))).toEqual([400, 'lines[0].lrId TOO_OLD'])
    const allow = (who: typeof desk) =>
      who.post('/api/dispatches/lr-transporter-bill/actions', {
        action: 'allowLate',
        asked: { lrId: lr.id, reason: 'The bill was lost in the post' },
      })
    expect((await allow(transporter)).status).toBe(403)
    expect((await allow(finance)).status).toBe(201)
    expect((await enter(await billOf([lr]))).status).toBe(201)
  })

  it('when its LRs do not add up to the base amount', async () => {
    const lr = await bookedLr()
    expect(faultsOf(await enter(await billOf([lr], { baseAmount: 100_101 })))).toEqual([400, 'baseAmount SUM'])
    expect((await enter(await billOf([lr], { baseAmount: 100_100 }))).status).toBe(201)
  })

  it('for an LR that is to pay, cancelled or twice on it, a future day, a strange file, and no LR', async () => {
    const lr = await bookedLr()
    const toPay = await bookedLr()
    await portal.db('lr').where({ id: toPay.id }).update({ freightTerms: 'TO_PAY' })
    expect(faultsOf(await enter(await billOf([lr, toPay])))).toEqual([400, 'lines[1].lrId NOT_BILLED'])
    expect(faultsOf(await enter(await billOf([lr, lr])))).toEqual([400, 'lines[1].lrId DUPLICATE'])
    expect(faultsOf(await enter(await billOf([lr], { billDate: '2026-11-21' })))).toEqual([400, 'billDate RANGE'])
    const foreign = { attachmentId: await scan(desk) }
    expect(faultsOf(await enter(await billOf([lr], foreign)))).toEqual([400, 'attachmentId UNKNOWN_REF'])
    expect(faultsOf(await enter(await billOf([], { baseAmount: 100 })))).toEqual([400, 'lines TYPE'])
    expect(faultsOf(await enter(await billOf([lr], { status: 'PAID' })))).toEqual([400, 'status UNKNOWN_FIELD'])
    expect(await portal.db('transporter_bill_line').where({ lrId: lr.id })).toEqual([])
  })
})

describe('bills', () => {
  it('are read by the transporter, the desks of their plants and Finance, and by nobody else', async () => {
    const bill = (await enter(await billOf([await bookedLr()]))).body
    const at = `/api/dispatches/lr-transporter-bill/${bill.id}`
    for (const who of [transporter, desk, finance]) expect((await who.get(at)).status).toBe(200)
    expect((await otherDesk.get(at)).status).toBe(404)
    const stranger = await exampleRow(portal.db, transporterMaster, { code: 'THIRD', transModes: ['SURFACE'] })
    const other = await personWith(portal, ['TRANSPORTER'], { transporterId: stranger.id })
    expect((await other.get(at)).status).toBe(404)
    const customer = await personWith(portal, ['CUSTOMER'], { customerId: company.customerId })
    expect((await customer.get(at)).status).toBe(403)
  })

  it('bill an LR once when thirty people press at the same moment', { tags: ['locks'] }, async () => {
    const lr = await bookedLr()
    const bodies = []
    for (let count = 0; count < 30; count++) bodies.push(await billOf([lr]))
    const answers = await Promise.all(bodies.map(body => enter(body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 201).map(answer => faultsOf(answer).join()))).toEqual(
      new Set(['409,lines[0].lrId LR_BILLED']),
    )
    expect(await portal.db('transporter_bill_line').where({ lrId: lr.id })).toHaveLength(1)
  })

  it('match when two differences are accepted at the same moment', { tags: ['locks'] }, async () => {
    const lrs = [await bookedLr(), await bookedLr()]
    const bill = (await enter(await billOf(lrs, {}, 200_000))).body
    const second = await personWith(portal, ['FINANCE'])
    const [one, other] = await linesOf(bill.id)
    const answers = await Promise.all([
      acceptLine(finance, one.id, { remarks: 'Fine' }),
      acceptLine(second, other.id, { remarks: 'Fine too' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await billRow(bill.id)).toMatchObject({ status: 'MATCHED' })
  })
})
