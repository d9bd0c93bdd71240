/** @module-tag sql */
import { afterAll, afterEach, expect, it } from 'vitest'
import { checkNamedNotes } from '../../../api/complaints/named-note.ts'
import { complaintDesk } from '../../support/cases/complaint-desk.ts'

const desk = await complaintDesk()
const { portal, people, ids, row, opened, step, sap, noteInSap } = desk
const { owner, manager, agent, buyer } = people
afterAll(desk.close)
afterEach(() => sap.comesBack())

const solved = { remark: 'We credit it', resolution: 'CREDIT_NOTE', rootCause: 'Wet cartons' }
async function started() {
  const id = await opened()
  await step(owner, id, 'start')
  return id
}
const resolve = (id: number, settlementNoteNo: string) => step(owner, id, 'resolve', { ...solved, settlementNoteNo })
const told = async (id: number) => {
  const logins = await portal.db('user').where({ employeeId: ids.keeper }).pluck('id')
  return portal
    .db('notification')
    .whereIn('userId', logins)
    .where({ link: `/complaints/show/${id}` })
    .pluck('title')
}

it('a complaint is not resolved by a credit note that SAP does not have, or that is of another customer', async () => {
  const id = await started()
  const none = await resolve(id, 'NOSUCH77')
  expect([none.status, none.body.errors[0]]).toEqual([
    422,
    { field: 'settlementNoteNo', code: 'NOT_FOUND', message: expect.stringContaining('SAP has no document NOSUCH77') },
  ])
  await sap.billing('CC-OTHERS', '100999', 500_00)
  expect((await resolve(id, 'CC-OTHERS')).body.errors[0].code).toBe('OTHER_CUSTOMER')
  await sap.billing('CC-INVOICE', '100123', 500_00, { SDDocumentCategory: 'M' })
  expect((await resolve(id, 'CC-INVOICE')).body.errors[0].code).toBe('OTHER_KIND')
  expect((await row(id)).status).toBe('IN_PROGRESS')
  await noteInSap('CC-RIGHT')
  expect((await resolve(id, 'CC-RIGHT')).status).toBe(201)
  expect(await row(id)).toMatchObject({ status: 'RESOLVED', settlementNoteNo: 'CC-RIGHT', namedNoteNo: null })
})

it('a credit note that is entered while SAP is away settles nothing until SAP confirms it', async () => {
  const id = await started()
  await noteInSap('CC-LATER')
  await sap.goesAway()
  expect((await resolve(id, 'CC-LATER')).status).toBe(201)
  expect(await row(id)).toMatchObject({ status: 'RESOLVED', settlementNoteNo: null, namedNoteNo: 'CC-LATER' })
  expect((await buyer.get(`/api/complaints/${id}`)).body.namedNoteNo).toBeUndefined()
  expect(
    (await agent.get('/api/complaints?isNoteToCheck=true')).body.data.map((one: { id: number }) => one.id),
  ).toEqual([id])
  expect(await checkNamedNotes(portal.db)).toBe(0)
  await sap.comesBack()
  expect(await checkNamedNotes(portal.db)).toBe(1)
  expect(await row(id)).toMatchObject({ status: 'RESOLVED', settlementNoteNo: 'CC-LATER', namedNoteNo: null })
})

it('one that SAP denies is told to the owner, who enters another one', async () => {
  const id = await started()
  await sap.goesAway()
  await resolve(id, 'NOSUCH79')
  await sap.comesBack()
  expect(await checkNamedNotes(portal.db)).toBe(1)
  const { complaintNo, namedNoteText } = await row(id)
  expect(namedNoteText).toContain('SAP has no document NOSUCH79')
  expect(await told(id)).toContain(`Credit note of complaint ${complaintNo} is not confirmed`)
  await noteInSap('CC-SECOND')
  expect((await step(manager, id, 'enterCredit', { settlementNoteNo: 'CC-SECOND' })).status).toBe(201)
  expect(await row(id)).toMatchObject({ settlementNoteNo: 'CC-SECOND', namedNoteNo: null, namedNoteText: null })
  expect((await step(manager, id, 'enterCredit', { settlementNoteNo: 'CC-SECOND' })).status).toBe(409)
})

it('a complaint that is opened again forgets the credit note that was to be checked', async () => {
  const id = await started()
  await sap.goesAway()
  await resolve(id, 'CC-FORGOTTEN')
  expect((await step(buyer, id, 'reject', { remark: 'Still wet' })).status).toBe(201)
  expect(await row(id)).toMatchObject({ status: 'REOPENED', namedNoteNo: null })
})
