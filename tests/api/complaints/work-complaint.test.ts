/** @module-tag sql */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { attachedComplaint } from '../../../api/complaints/complaint-process.ts'
import { escalateLate } from '../../../api/complaints/escalate-late.ts'
import { noteCreditNote } from '../../../api/complaints/find-credit-note.ts'
import { takeDueSteps } from '../../../api/derive/process/due-steps.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { complaintDesk } from '../../support/cases/complaint-desk.ts'
import { personWith } from '../../support/people.ts'
import { statementsDuring } from '../../support/statements.ts'

const desk = await complaintDesk()
const { portal, company, people, types, ids, row, photo, opened, step, note, mails, billed, clockAt } = desk
const { buyer, owner, manager, agent, other, qa } = people
afterAll(desk.close)
beforeEach(() => clockAt())

const solved = { resolution: 'EXPLAINED', rootCause: 'Wrong extension', remark: 'We called back' }
const ok = ({ status, body }: { status: number; body: { message?: string } }) =>
  expect([status, body.message]).toEqual([201, undefined])
const userOf = async (employeeId: number) => (await portal.db('user').where({ employeeId }).first('id')).id as number
const told = async (employeeId: number, id: number) =>
  portal
    .db('notification')
    .where({ userId: await userOf(employeeId), link: `/complaints/show/${id}` })
    .pluck('title')

async function started(more: Record<string, unknown> = {}): Promise<number> {
  const id = await opened(more)
  ok(await step(owner, id, 'start'))
  return id
}
async function resolved(): Promise<number> {
  const id = await started()
  ok(await step(owner, id, 'resolve', solved))
  return id
}
async function quality(): Promise<number> {
  const {
    ids: [invoiceId],
  } = await billed()
  const id = await opened({ categoryId: types.quality, invoiceId, batchNo: 'B77', description: 'Turbid' })
  ok(await step(owner, id, 'start'))
  return id
}

describe('working on a complaint', () => {
  it('goes from its owner through a question to the customer, an answer and a resolution, to its end', async () => {
    const id = await started()
    ok(await step(owner, id, 'ask', { remark: 'Which number did you call?' }))
    expect(await row(id)).toMatchObject({ status: 'WAITING_CUSTOMER', pausedAt: '2026-11-20T06:30:00.000Z' })
    expect((await mails('COMPLAINT_UPDATED')).at(-1).body).toContain('Which number did you call?')
    await clockAt('2026-11-23T06:30:00.000Z')
    ok(await step(buyer, id, 'reply', { remark: '022 5551' }))
    // Six hours of Friday, nine of Saturday, three of Monday.
    expect(await row(id)).toMatchObject({
      status: 'IN_PROGRESS',
      pausedAt: null,
      pausedMinutes: 1080,
      dueAt: '2026-11-25T06:30:00.000Z',
    })
    ok(await step(owner, id, 'resolve', solved))
    expect(await row(id)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'EXPLAINED',
      pausedAt: '2026-11-23T06:30:00.000Z',
    })
    expect((await mails('COMPLAINT_RESOLVED')).at(-1).body).toContain('We called back')
    ok(await step(buyer, id, 'accept'))
    expect(await row(id)).toMatchObject({ status: 'CLOSED', closedAt: '2026-11-23T06:30:00.000Z' })
  })

  it('needs words, a resolution and a root cause, and says which is missing', async () => {
    const id = await started()
    const field = async (more: object, name = 'resolve') =>
      (await step(owner, id, name, more as never)).body.errors?.[0]?.field
    expect(await field({}, 'ask')).toBe('remark')
    expect(await field({ ...solved, remark: ' ' })).toBe('remark')
    expect(await field({ ...solved, resolution: null })).toBe('resolution')
    expect(await field({ ...solved, rootCause: null })).toBe('rootCause')
    expect(await field({ ...solved, capa: 'New meter' })).toBe('capa')
    expect(await field({ ...solved, settlementNoteNo: 'CN1' })).toBe('settlementNoteNo')
    expect((await row(id)).status).toBe('IN_PROGRESS')
  })

  it('refuses steps of others, from elsewhere, and on an older version', async () => {
    const id = await opened()
    expect((await step(buyer, id, 'start')).status).toBe(403)
    expect((await step(owner, id, 'accept')).status).toBe(403)
    expect((await step(owner, id, 'ask', { remark: 'Why?' })).status).toBe(409)
    const stale = await owner.post('/api/complaint-steps', { complaintId: id, rowVersion: 1, step: 'start' })
    expect([stale.status, stale.body.errors[0].code]).toEqual([409, 'STALE_ROW'])
    const auditor = await personWith(portal, ['AUDITOR'])
    expect((await auditor.get(`/api/complaints/${id}`)).status).toBe(200)
    expect((await step(auditor, id, 'start')).status).toBe(403)
    const steps = async (who: typeof owner) => (await who.get(`/api/complaint-steps?complaintId=${id}`)).body.steps
    expect(await steps(owner)).toEqual(['start', 'changePriority', 'changeCategory'])
    expect(await steps(buyer)).toEqual(['cancel'])
    expect(await steps(auditor)).toEqual([])
  })

  it('is withdrawn by its customer before work began, not afterwards', async () => {
    const id = await opened()
    ok(await step(buyer, id, 'cancel', { remark: 'Found it' }))
    expect((await row(id)).status).toBe('CANCELLED')
    expect((await step(buyer, await started(), 'cancel', { remark: 'Found it' })).status).toBe(409)
    const late = await note(buyer, { complaintId: id, body: 'One more thing', audience: 'SHARED' })
    expect(late.status).toBe(409)
  })

  it('mails the department when it becomes critical', async () => {
    const id = await opened()
    const before = (await mails('COMPLAINT_CRITICAL')).length
    ok(await step(agent, id, 'changePriority', { priority: 'HIGH' }))
    ok(await step(agent, id, 'changePriority', { priority: 'CRITICAL' }))
    expect((await mails('COMPLAINT_CRITICAL')).length).toBe(before + 1)
  })
})

describe('a complaint about quality', () => {
  it('is resolved by QA alone, with root cause and CAPA', async () => {
    const id = await quality()
    expect((await step(owner, id, 'resolve', solved)).status).toBe(409)
    expect((await step(agent, id, 'resolveQuality', { ...solved, capa: 'x' })).status).toBe(403)
    const without = await step(qa, id, 'resolveQuality', solved)
    expect(without.body.errors[0]).toMatchObject({ field: 'capa', code: 'REQUIRED' })
    ok(await step(qa, id, 'resolveQuality', { ...solved, capa: 'Filter before filling' }))
    expect(await row(id)).toMatchObject({ status: 'RESOLVED', capa: 'Filter before filling' })
  })

  it('never resolves by silence', async () => {
    const id = await quality()
    ok(await step(qa, id, 'ask', { remark: 'Please send a sample' }))
    await clockAt('2027-01-20T06:30:00.000Z')
    await takeDueSteps(portal.db, attachedComplaint)
    expect((await row(id)).status).toBe('WAITING_CUSTOMER')
  })
})

describe('time', () => {
  it('resolves as explained what the customer left unanswered for 15 days, and closes it 7 days later', async () => {
    const id = await started()
    ok(await step(owner, id, 'ask', { remark: 'Which number?' }))
    await clockAt('2026-12-05T06:30:00.000Z')
    await takeDueSteps(portal.db, attachedComplaint)
    expect((await row(id)).status).toBe('WAITING_CUSTOMER')
    await clockAt('2026-12-06T06:30:00.000Z')
    await takeDueSteps(portal.db, attachedComplaint)
    expect(await row(id)).toMatchObject({ status: 'RESOLVED', resolution: 'EXPLAINED' })
    await clockAt('2026-12-13T06:30:00.000Z')
    await takeDueSteps(portal.db, attachedComplaint)
    expect((await row(id)).status).toBe('RESOLVED')
    await clockAt('2026-12-14T06:30:00.000Z')
    await takeDueSteps(portal.db, attachedComplaint)
    expect((await row(id)).status).toBe('CLOSED')
    expect(await takeDueSteps(portal.db, attachedComplaint)).toBe(0)
  })

  it('gives half of the hours to a reopened complaint, within seven days; later a linked one follows', async () => {
    const id = await resolved()
    await clockAt('2026-11-23T03:30:00.000Z')
    ok(await step(buyer, id, 'reject', { remark: 'Still nobody calls' }))
    // Half of 18 hours from Monday 09:00.
    expect(await row(id)).toMatchObject({
      status: 'REOPENED',
      reopenCount: 1,
      dueAt: '2026-11-23T12:30:00.000Z',
      pausedAt: null,
    })
    ok(await step(owner, id, 'resolve', solved))
    await clockAt('2026-12-01T06:30:00.000Z')
    const late = await step(buyer, id, 'reject', { remark: 'Again' })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('write a new one that follows it')])
    expect((await row(await opened({ followsId: id }))).followsId).toBe(id)
  })

  it('goes to the manager of its owner at the second reopening', async () => {
    const id = await resolved()
    ok(await step(buyer, id, 'reject', { remark: 'No' }))
    expect((await row(id)).escalatedAt).toBeNull()
    ok(await step(owner, id, 'resolve', solved))
    ok(await step(buyer, id, 'reject', { remark: 'No again' }))
    expect((await row(id)).escalatedToId).toBe(await userOf(ids.boss))
    expect(await told(ids.boss, id)).toHaveLength(1)
  })

  it('escalates what is late once, and leaves paused complaints alone', async () => {
    const [late, waiting] = [await opened(), await started()]
    ok(await step(owner, waiting, 'ask', { remark: 'Which number?' }))
    await escalateLate(portal.db)
    expect((await row(late)).escalatedAt).toBeNull()
    await clockAt('2026-11-23T07:00:00.000Z')
    await escalateLate(portal.db)
    expect((await row(late)).escalatedToId).toBe(await userOf(ids.boss))
    expect((await row(waiting)).escalatedAt).toBeNull()
    expect((await mails('COMPLAINT_ESCALATED')).some(mail => mail.ownerId === late)).toBe(true)
    await escalateLate(portal.db)
    expect(await told(ids.boss, late)).toHaveLength(1)
    const { body } = await agent.get('/api/complaints?sla=LATE&$select[]=id&$select[]=sla&$limit=100')
    expect(body.data.map(({ id }: { id: number }) => id)).toContain(late)
    expect(body.data.map(({ id }: { id: number }) => id)).not.toContain(waiting)
  })

  it('goes to the manager of the area where the owner has none, and to the head of the department last', async () => {
    const head = await desk.make('employee', { managerId: null, departmentId: null, zoneId: null })
    await desk.make('sbu-employee-map', { employeeId: head.id, sbuId: company.sbuId })
    await personWith(portal, ['CSC_AGENT'], { employeeId: head.id, name: 'Area head' })
    const { managerId } = await portal.db('employee').where({ id: ids.keeper }).first('managerId')
    const { zoneAreaId } = await portal.db('state_city').where({ id: company.cityId }).first('zoneAreaId')
    await portal.db('employee').where({ id: ids.keeper }).update({ managerId: null })
    for (const place of ['area', 'department'] as const) {
      await portal
        .db('zone_area')
        .where({ id: zoneAreaId })
        .update({ areaManagerEmployeeId: place === 'area' ? head.id : null })
      await portal
        .db('department')
        .where({ id: ids.department })
        .update({ headEmployeeId: place === 'department' ? head.id : null })
      await clockAt()
      const id = await opened()
      await clockAt('2026-11-23T07:00:00.000Z')
      await escalateLate(portal.db)
      expect((await row(id)).escalatedToId).toBe(await userOf(head.id))
    }
    await portal.db('employee').where({ id: ids.keeper }).update({ managerId })
    await portal.db('department').where({ id: ids.department }).update({ headEmployeeId: null })
  })
})

describe('reassigning', () => {
  it('offers and takes employees who reach the complaint, one or many at once, and says of each what became of it', async () => {
    const [one, two] = [await opened(), await started()]
    const { body } = await agent.get(`/api/complaint-people?ids=${one},${two}`)
    const names = body.people.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['Asha Keeper', 'Farah Clerk', 'Gautam Clerk']))
    expect(names).not.toContain('Dr Rao')
    const found = await agent.get(`/api/complaint-people?ids=${one}&q=gautam`)
    expect(found.body.people).toMatchObject([{ employeeId: ids.colleague, name: 'Gautam Clerk' }])
    expect((await buyer.get(`/api/complaint-people?ids=${one}`)).body).toEqual({ people: [] })
    const both = async () => Promise.all([one, two].map(async id => ({ id, rowVersion: (await row(id)).rowVersion })))
    const give = async (complaints: unknown, ownerEmployeeId: unknown) =>
      agent.post('/api/complaint-bulk-steps', { step: 'reassign', complaints, ownerEmployeeId, remark: 'Holidays' })
    const chemist = await portal.db('user').where({ name: 'Dr Rao' }).first('employeeId')
    const away = await give(await both(), chemist.employeeId)
    expect(away.body.results).toMatchObject([
      { id: one, isDone: false, message: expect.stringContaining('Owner must be an employee') },
      { id: two, isDone: false, message: expect.stringContaining('Owner must be an employee') },
    ])
    expect((await give(await both(), null)).body.errors[0].field).toBe('ownerEmployeeId')
    expect((await give([...(await both()), ...(await both())], ids.colleague)).status).toBe(400)
    const [first, second] = await both()
    const stale = [{ ...first!, rowVersion: 99 }, second, { id: 990_001, rowVersion: 1 }]
    expect((await give(stale, ids.colleague)).body.results).toEqual([
      {
        id: one,
        complaintNo: expect.any(String),
        isDone: false,
        message: expect.stringContaining('changed meanwhile'),
      },
      { id: two, complaintNo: expect.any(String), isDone: true, message: null },
      { id: 990_001, complaintNo: null, isDone: false, message: 'Not found' },
    ])
    expect((await give([first], ids.colleague)).body.results).toMatchObject([{ id: one, isDone: true }])
    expect([await row(one), await row(two)]).toMatchObject([
      { ownerEmployeeId: ids.colleague, status: 'ASSIGNED' },
      { ownerEmployeeId: ids.colleague, status: 'IN_PROGRESS' },
    ])
    ok(await step(other, one, 'start'))
    expect((await step(owner, one, 'ask', { remark: 'x' })).status).toBe(403)
    const forbidden = await owner.post('/api/complaint-bulk-steps', {
      step: 'reassign',
      complaints: await both(),
      ownerEmployeeId: ids.keeper,
    })
    expect(forbidden.status).toBe(403)
  })

  it('finds who can own many complaints with as many statements as for one', async () => {
    const many: number[] = []
    for (let count = 0; count < 8; count++) many.push(await opened())
    const asked = async (few: readonly number[]) =>
      (await statementsDuring(portal.db, headers => agent.get(`/api/complaint-people?ids=${few.join(',')}`, headers)))
        .length
    expect(await asked(many)).toBe(await asked(many.slice(0, 1)))
  })
})

describe('the thread', () => {
  it('shows internal notes, root cause, CAPA and the owner to nobody outside', async () => {
    const id = await quality()
    const file = await photo(agent)
    ok(await note(agent, { complaintId: id, body: 'SECRET-NOTE', audience: 'INTERNAL', attachmentId: file }))
    ok(await note(agent, { complaintId: id, body: 'Open words', audience: 'SHARED' }))
    ok(await step(qa, id, 'resolveQuality', { ...solved, rootCause: 'SECRET-CAUSE', capa: 'SECRET-CAPA' }))
    const seen = JSON.stringify([
      (await buyer.get('/api/complaint-notes?$limit=500')).body,
      (await buyer.get(`/api/complaints/${id}`)).body,
      (await buyer.get(`/api/history?resource=complaints&rowId=${id}`)).body,
      await portal
        .db('notification')
        .join('user', 'user.id', 'userId')
        .whereNotNull('user.customerId')
        .select('title', 'body'),
      await portal.db('message_log').where({ customerId: company.customerId }).select('subject', 'body'),
    ])
    expect(seen).toContain('Open words')
    expect(seen).not.toContain('SECRET')
    expect(seen).not.toContain('ownerEmployeeId')
    expect((await buyer.get(`/api/attachments/${file}/file`)).status).toBe(404)
    expect((await owner.get(`/api/attachments/${file}/file`)).status).toBe(200)
    const refused = await note(buyer, { complaintId: id, body: 'x', audience: 'INTERNAL' })
    expect(refused.body.errors[0].field).toBe('audience')
  })

  it('notifies those mentioned, who must be able to read it, and the other side', async () => {
    const id = await opened()
    const mentions = [await userOf(ids.colleague)]
    ok(await note(agent, { complaintId: id, body: '@Gautam Clerk please', audience: 'INTERNAL', mentions }))
    expect(await told(ids.colleague, id)).toHaveLength(1)
    const buyerId = (await portal.db('user').where({ name: 'Rohan Bhide' }).first('id')).id
    const wrong = await note(agent, { complaintId: id, body: '@Rohan', audience: 'INTERNAL', mentions: [buyerId] })
    expect(wrong.body.errors[0].field).toBe('mentions')
    const before = (await told(ids.keeper, id)).length
    ok(await note(buyer, { complaintId: id, body: 'Any news?', audience: 'SHARED' }))
    expect(await told(ids.keeper, id)).toHaveLength(before + 1)
  })
})

describe('a credit note', () => {
  it('is entered with the resolution, if it is one of the customer and stands', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const { invoiceNo } = await portal.db('invoice').where({ id: invoiceId }).first('invoiceNo')
    const id = await started()
    const by = { ...solved, resolution: 'CREDIT_NOTE' }
    await desk.noteInSap(invoiceNo)
    const wrong = await step(owner, id, 'resolve', { ...by, settlementNoteNo: invoiceNo })
    expect(wrong.body.errors[0].message).toBe(`${invoiceNo} is not a credit note of this customer`)
    await portal.db('invoice').where({ id: invoiceId }).update({ invoiceType: 'CREDIT_NOTE', isCancelled: 1 })
    const cancelled = await step(owner, id, 'resolve', { ...by, settlementNoteNo: invoiceNo })
    expect(cancelled.body.errors[0].message).toBe(`Credit note ${invoiceNo} is cancelled`)
    await desk.noteInSap('CN-NOT-READ-YET')
    ok(await step(owner, id, 'resolve', { ...by, settlementNoteNo: 'CN-NOT-READ-YET' }))
    expect((await row(id)).settlementNoteNo).toBe('CN-NOT-READ-YET')
  })

  it('is found when it comes from SAP, by customer and goods', async () => {
    const {
      ids: [invoiceId, noteId],
    } = await billed([20_000, 5_000], [1_000])
    const line = await portal.db('invoice_line').where({ invoiceId }).first()
    const goods = { categoryId: types.damage, invoiceId, invoiceLineId: line.id }
    const id = await opened({ ...goods, description: 'Wet cartons', attachmentIds: [await photo(buyer)] })
    ok(await step(owner, id, 'start'))
    ok(await step(owner, id, 'resolve', { ...solved, resolution: 'CREDIT_NOTE' }))
    await portal.db('invoice').where({ id: noteId }).update({ invoiceType: 'CREDIT_NOTE', invoiceDate: '2026-11-21' })
    const creditNote = await portal.db('invoice').where({ id: noteId }).first()
    await portal.db.transaction(trx => noteCreditNote(trx, creditNote, systemAuthor('test')))
    expect((await row(id)).settlementNoteNo).toBe(creditNote.invoiceNo)
    // SAP tells the note again, while another complaint about the same goods waits for its own.
    const next = await opened({ ...goods, description: 'Wet again', attachmentIds: [await photo(buyer)] })
    ok(await step(owner, next, 'start'))
    ok(await step(owner, next, 'resolve', { ...solved, resolution: 'CREDIT_NOTE' }))
    await portal.db.transaction(trx => noteCreditNote(trx, creditNote, systemAuthor('test')))
    expect((await row(next)).settlementNoteNo).toBeNull()
    // SAP cancels the note: the complaint that it settled is open again, the other stays as it is.
    const lost = { ...creditNote, isCancelled: true }
    await portal.db.transaction(trx => noteCreditNote(trx, lost, systemAuthor('test')))
    expect(await row(id)).toMatchObject({
      status: 'REOPENED',
      resolution: null,
      resolvedAt: null,
      settlementNoteNo: null,
      reopenCount: 0,
    })
    expect((await row(next)).status).toBe('RESOLVED')
    expect(await told(ids.keeper, id)).toContain(`Complaint ${(await row(id)).complaintNo} is open again`)
    expect((await mails('COMPLAINT_UPDATED')).at(-1).body).toContain(`Credit note ${creditNote.invoiceNo} is cancelled`)
  })

  it('that came before the complaint was resolved is found, too: the one that fits and settles nothing else', async () => {
    const {
      ids: [invoiceId, first, second],
    } = await billed([30_000, 4_000], [1_000, 2_000], [1_000, 3_000])
    const [, line] = await portal.db('invoice_line').where({ invoiceId }).orderBy('id')
    const issue = (id: number) =>
      portal.db('invoice').where({ id }).update({ invoiceType: 'CREDIT_NOTE', invoiceDate: '2026-11-21' })
    const resolvedAfter = async (noteId: number) => {
      const goods = { categoryId: types.damage, invoiceId, invoiceLineId: line.id }
      const id = await opened({ ...goods, description: 'Wet bags', attachmentIds: [await photo(buyer)] })
      ok(await step(owner, id, 'start'))
      await issue(noteId)
      ok(await step(owner, id, 'resolve', { ...solved, resolution: 'CREDIT_NOTE' }))
      return (await row(id)).settlementNoteNo
    }
    const numbers = await portal.db('invoice').whereIn('id', [first!, second!]).orderBy('id').pluck('invoiceNo')
    expect([await resolvedAfter(first!), await resolvedAfter(second!)]).toEqual(numbers)
    // Both are used: nothing is left that fits a third one.
    expect(await resolvedAfter(second!)).toBeNull()
  })

  it('is taken by one of three complaints that are resolved at the same moment', async () => {
    const {
      ids: [invoiceId, noteId],
    } = await billed([30_000, 4_000], [1_000, 2_000])
    const [, line] = await portal.db('invoice_line').where({ invoiceId }).orderBy('id')
    const goods = { categoryId: types.damage, invoiceId, invoiceLineId: line.id }
    const three: number[] = []
    for (let no = 0; no < 3; no++) {
      three.push(await opened({ ...goods, description: `Wet ${no}`, attachmentIds: [await photo(buyer)] }))
      ok(await step(owner, three[no]!, 'start'))
    }
    await portal.db('invoice').where({ id: noteId }).update({ invoiceType: 'CREDIT_NOTE', invoiceDate: '2026-11-21' })
    const { invoiceNo } = await portal.db('invoice').where({ id: noteId }).first('invoiceNo')
    const by = { ...solved, resolution: 'CREDIT_NOTE' }
    const answers = await Promise.all(three.map(id => step(owner, id, 'resolve', by)))
    for (const answer of answers) ok(answer)
    const taken = await portal
      .db('complaint')
      .whereIn('id', three)
      .whereNotNull('settlementNoteNo')
      .pluck('settlementNoteNo')
    expect(taken).toEqual([invoiceNo])
  })
})

describe('the dispatch desk', () => {
  it('reads and answers complaints about deliveries of its plants, nothing else', async () => {
    const {
      ids: [invoiceId],
    } = await billed()
    const damage = await opened({
      categoryId: types.damage,
      invoiceId,
      description: 'Wet cartons',
      attachmentIds: [await photo(buyer)],
    })
    const service = await opened()
    expect((await desk.desk.get(`/api/complaints/${damage}`)).status).toBe(200)
    expect((await desk.desk.get(`/api/complaints/${service}`)).status).toBe(404)
    expect((await desk.otherDesk.get(`/api/complaints/${damage}`)).status).toBe(404)
    ok(await note(desk.desk, { complaintId: damage, body: 'It left dry', audience: 'SHARED' }))
    expect((await step(desk.desk, damage, 'start')).status).toBe(403)
    expect((await step(manager, damage, 'start')).status).toBe(201)
  })
})
