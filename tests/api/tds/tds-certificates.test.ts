/** @module-tag sql */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { checkTds } from '../../../api/payments/tds/check-tds.ts'
import { recountAllTds } from '../../../api/payments/tds/recount-tds.ts'
import { remindOfTds } from '../../../api/payments/tds/remind-of-tds.ts'
import { download, sendFile } from '../../support/files.ts'
import { tdsDesk } from '../../support/payments/tds-desk.ts'

const desk = await tdsDesk()
const { db, people, planned, captured, deducted, takenBack, row, act, list, clockAt } = desk
const { finance, second, credit, auditor, buyer, stranger } = people
afterAll(desk.close)
beforeEach(() => clockAt())

const first = { taxYear: '2627', quarter: 'Q1' } as const
const paper = (certificateNo: string, receivedAmount: number) => ({ certificateNo, tan: 'MUMB12345C', receivedAmount })
/** The first payment of a quarter that no other test looks at; the rows of before are gone. */
async function expected(tds: number, at = '2026-05-04T06:30:00.000Z') {
  await db('tds_certificate').delete()
  await db('capture_allocation').update({ tdsAmount: 0 })
  clockAt(at)
  const payment = await deducted(tds)
  clockAt()
  return { payment, certificate: await row() }
}

describe('the certificate that is expected of a customer', () => {
  it('is that of the quarter of the Indian day on which they paid', async () => {
    await expected(100_00, '2026-06-30T18:29:00.000Z')
    clockAt('2026-06-30T18:31:00.000Z')
    await deducted(20_00)
    expect(await row(first)).toMatchObject({
      ...{ expectedAmount: 100_00, form: 'FORM_131', dueOn: '2026-08-15', status: 'EXPECTED' },
    })
    expect(await row({ taxYear: '2627', quarter: 'Q2' })).toMatchObject({ expectedAmount: 20_00, dueOn: '2026-11-15' })
    expect(await checkTds(db)).toEqual([])
  })

  it('adds up the payments of the quarter, and follows money that is moved off its invoice', async () => {
    const { payment } = await expected(100_00)
    clockAt('2026-06-04T06:30:00.000Z')
    await deducted(50_00)
    expect((await row(first)).expectedAmount).toBe(150_00)
    await takenBack(payment)
    expect((await row(first)).expectedAmount).toBe(50_00)
    expect(await checkTds(db)).toEqual([])
  })

  it('is one row, whoever pays at the same moment', async () => {
    await expected(1_00)
    clockAt('2026-09-04T06:30:00.000Z')
    const three = [await planned(10_00), await planned(20_00), await planned(30_00)]
    await Promise.all(three.map(captured))
    const rows = await db('tds_certificate').where({ taxYear: '2627', quarter: 'Q2' })
    expect(rows.map(one => Number(one.expectedAmount))).toEqual([60_00])
    expect(await checkTds(db)).toEqual([])
  })

  it('is found wrong by the books, and put right by the night', async () => {
    await expected(100_00)
    await db('tds_certificate').update({ expectedAmount: 90_00 })
    expect(await checkTds(db)).toEqual([expect.stringContaining('expects ₹ 90.00, and ₹ 100.00 is deducted')])
    await db('tds_certificate').delete()
    expect(await checkTds(db)).toEqual([expect.stringContaining('no certificate is expected')])
    await recountAllTds(db)
    expect(await checkTds(db)).toEqual([])
    await db('tds_certificate').update({ status: 'CLOSED' })
    expect(await checkTds(db)).toEqual([expect.stringContaining('is CLOSED, and should be EXPECTED')])
  })

  it('is listed with its days late, and with what the year lacks', async () => {
    await expected(100_00)
    clockAt('2026-09-04T06:30:00.000Z')
    await deducted(40_00)
    clockAt()
    const { certificateNo, ...q2 } = paper('Q2-1', 140_00)
    await act(finance, 'enter', await row({ quarter: 'Q2' }), { certificateNo, ...q2 })
    const { body } = await list(finance, '&$sort[dueOn]=1')
    expect(body.data).toMatchObject([
      {
        ...{ quarter: 'Q1', daysLate: 97, differsBy: null },
        ...{ yearExpected: 140_00, yearReceived: 140_00, yearMissing: 0 },
      },
      { quarter: 'Q2', status: 'DIFFERS', daysLate: 5, differsBy: 100_00, yearMissing: 0 },
    ])
    expect((await list(finance, '&isMissing=true')).body.data).toHaveLength(1)
    expect((await list(credit, '&daysLate[$gt]=90')).body.data).toHaveLength(1)
  })
})

describe('a certificate that arrives', () => {
  it('closes where it has what was deducted, and else says by how much it differs', async () => {
    const { certificate } = await expected(100_00)
    const less = await act(finance, 'enter', certificate, paper('A1', 90_00))
    expect([less.status, less.body.message]).toEqual([
      201,
      'It has ₹ 10.00 less than the ₹ 100.00 that payments deducted.',
    ])
    expect((await row(first)).status).toBe('DIFFERS')
    const all = await act(finance, 'enter', certificate, paper('A2', 100_00))
    expect(all.body.message).toBe('It has what was deducted: the certificate is received.')
    expect(await row(first)).toMatchObject({ status: 'CLOSED', certificateNo: 'A2', tan: 'MUMB12345C' })
    clockAt('2026-06-04T06:30:00.000Z')
    await deducted(5_00)
    expect((await row(first)).status).toBe('DIFFERS')
  })

  it('needs a TAN, and a number that is not entered for another quarter', async () => {
    await expected(100_00)
    clockAt('2026-09-04T06:30:00.000Z')
    await deducted(40_00)
    const [q1, q2] = [await row(first), await row({ quarter: 'Q2' })]
    const wrong = await act(finance, 'enter', q1, { ...paper('B1', 100_00), tan: 'AAPFU0939F' })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'tan'])
    await act(finance, 'enter', q1, paper('B1', 100_00))
    const twice = await act(finance, 'enter', q2, paper('B1', 40_00))
    expect([twice.status, twice.body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'certificateNo', message: expect.stringContaining('Q1 of 2026-27') }),
    ])
  })

  it('is what the customer says until Finance has confirmed it', async () => {
    const { certificate } = await expected(100_00)
    const said = { saidNo: 'C1', saidTan: 'MUMB12345C', saidAmount: 100_00 }
    const { status, body } = await act(buyer, 'say', certificate, said)
    expect([status, body.message]).toEqual([201, 'Finance compares it with your payments.'])
    expect(await row(first)).toMatchObject({ status: 'EXPECTED', receivedAmount: null, saidNo: 'C1' })
    const declined = await act(finance, 'declineSaid', certificate, { saidText: 'It is of another quarter' })
    expect(declined.status).toBe(201)
    expect((await list(buyer)).body.data[0]).toMatchObject({ saidNo: null, status: 'EXPECTED' })
    expect((await buyer.get(`/api/transaction-view/tds-certificates/${certificate.id}`)).body.saidText).toBe(
      'It is of another quarter',
    )
    await act(buyer, 'say', certificate, said)
    expect((await act(finance, 'confirmSaid', certificate)).status).toBe(201)
    expect(await row(first)).toMatchObject({ status: 'CLOSED', certificateNo: 'C1', receivedAmount: 100_00 })
  })

  it('comes with a file that the customer and Finance read, and no other customer', async () => {
    const { certificate } = await expected(100_00)
    const { id: saidFileId } = (await sendFile(desk.portal, buyer, 'TDS_SAID')).body
    const said = { saidNo: 'F1', saidTan: 'MUMB12345C', saidAmount: 100_00, saidFileId }
    const stolen = await act(buyer, 'say', certificate, { ...said, saidFileId: saidFileId + 999 })
    expect([stolen.status, stolen.body.errors[0].field]).toEqual([400, 'saidFileId'])
    expect((await act(buyer, 'say', certificate, said)).status).toBe(201)
    const read = async (who = finance) =>
      (await download(desk.portal, who, `/api/attachments/${saidFileId}/file`)).status
    expect([await read(), await read(buyer), await read(stranger)]).toEqual([200, 200, 404])
    await act(finance, 'confirmSaid', certificate)
    expect(await row(first)).toMatchObject({ status: 'CLOSED', fileId: saidFileId })
    expect([await read(second), await read(buyer), await read(stranger)]).toEqual([200, 200, 404])
    expect((await sendFile(desk.portal, buyer, 'TDS')).status).toBe(403)
  })

  it('that never comes is written off by two people, for the amount that they saw', async () => {
    const { certificate } = await expected(100_00)
    expect((await act(finance, 'writeOff', certificate, { reason: 'The customer has closed down' })).status).toBe(201)
    expect((await act(finance, 'confirmWriteOff', certificate)).status).toBe(403)
    expect((await act(second, 'confirmWriteOff', certificate)).status).toBe(201)
    expect(await row(first)).toMatchObject({ status: 'WRITTEN_OFF', writtenOffAmount: 100_00 })
    expect(await checkTds(db)).toEqual([])
    clockAt('2026-06-04T06:30:00.000Z')
    await deducted(5_00)
    expect(await row(first)).toMatchObject({ status: 'EXPECTED', writtenOffAmount: null, proposedById: null })
    expect(await checkTds(db)).toEqual([])
  })
})

describe('who may', () => {
  it('read and work them follows from the matrix: customers have their own and send them, nobody enters a row', async () => {
    const { certificate } = await expected(100_00)
    for (const who of [finance, credit, auditor, buyer])
      expect((await list(who)).body.data.map((one: { id: number }) => one.id)).toEqual([certificate.id])
    expect((await list(stranger)).body.data).toEqual([])
    for (const who of [credit, auditor, buyer])
      expect((await act(who, 'enter', certificate, paper('D1', 100_00))).status).toBe(403)
    expect(
      (await act(stranger, 'say', certificate, { saidNo: 'D1', saidTan: 'MUMB12345C', saidAmount: 1 })).status,
    ).toBe(404)
    expect((await finance.post('/api/transaction-view/tds-certificates', { quarter: 'Q4' })).status).toBe(405)
    await act(finance, 'writeOff', certificate, { reason: 'Never mind' })
    const seen = (await buyer.get(`/api/transaction-view/tds-certificates/${certificate.id}`)).body
    expect([seen.reason, seen.proposedById]).toEqual([undefined, undefined])
  })
})

describe('who misses a certificate', () => {
  it('is mailed once of each that is past its day, in one mail', async () => {
    await db('customer').where({ id: desk.world.customer.id }).update({ email: 'accounts@buyer.example' })
    await expected(100_00, '2025-05-04T06:30:00.000Z')
    clockAt('2025-09-04T06:30:00.000Z')
    await deducted(30_00)
    clockAt('2026-05-04T06:30:00.000Z')
    await deducted(40_00)
    const mails = () => db('message_log').where({ templateCode: 'TDS_CERTIFICATE_MISSING' }).orderBy('id')
    clockAt('2026-08-15T06:30:00.000Z')
    expect(await remindOfTds(db)).toBe(1)
    clockAt('2026-08-16T06:30:00.000Z')
    expect(await remindOfTds(db)).toBe(1)
    expect(await remindOfTds(db)).toBe(0)
    const [last, this_] = await mails()
    expect(last).toMatchObject({ toAddress: 'accounts@buyer.example', customerId: desk.world.customer.id })
    expect(last.body).toContain('Form 16A, Q1 of 2025-26: ₹ 100.00, due on 15-08-2025')
    expect(last.body).toContain('Form 16A, Q2 of 2025-26: ₹ 30.00, due on 15-11-2025')
    expect(this_.body).toContain('Form 131, Q1 of 2026-27: ₹ 40.00, due on 15-08-2026')
    expect(this_.body).not.toContain('2025-26')
    expect(await mails()).toHaveLength(2)
  })
})
