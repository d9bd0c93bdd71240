/** @module-tag sql */
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { checkNamedNotes } from '../../../api/complaints/named-note.ts'
import { disputeDesk } from '../../support/cases/dispute-desk.ts'

const desk = await disputeDesk()
const { portal, people, row, items, reviewed, step, told, sap, noteInSap, mails } = desk
const { buyer, finance, other, auditor } = people
afterAll(desk.close)
afterEach(() => sap.comesBack())

async function accepted(amount: number) {
  const id = await reviewed(amount)
  await step(finance, id, 'accept', { acceptedAmount: amount, remark: 'Right' })
  return id
}
const enter = (id: number, settlementNoteNo: string, who = finance) =>
  step(who, id, 'enterCredit', { settlementNoteNo })
const isDisputed = async (id: number) => (await items((await row(id)).invoiceId))[0].isDisputed
const refusal = ({ status, body }: Awaited<ReturnType<typeof enter>>) => [status, body.errors?.[0]]
const ask = () => checkNamedNotes(portal.db)

describe('a credit note that Finance enters in a dispute', () => {
  it('is believed by nobody where SAP does not have it: the dispute stays as it is', async () => {
    const id = await accepted(7_316_00)
    expect(refusal(await enter(id, 'NOSUCH77'))).toEqual([
      422,
      {
        field: 'settlementNoteNo',
        code: 'NOT_FOUND',
        message: expect.stringContaining('SAP has no document NOSUCH77'),
      },
    ])
    expect(await row(id)).toMatchObject({ status: 'ACCEPTED', settlementNoteNo: null, namedNoteNo: null })
    expect(await isDisputed(id)).toBe(1)
  })

  it('is refused where it is of another customer, or of another amount', async () => {
    const id = await accepted(7_316_00)
    await sap.billing('CN-OTHERS', '100999', 7_316_00)
    expect(refusal(await enter(id, 'CN-OTHERS'))).toEqual([422, expect.objectContaining({ code: 'OTHER_CUSTOMER' })])
    await noteInSap('CN-LESS', 500_00)
    expect(refusal(await enter(id, 'CN-LESS'))).toEqual([
      422,
      expect.objectContaining({ code: 'OTHER_AMOUNT', message: expect.stringContaining('SAP has ₹ 500.00') }),
    ])
    expect((await row(id)).status).toBe('ACCEPTED')
  })

  it('waits while SAP is away, tells the customer nothing, and counts once SAP has answered', async () => {
    const id = await accepted(6_100_00)
    await noteInSap('CN-LATER', 6_100_00)
    await sap.goesAway()
    const sent = (await mails()).length
    expect((await enter(id, 'CN-LATER')).status).toBe(201)
    expect(await row(id)).toMatchObject({ status: 'ACCEPTED', settlementNoteNo: null, namedNoteNo: 'CN-LATER' })
    expect(await isDisputed(id)).toBe(1)
    expect(await mails()).toHaveLength(sent)
    const listed = async (who = finance) =>
      (await who.get('/api/complaints/ar-dispute?isNoteToCheck=true&$limit=100')).body.data?.map(
        (one: { id: number }) => one.id,
      )
    expect(await listed()).toContain(id)
    expect(await listed(auditor)).toContain(id)
    expect((await buyer.get(`/api/complaints/ar-dispute/${id}`)).body.namedNoteNo).toBeUndefined()
    expect(await ask()).toBe(0)
    expect((await row(id)).namedNoteNo).toBe('CN-LATER')
    await sap.comesBack()
    expect(await ask()).toBe(1)
    expect(await row(id)).toMatchObject({
      ...{ status: 'CREDIT_NOTE_ISSUED', settlementNoteNo: 'CN-LATER' },
      ...{ namedNoteNo: null, namedNoteById: null },
    })
    expect(await isDisputed(id)).toBe(0)
    expect((await mails()).at(-1).body).toContain('Credit note CN-LATER is issued')
    expect(await listed()).not.toContain(id)
  })

  it('that SAP denies later is told to the owner and on the list, and another one may be entered', async () => {
    const id = await accepted(6_200_00)
    await sap.goesAway()
    await enter(id, 'NOSUCH78', other)
    await sap.comesBack()
    expect(await ask()).toBe(1)
    const { disputeNo, namedNoteText, status } = await row(id)
    expect([status, namedNoteText]).toEqual(['ACCEPTED', expect.stringContaining('SAP has no document NOSUCH78')])
    for (const name of ['Sneha Accountant', 'Vikram Accountant'])
      expect(await told(name, id)).toContain(`Credit note of dispute ${disputeNo} is not confirmed`)
    expect(await ask()).toBe(0)
    await noteInSap('CN-RIGHT', 6_200_00)
    expect((await enter(id, 'CN-RIGHT')).status).toBe(201)
    expect(await row(id)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', namedNoteNo: null, namedNoteText: null })
  })

  it('that waits for one dispute is not entered for another', async () => {
    const [one, two] = [await accepted(6_300_00), await accepted(6_300_00)]
    await sap.goesAway()
    expect((await enter(one, 'CN-ONCE')).status).toBe(201)
    expect(refusal(await enter(two, 'CN-ONCE'))).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('CN-ONCE is being checked for dispute') }),
    ])
  })
})

describe('people who act at the same moment', () => {
  it('credit one dispute once', async () => {
    const id = await accepted(6_400_00)
    await noteInSap('CN-A', 6_400_00)
    await noteInSap('CN-B', 6_400_00)
    const answers = await Promise.all([enter(id, 'CN-A'), enter(id, 'CN-B', other), enter(id, 'CN-A', other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const { settlementNoteNo, status } = await row(id)
    expect([status, ['CN-A', 'CN-B'].includes(settlementNoteNo)]).toEqual(['CREDIT_NOTE_ISSUED', true])
    expect(await portal.db('dispute_note').where({ disputeId: id, step: 'enterCredit' })).toHaveLength(1)
  })

  it('take one credit note for one dispute', async () => {
    const three = [await accepted(6_500_00), await accepted(6_500_00), await accepted(6_500_00)]
    await noteInSap('CN-THREE', 6_500_00)
    const answers = await Promise.all(three.map((id, at) => enter(id, 'CN-THREE', at === 1 ? other : finance)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect(await portal.db('ar_dispute').where({ settlementNoteNo: 'CN-THREE' })).toHaveLength(1)
  })

  it('and the portal that asks again settle a dispute once', async () => {
    const id = await accepted(6_600_00)
    await noteInSap('CN-BOTH', 6_600_00)
    await sap.goesAway()
    await enter(id, 'CN-BOTH')
    await sap.comesBack()
    const [answer] = await Promise.all([enter(id, 'CN-BOTH', other), ask(), ask()])
    expect([201, 409]).toContain(answer.status)
    expect(await row(id)).toMatchObject({
      status: 'CREDIT_NOTE_ISSUED',
      settlementNoteNo: 'CN-BOTH',
      namedNoteNo: null,
    })
    const notes = await portal
      .db('dispute_note')
      .where({ disputeId: id })
      .whereIn('step', ['enterCredit', 'findCredit'])
    // The first entry, and what settled it.
    expect(notes).toHaveLength(2)
  })
})
