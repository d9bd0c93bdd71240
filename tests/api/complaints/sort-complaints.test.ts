/** @module-tag sql */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { complaintDesk } from '../../support/cases/complaint-desk.ts'
import { personWith } from '../../support/people.ts'

const desk = await complaintDesk()
const { portal, company, people, types, ids, row, opened, step, mails, billed, category, make, clockAt } = desk
const { buyer, owner, agent, qa } = people
afterAll(desk.close)
beforeEach(() => clockAt())

const ok = ({ status, body }: { status: number; body: { message?: string } }) =>
  expect([status, body.message]).toEqual([201, undefined])
const bellsOf = async (name: string, id: number) =>
  portal
    .db('notification')
    .where({ link: `/complaints/show/${id}` })
    .whereIn('userId', portal.db('user').where({ name }).select('id'))
    .pluck('title')

describe('the list of the desk', () => {
  const found = async (query: string): Promise<number[]> => {
    const { status, body } = await agent.get(`/api/complaints?$limit=200&$select[]=id&${query}`)
    expect(status, body.message).toBe(200)
    return body.data.map(({ id }: { id: number }) => id)
  }

  it('is filtered by status, category, owner, lateness, customer and date, and says how old each complaint is', async () => {
    const [early, late] = [await opened(), await opened({ categoryId: types.damage, ...(await damaged()) })]
    await clockAt('2026-11-23T07:00:00.000Z')
    const newest = await opened()
    ok(await step(owner, late, 'start'))
    ok(await step(agent, early, 'reassign', { ownerEmployeeId: ids.colleague }))
    expect(await found('status=IN_PROGRESS')).toEqual([late])
    expect(await found(`categoryId=${types.damage}`)).toEqual([late])
    expect(await found(`ownerEmployeeId=${ids.colleague}`)).toEqual([early])
    expect(await found('sla=LATE')).toEqual([late, early])
    expect(await found('sla[$in][]=IN_TIME&sla[$in][]=SOON')).toEqual([newest])
    expect(await found(`customerId=${company.customerId}`)).toEqual([newest, late, early])
    expect(await found('createdAt[$gte]=2026-11-23T00:00:00.000Z')).toEqual([newest])
    expect(await found('ageDays[$gte]=3')).toEqual([late, early])
    const { body } = await agent.get(`/api/complaints/${early}`)
    expect(body).toMatchObject({ sla: 'LATE' })
    const ages = await agent.get('/api/complaints?$select[]=id&$select[]=ageDays&$sort[id]=1')
    expect(ages.body.data.map(({ ageDays }: { ageDays: number }) => ageDays)).toEqual([3, 3, 0])
  })

  const damaged = async () => {
    const { ids: invoices } = await billed()
    return { invoiceId: invoices[0], attachmentIds: [await desk.photo(buyer)] }
  }
})

describe('a complaint in the wrong category', () => {
  it('takes the hours of the new one from when it was opened, pauses added, and stays with its owner', async () => {
    const id = await opened()
    ok(await step(owner, id, 'start'))
    ok(await step(owner, id, 'ask', { remark: 'Which invoice?' }))
    await clockAt('2026-11-20T08:30:00.000Z')
    ok(await step(buyer, id, 'reply', { remark: 'The last one' }))
    const quick = await category('DELIVERY', { slaHours: 4 })
    ok(await step(owner, id, 'changeCategory', { categoryId: quick, remark: 'It is about the transporter' }))
    // Four hours from 12:00, and the two of the pause: 18:00 is the end of Friday.
    expect(await row(id)).toMatchObject({
      categoryId: quick,
      complaintType: 'DELIVERY',
      status: 'IN_PROGRESS',
      ownerEmployeeId: ids.keeper,
      dueAt: '2026-11-20T12:30:00.000Z',
    })
    const { body } = await buyer.get(`/api/complaint-notes?complaintId=${id}`)
    expect(JSON.stringify(body)).not.toContain('was “')
  })

  it('goes to whoever keeps the account in the department of the new one', async () => {
    const department = await make('department', { sbuId: company.sbuId, headEmployeeId: null })
    const expert = await make('employee', { managerId: null, departmentId: null, zoneId: null })
    await make('sbu-employee-map', { employeeId: expert.id, sbuId: company.sbuId })
    await make('customer-department-map', {
      customerId: company.customerId,
      departmentId: department.id,
      salesEmployeeId: expert.id,
      salesGroupId: null,
    })
    await personWith(portal, ['SALES_REP'], { employeeId: expert.id, name: 'Esha Expert' })
    const priced = await category('PRICING', { departmentId: department.id })
    const id = await opened()
    ok(await step(agent, id, 'changeCategory', { categoryId: priced }))
    expect(await row(id)).toMatchObject({ ownerEmployeeId: expert.id, status: 'ASSIGNED' })
    expect(await bellsOf('Esha Expert', id)).toHaveLength(1)
    await portal.db('user').where({ name: 'Esha Expert' }).update({ isActive: 0 })
    const back = await opened()
    ok(await step(agent, back, 'changeCategory', { categoryId: priced }))
    expect(await row(back)).toMatchObject({ ownerEmployeeId: null, status: 'NEW' })
  })

  it('of quality tells QA, needs the batch where the category does, and mails the department if it is critical', async () => {
    const id = await opened()
    const refused = await step(agent, id, 'changeCategory', { categoryId: types.quality })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'batchNo'])
    expect((await qa.get(`/api/complaints/${id}`)).status).toBe(404)
    ok(await step(agent, id, 'changeCategory', { categoryId: types.quality, batchNo: ' b77 ' }))
    expect(await row(id)).toMatchObject({ complaintType: 'PRODUCT_QUALITY', batchNo: 'B77' })
    expect(await bellsOf('Dr Rao', id)).toHaveLength(1)
    expect((await qa.get(`/api/complaints/${id}`)).status).toBe(200)
    const urgent = await opened({ priority: 'CRITICAL', customerId: company.customerId }, agent)
    const before = (await mails('COMPLAINT_CRITICAL')).length
    const theirs = await category('PRICING', { departmentId: ids.department })
    ok(await step(agent, urgent, 'changeCategory', { categoryId: theirs }))
    expect((await mails('COMPLAINT_CRITICAL')).length).toBe(before + 1)
  })

  it('leaves quality only by QA, who alone could resolve it', async () => {
    const id = await opened()
    ok(await step(agent, id, 'changeCategory', { categoryId: types.quality, batchNo: 'B77' }))
    for (const who of [agent, owner]) {
      const { status, body } = await step(who, id, 'changeCategory', { categoryId: types.service })
      expect([status, body.errors[0].field]).toEqual([400, 'categoryId'])
      expect(body.errors[0].message).toContain('Only QA moves a complaint out of quality')
    }
    expect((await row(id)).complaintType).toBe('PRODUCT_QUALITY')
    ok(await step(qa, id, 'changeCategory', { categoryId: types.service }))
    expect((await row(id)).complaintType).toBe('SERVICE')
  })

  it('is refused with a sentence: no category, the same, an unknown one, and by customers', async () => {
    const id = await opened()
    for (const categoryId of [null, types.service, 990_001]) {
      const { status, body } = await step(agent, id, 'changeCategory', { categoryId })
      expect([status, body.errors[0].field]).toEqual([400, 'categoryId'])
    }
    expect((await step(buyer, id, 'changeCategory', { categoryId: types.damage })).status).toBe(403)
    expect((await row(id)).categoryId).toBe(types.service)
  })
})
