import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { complaintDesk } from '../../support/cases/complaint-desk.ts'
import { personWith } from '../../support/people.ts'

const desk = await complaintDesk()
const { portal, company, people, types, ids, row, photo, complain, opened, mails, billed } = desk
const { buyer, agent, qa } = people
afterAll(desk.close)
beforeEach(() => desk.clockAt())

const faultsOf = ({ body }: { body: { errors?: { field: string; message: string }[] } }) =>
  (body.errors ?? []).map(({ field }) => field)
const lineOf = (invoiceId: number) => portal.db('invoice_line').where({ invoiceId }).orderBy('lineNo').first()

describe('opening a complaint', () => {
  it('numbers it, starts its clock of office hours, and gives it to the owner of the account', async () => {
    const { status, body } = await complain(buyer, { categoryId: types.service, description: 'Nobody calls back' })
    expect([status, body.message]).toEqual([201, undefined])
    expect(body).toMatchObject({ status: 'ASSIGNED', complaintType: 'SERVICE', customerId: company.customerId })
    expect(body.complaintNo).toMatch(/^CM2627\d{6}$/)
    expect(await row(body.id)).toMatchObject({
      ownerEmployeeId: ids.keeper,
      sbuId: company.sbuId,
      source: 'PORTAL',
      // Friday noon, and 18 office hours: Monday 12:00.
      dueAt: '2026-11-23T06:30:00.000Z',
    })
    const [told] = await mails('COMPLAINT_CREATED')
    expect(told.body).toContain(body.complaintNo)
    expect(told.body).toContain('23-11-2026 12:00')
  })

  it('rests on holidays of the whole country, and not on those of one state', async () => {
    const { db } = portal
    const saturday = { holidayDate: '2026-11-21', name: 'Guru Nanak Jayanti' }
    for (const [stateId, dueAt] of [
      [company.stateId, '2026-11-23T06:30:00.000Z'],
      [null, '2026-11-24T06:30:00.000Z'],
    ] as const) {
      const holiday = await desk.make('holiday', { ...saturday, stateId })
      expect((await row(await opened())).dueAt).toBe(dueAt)
      await db('holiday').where({ id: holiday.id }).delete()
    }
  })

  it('takes goods down to the line and batch of an own invoice, with photos that the desk sees', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const line = await lineOf(invoiceId!)
    const attachmentIds = [await photo(buyer)]
    const body = {
      categoryId: types.damage,
      description: 'Wet cartons',
      invoiceId,
      invoiceLineId: line.id,
      attachmentIds,
    }
    const made = await complain(buyer, { ...body, affectedQty: 1000 })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    expect(await row(made.body.id)).toMatchObject({ invoiceId, productId: line.productId, plantId: company.plantId })
    const { body: notes } = await agent.get(`/api/complaint-notes?complaintId=${made.body.id}`)
    expect(notes.data.some((one: { attachmentId: number }) => one.attachmentId === attachmentIds[0])).toBe(true)
    expect((await agent.get(`/api/attachments/${attachmentIds[0]}/file`)).status).toBe(200)
    expect(faultsOf(await complain(buyer, { ...body, affectedQty: 9_000_000 }))).toEqual(['affectedQty'])
  })

  it('asks what its category needs: invoice, batch, file', async () => {
    expect(faultsOf(await complain(buyer, { categoryId: types.damage, description: 'Wet cartons' }))).toEqual([
      'invoiceId',
      'attachmentIds',
    ])
    expect(faultsOf(await complain(buyer, { categoryId: types.quality, description: 'Turbid' }))).toEqual([
      'invoiceId',
      'batchNo',
    ])
    expect(faultsOf(await complain(buyer, { categoryId: types.service, description: ' ' }))).toEqual(['description'])
  })

  it('refuses goods, LRs, files and complaints of others as if they were not there', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const stranger = await desk.make('customer', { code: '100999', cityId: company.cityId, stateId: company.stateId })
    const rival = await personWith(portal, ['CUSTOMER'], { customerId: stranger.id })
    await desk.make('customer-department-map', {
      customerId: stranger.id,
      departmentId: ids.department,
      salesEmployeeId: ids.keeper,
      salesGroupId: null,
    })
    const mine = await opened()
    const base = { categoryId: types.service, description: 'Nobody calls back' }
    const file = await photo(buyer)
    for (const [field, value] of Object.entries({
      invoiceId,
      customerId: company.customerId,
      followsId: mine,
      attachmentIds: [file],
    }))
      expect(faultsOf(await complain(rival, { ...base, [field]: value }))).toEqual([field])
    expect((await rival.get(`/api/complaints/${mine}`)).status).toBe(404)
    expect((await rival.get('/api/complaints')).body.total).toBe(0)
    expect((await rival.get('/api/complaint-notes')).body.total).toBe(0)
    expect(
      (await rival.post('/api/complaint-steps', { complaintId: mine, rowVersion: 2, step: 'cancel', remark: 'x' }))
        .status,
    ).toBe(404)
  })

  it('waits in the queue of the SBU when nobody active keeps the account, and tells the service centre', async () => {
    await portal.db('user').where({ employeeId: ids.keeper }).update({ isActive: 0 })
    try {
      const id = await opened()
      expect(await row(id)).toMatchObject({ status: 'NEW', ownerEmployeeId: null })
      const clerk = await portal.db('user').where({ employeeId: ids.clerk }).first('id')
      const [note] = await portal.db('notification').where({ userId: clerk.id }).orderBy('id', 'desc')
      expect(note.link).toBe(`/complaints/show/${id}`)
      const taken = await desk.step(agent, id, 'take')
      expect([taken.status, taken.body.message]).toEqual([201, undefined])
      expect(await row(id)).toMatchObject({ status: 'ASSIGNED', ownerEmployeeId: ids.clerk })
    } finally {
      await portal.db('user').where({ employeeId: ids.keeper }).update({ isActive: 1 })
    }
  })

  it('notifies QA of a quality complaint, which alone of complaints QA reads', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const plain = await opened()
    const id = await opened({ categoryId: types.quality, invoiceId, batchNo: 'b77', description: 'Turbid' })
    expect((await row(id)).batchNo).toBe('B77')
    expect((await qa.get(`/api/complaints/${id}`)).status).toBe(200)
    expect((await qa.get(`/api/complaints/${plain}`)).status).toBe(404)
    const login = await portal.db('user').where({ name: 'Dr Rao' }).first('id')
    const links = await portal.db('notification').where({ userId: login.id }).pluck('link')
    expect(links).toContain(`/complaints/show/${id}`)
  })

  it('mails the department of a critical complaint at once; customers set no priority', async () => {
    const critical = { categoryId: types.service, description: 'Line is down', priority: 'CRITICAL' }
    expect(faultsOf(await complain(buyer, critical))).toEqual(['priority'])
    const { status, body } = await complain(agent, { ...critical, customerId: company.customerId })
    expect([status, body.message]).toEqual([201, undefined])
    const sent = (await mails('COMPLAINT_CRITICAL')).at(-1)
    expect([sent.toAddress, sent.subject]).toEqual(['care@company.example', expect.stringContaining(body.complaintNo)])
    expect((await row(body.id)).source).toBe('EMPLOYEE')
  })

  it('needs an idempotency key, and opens one complaint for one key', async () => {
    const body = { categoryId: types.service, description: 'Nobody calls back' }
    expect((await buyer.post('/api/complaints', body)).status).toBe(400)
    const key = desk.key()
    const [one, other] = [
      await buyer.post('/api/complaints', body, key),
      await buyer.post('/api/complaints', body, key),
    ]
    expect(other.body.id).toBe(one.body.id)
  })

  it('keeps markup as words, lets no header into a mail, and refuses ten megabytes of text', async () => {
    const description = '<script>alert(1)</script>\r\nBcc: rival@evil.example'
    const id = await opened({ description })
    expect((await row(id)).description).toContain('<script>')
    const sent = (await mails('COMPLAINT_CREATED')).at(-1)
    expect(`${sent.subject}${sent.cc ?? ''}`).not.toMatch(/[\r\n]|rival/)
    const long = await complain(buyer, { categoryId: types.service, description: 'x'.repeat(5_000) })
    expect([long.status, faultsOf(long)]).toEqual([400, ['description']])
    const huge = await complain(buyer, { categoryId: types.service, description: 'x'.repeat(10_000_000) })
    expect([400, 413]).toContain(huge.status)
  })
})

describe('a complaint about a delivery', () => {
  it('names the LR that carries the invoice, and answers what its POD proposed', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const { body: lr } = await bookLr(invoiceId!)
    await desk.make('pod', {
      lrId: lr.id,
      status: 'UPLOADED',
      complaintProposal: 'PROPOSED',
      damagePackages: 0,
      shortagePackages: 0,
    })
    const about = { categoryId: types.service, description: 'Two are short', lrId: lr.id, invoiceId }
    const {
      ids: [elsewhere],
    } = await billed()
    expect(faultsOf(await complain(buyer, { ...about, invoiceId: elsewhere }))).toEqual(['lrId'])
    const made = await complain(buyer, about)
    expect([made.status, made.body.message]).toEqual([201, undefined])
    expect((await portal.db('pod').where({ lrId: lr.id }).first()).complaintProposal).toBe('OPENED')
  })
})

const bookLr = async (invoiceId: number) => {
  await portal.db('invoice').where({ id: invoiceId }).update({ invoiceDate: '2026-11-10' })
  return desk.desk.post('/api/lrs', desk.lrOver([invoiceId]), desk.key())
}

describe('a complaint that a feedback asks for', () => {
  it('is made of the feedback once, by who reads it, and both name each other', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const { body: lr } = await bookLr(invoiceId!)
    await portal.db('lr').where({ id: lr.id }).update({ deliveryStatus: 'DELIVERED', deliveredOn: '2026-11-18' })
    const shipment = await portal.db('shipment').where({ lrId: lr.id }).first('id')
    const said = await desk.make('feedback', {
      shipmentId: shipment.id,
      lrId: lr.id,
      complaintProposal: 'NONE',
      complaintId: null,
    })
    const about = { categoryId: types.service, description: 'The driver was rude', feedbackId: said.id, invoiceId }
    const forCustomer = { ...about, customerId: company.customerId }
    const elsewhere = await desk.make('customer', { customerType: 'END_CUSTOMER' })
    await desk.make('customer-department-map', {
      customerId: elsewhere.id,
      departmentId: ids.department,
      salesGroupId: null,
    })
    const foreign = await complain(agent, { ...forCustomer, customerId: elsewhere.id, invoiceId: null })
    expect(foreign.status).toBe(400)
    expect(faultsOf(await complain(agent, { ...forCustomer, feedbackId: 990_001 }))).toEqual(['feedbackId'])
    expect(faultsOf(await complain(agent, { ...forCustomer, feedbackId: '7' }))).toEqual(['feedbackId'])
    const made = await complain(agent, forCustomer)
    expect([made.status, made.body.message]).toEqual([201, undefined])
    expect(await row(made.body.id)).toMatchObject({ source: 'FEEDBACK', lrId: lr.id })
    const feedback = await portal.db('feedback').where({ id: said.id }).first()
    expect(feedback).toMatchObject({ complaintProposal: 'OPENED', complaintId: made.body.id })
    const again = await complain(agent, forCustomer)
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(made.body.complaintNo)])
  })
})

describe('the end customer of a distributor', () => {
  it('names goods of an order that went out to them, though the distributor has the invoice', async () => {
    const bought = await billed()
    const line = await lineOf(bought.ids[0]!)
    await portal.db('invoice_line').where({ invoiceId: bought.ids[0] }).update({ batchNo: 'E54' })
    const end = await desk.make('customer', { customerType: 'END_CUSTOMER' })
    await portal.db('order').where({ id: bought.id }).update({ customerId: end.id })
    const person = await personWith(portal, ['CUSTOMER'], { customerId: end.id, name: 'Ilse End' })
    const about = { categoryId: types.quality, description: 'Turbid', orderId: bought.id, productId: line.productId }
    expect(faultsOf(await complain(person, { ...about, orderId: 990_001 }))).toEqual(['orderId'])
    expect(faultsOf(await complain(buyer, about))).toEqual(['orderId'])
    expect(faultsOf(await complain(person, { ...about, productId: 990_001 }))).toEqual(['productId'])
    expect(faultsOf(await complain(person, { ...about, batchNo: 'E55' }))).toEqual(['batchNo'])
    expect(faultsOf(await complain(person, { ...about, orderId: null }))).toEqual(['productId'])
    const { status, body } = await complain(person, { ...about, batchNo: 'e54' })
    expect([status, body.message]).toEqual([201, undefined])
    expect(await row(body.id)).toMatchObject({
      orderId: bought.id,
      productId: line.productId,
      batchNo: 'E54',
      invoiceId: null,
      sbuId: company.sbuId,
      plantId: company.plantId,
    })
    expect((await qa.get(`/api/complaints/${body.id}`)).body.batchNo).toBe('E54')
  })

  it('names the invoice where it is their own, and nothing that has not gone out', async () => {
    const own = await billed()
    const about = { categoryId: types.quality, description: 'Turbid', orderId: own.id, batchNo: 'B1' }
    expect(faultsOf(await complain(buyer, about))).toEqual(['invoiceId'])
    await portal.db('invoice').where({ orderId: own.id }).update({ isCancelled: 1 })
    expect(faultsOf(await complain(buyer, about))).toEqual(['orderId'])
  })
})

describe('the masters behind a complaint', () => {
  it('give its hours by the category, and its owner by the department of that', async () => {
    const department = await desk.make('department', {
      sbuId: company.sbuId,
      headEmployeeId: null,
      complaintEmail: 'pricing@company.example',
    })
    const expert = await desk.make('employee', { managerId: null, departmentId: null, zoneId: null })
    await desk.make('sbu-employee-map', { employeeId: expert.id, sbuId: company.sbuId })
    await desk.make('customer-department-map', {
      customerId: company.customerId,
      departmentId: department.id,
      salesEmployeeId: expert.id,
      salesGroupId: null,
    })
    await personWith(portal, ['SALES_REP'], { employeeId: expert.id, name: 'Esha Expert' })
    const pricing = await desk.category('PRICING', { departmentId: department.id, slaHours: 9 })
    const made = await row(
      await opened({ categoryId: pricing, customerId: company.customerId, priority: 'CRITICAL' }, agent),
    )
    expect(made).toMatchObject({ ownerEmployeeId: expert.id, dueAt: '2026-11-21T06:30:00.000Z' })
    const mail = (await mails('COMPLAINT_CRITICAL')).at(-1)
    expect([mail.toAddress, mail.ownerId]).toEqual(['pricing@company.example', made.id])
  })
})
