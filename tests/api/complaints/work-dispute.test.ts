/** @module-tag sql */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { noteCreditNote } from '../../../api/complaints/find-credit-note.ts'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { disputeDesk } from '../../support/cases/dispute-desk.ts'
import { personWith } from '../../support/people.ts'

const desk = await disputeDesk()
const { portal, company, people, ids, owed, items, row, opened, reviewed, step, note, told, mails, userOf } = desk
const { buyer, stranger, finance, other, manager, owner, agent, pricing, auditor } = people
afterAll(desk.close)
beforeEach(() => desk.clockAt())

const ok = ({ status, body }: { status: number; body: { message?: string } }) =>
  expect([status, body.message]).toEqual([201, undefined])
const fieldOf = (answer: { status: number; body: { errors?: { field: string }[] } }) => answer.body.errors?.[0]?.field

describe('a dispute', () => {
  it('is taken over by Finance, asked about while its clock stands, answered and accepted', async () => {
    const id = await opened(1_000_00)
    ok(await step(finance, id, 'take'))
    expect(await row(id)).toMatchObject({ status: 'UNDER_REVIEW', ownerEmployeeId: ids.accountant })
    ok(await step(finance, id, 'ask', { remark: 'Which contract?' }))
    expect(await row(id)).toMatchObject({ status: 'WAITING_CUSTOMER', pausedAt: '2026-11-20T06:30:00.000Z' })
    expect((await mails()).at(-1).body).toContain('Which contract?')
    await desk.clockAt('2026-11-23T06:30:00.000Z')
    ok(await step(buyer, id, 'reply', { remark: 'That of April' }))
    // Six hours of Friday, nine of Saturday, three of Monday.
    expect(await row(id)).toMatchObject({
      status: 'UNDER_REVIEW',
      pausedAt: null,
      pausedMinutes: 1080,
      dueAt: '2026-12-04T06:30:00.000Z',
    })
    ok(await step(finance, id, 'accept', { acceptedAmount: 1_000_00, remark: 'You are right' }))
    expect(await row(id)).toMatchObject({
      status: 'ACCEPTED',
      acceptedAmount: 1_000_00,
      confirmedAt: null,
      decidedAt: '2026-11-23T06:30:00.000Z',
    })
    await desk.noteInSap('CN4711', 1_000_00)
    ok(await step(finance, id, 'enterCredit', { settlementNoteNo: 'CN4711' }))
    expect(await row(id)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', settlementNoteNo: 'CN4711' })
    ok(await step(finance, id, 'close'))
    expect(await row(id)).toMatchObject({ status: 'CLOSED', closedAt: '2026-11-23T06:30:00.000Z' })
  })

  it('is partly accepted where less is credited, which stays disputed until the credit note is there', async () => {
    const id = await reviewed(1_000_00)
    ok(await step(finance, id, 'accept', { acceptedAmount: 400_00, remark: 'The rest was agreed' }))
    expect((await row(id)).status).toBe('PARTLY_ACCEPTED')
    const { invoiceId } = await row(id)
    const left = async () =>
      (await buyer.get(`/api/disputable-invoices?invoiceId=${invoiceId}`)).body.invoices[0].disputed
    expect(await left()).toBe(400_00)
    await desk.noteInSap('CN4712', 400_00)
    ok(await step(finance, id, 'enterCredit', { settlementNoteNo: 'CN4712' }))
    expect(await left()).toBe(0)
    expect((await items(invoiceId))[0].isDisputed).toBe(0)
  })

  it('that is rejected may be closed', async () => {
    const id = await reviewed(1_000_00)
    expect(fieldOf(await step(finance, id, 'reject'))).toBe('remark')
    ok(await step(finance, id, 'reject', { remark: 'As agreed in April' }))
    ok(await step(finance, id, 'close'))
    expect((await row(id)).status).toBe('CLOSED')
  })

  it.each(['OPEN', 'UNDER_REVIEW', 'WAITING_CUSTOMER'])('that is %s is withdrawn by its customer', async status => {
    const id = await opened(100_00)
    if (status !== 'OPEN') ok(await step(finance, id, 'take'))
    if (status === 'WAITING_CUSTOMER') ok(await step(finance, id, 'ask', { remark: 'Why?' }))
    ok(await step(buyer, id, 'withdraw', { remark: 'Found it' }))
    expect((await row(id)).status).toBe('WITHDRAWN')
    expect((await note(buyer, { disputeId: id, body: 'One more', audience: 'SHARED' })).status).toBe(409)
  })

  it('that is decided is not withdrawn any more', async () => {
    const id = await reviewed(100_00)
    ok(await step(finance, id, 'reject', { remark: 'No' }))
    expect((await step(buyer, id, 'withdraw', { remark: 'Then not' })).status).toBe(409)
  })

  it('refuses steps of others, from elsewhere, and on an older version', async () => {
    const id = await opened(100_00)
    for (const who of [owner, agent, pricing, auditor]) expect((await step(who, id, 'take')).status).toBe(403)
    expect((await step(manager, id, 'take')).status).toBe(403)
    expect((await step(buyer, id, 'take')).status).toBe(403)
    expect((await step(stranger, id, 'withdraw', { remark: 'x' })).status).toBe(404)
    expect((await step(finance, id, 'close')).status).toBe(409)
    const stale = await finance.post('/api/dispute-steps', { disputeId: id, rowVersion: 99, step: 'take' })
    expect([stale.status, stale.body.errors[0].code]).toEqual([409, 'STALE_ROW'])
    expect(fieldOf(await finance.post('/api/dispute-steps', { disputeId: id, rowVersion: 1, step: 'fly' }))).toBe(
      'step',
    )
    expect(fieldOf(await step(finance, id, 'take', { acceptedAmount: 1 }))).toBe('acceptedAmount')
    const steps = async (who: typeof buyer) => (await who.get(`/api/dispute-steps?disputeId=${id}`)).body.steps
    expect(await steps(finance)).toEqual(['take', 'reassign'])
    expect(await steps(buyer)).toEqual(['withdraw'])
    for (const who of [manager, owner, auditor]) expect(await steps(who)).toEqual([])
  })

  it('is taken by one of two who take it at the same moment', async () => {
    const id = await opened(100_00)
    const both = await Promise.all([step(finance, id, 'take'), step(other, id, 'take')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('accepting', () => {
  it('needs an amount of at most what is disputed, and words', async () => {
    const id = await reviewed(1_000_00)
    expect(fieldOf(await step(finance, id, 'accept', { remark: 'Yes' }))).toBe('acceptedAmount')
    expect(fieldOf(await step(finance, id, 'accept', { remark: 'Yes', acceptedAmount: 1_000_01 }))).toBe(
      'acceptedAmount',
    )
    expect(fieldOf(await step(finance, id, 'accept', { remark: 'Yes', acceptedAmount: 0 }))).toBe('acceptedAmount')
    expect(fieldOf(await step(finance, id, 'accept', { acceptedAmount: 1_000_00 }))).toBe('remark')
    expect((await row(id)).status).toBe('UNDER_REVIEW')
  })

  it('of ₹50,000 needs nobody else, and of a paisa more a sales manager who is another person', async () => {
    const small = await reviewed(50_000_00)
    ok(await step(finance, small, 'accept', { acceptedAmount: 50_000_00, remark: 'Yes' }))
    expect((await row(small)).status).toBe('ACCEPTED')

    const large = await reviewed(50_000_01)
    ok(await step(finance, large, 'accept', { acceptedAmount: 50_000_01, remark: 'PROPOSED-ANSWER' }))
    expect(await row(large)).toMatchObject({
      status: 'UNDER_REVIEW',
      proposedAmount: 50_000_01,
      acceptedAmount: null,
      confirmedAt: null,
    })
    expect(await told('Meena Boss', large)).toEqual([expect.stringMatching(/^Confirm ₹ 50,000.01/)])
    const before = JSON.stringify([
      (await buyer.get(`/api/complaints/ar-dispute/${large}?$select[]=*`)).body,
      (await buyer.get(`/api/dispute-notes?disputeId=${large}`)).body,
      (await buyer.get(`/api/history?resource=complaints/ar-dispute&rowId=${large}`)).body,
    ])
    expect(before).not.toContain('PROPOSED-ANSWER')
    expect(before).not.toContain('5000001,"proposed')
    expect((await step(finance, large, 'confirm')).status).toBe(403)
    for (const [name, more] of [
      ['accept', { acceptedAmount: 1_00, remark: 'x' }],
      ['reject', { remark: 'x' }],
      ['ask', { remark: 'x' }],
    ] as const)
      expect((await step(finance, large, name, more)).status).toBe(409)
    ok(await step(manager, large, 'confirm'))
    expect(await row(large)).toMatchObject({
      status: 'ACCEPTED',
      acceptedAmount: 50_000_01,
      proposedAmount: null,
      confirmedAt: '2026-11-20T06:30:00.000Z',
      confirmedById: await userOf('Meena Boss'),
      decidedById: await userOf('Sneha Accountant'),
    })
    const after = JSON.stringify([
      (await buyer.get(`/api/complaints/ar-dispute/${large}?$select[]=*`)).body,
      (await buyer.get(`/api/dispute-notes?disputeId=${large}`)).body,
    ])
    expect(after).toContain('PROPOSED-ANSWER')
    expect(after).not.toMatch(/Meena Boss|Sneha Accountant|confirmed/i)
  })

  it('is not confirmed by whoever accepted it, also in another role', async () => {
    const both = await personWith(portal, ['FINANCE', 'SALES_MANAGER'], { employeeId: ids.boss, name: 'Both Roles' })
    const id = await reviewed(60_000_00)
    ok(await step(both, id, 'accept', { acceptedAmount: 60_000_00, remark: 'Yes' }))
    const own = await step(both, id, 'confirm')
    expect([own.status, own.body.message]).toEqual([409, expect.stringContaining('Another person')])
    ok(await step(manager, id, 'confirm'))
  })

  it('is sent back by the sales manager with a reason, and decided anew', async () => {
    const id = await reviewed(60_000_00)
    expect((await step(manager, id, 'confirm')).status).toBe(409)
    ok(await step(finance, id, 'accept', { acceptedAmount: 60_000_00, remark: 'Yes' }))
    expect(fieldOf(await step(manager, id, 'sendBack'))).toBe('remark')
    ok(await step(manager, id, 'sendBack', { remark: 'Half of it was agreed' }))
    expect(await row(id)).toMatchObject({ status: 'UNDER_REVIEW', proposedAmount: null, proposedAnswer: null })
    ok(await step(finance, id, 'accept', { acceptedAmount: 30_000_00, remark: 'Half' }))
    expect((await row(id)).status).toBe('PARTLY_ACCEPTED')
    const seen = JSON.stringify((await buyer.get(`/api/dispute-notes?disputeId=${id}`)).body)
    expect(seen).not.toContain('Half of it was agreed')
  })
})

describe('the credit note', () => {
  const credit = async (grossValue: number, more: object = {}) => {
    const [id] = (await desk.billed()).ids
    const change = { invoiceType: 'CREDIT_NOTE', grossValue, invoiceDate: '2026-11-21', ...more }
    await portal.db('invoice').where({ id }).update(change)
    const [found] = await rowsOf(portal.db, invoice, rows => rows.where({ id }))
    await portal.db.transaction(trx => noteCreditNote(trx, found!, systemAuthor('SAP')))
    return found!
  }
  const accepted = async (amount: number) => {
    const id = await reviewed(amount)
    ok(await step(finance, id, 'accept', { acceptedAmount: amount, remark: 'Yes' }))
    return id
  }

  it('is found by the reading of invoices where customer, amount and day fit one dispute alone', async () => {
    const id = await accepted(1_234_56)
    await credit(1_234_55)
    await credit(1_234_56, { invoiceDate: '2026-11-19' })
    expect((await row(id)).status).toBe('ACCEPTED')
    const { invoiceNo } = await credit(1_234_56)
    expect(await row(id)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', settlementNoteNo: invoiceNo })
    expect((await items((await row(id)).invoiceId))[0].isDisputed).toBe(0)
    expect((await mails()).at(-1).body).toContain(invoiceNo)
  })

  it('that SAP cancels is owed again: the dispute waits for another, and its amount is disputed until then', async () => {
    const id = await accepted(654_32)
    const note = await credit(654_32)
    ok(await step(finance, id, 'close'))
    const { invoiceId } = await row(id)
    const lost = { ...note, isCancelled: true }
    await portal.db.transaction(trx => noteCreditNote(trx, lost, systemAuthor('SAP')))
    expect(await row(id)).toMatchObject({ status: 'ACCEPTED', settlementNoteNo: null, closedAt: null })
    expect((await items(invoiceId))[0].isDisputed).toBe(1)
    expect((await mails()).at(-1).body).toContain(`Credit note ${note.invoiceNo} is cancelled: another one follows`)
    const { invoiceNo } = await credit(654_32)
    expect(await row(id)).toMatchObject({ status: 'CREDIT_NOTE_ISSUED', settlementNoteNo: invoiceNo })
  })

  it('is left to people where two disputes fit', async () => {
    const both = [await accepted(777_00), await accepted(777_00)]
    const { invoiceNo } = await credit(777_00)
    for (const id of both) expect((await row(id)).status).toBe('ACCEPTED')
    await desk.noteInSap(invoiceNo, 777_00)
    ok(await step(finance, both[0]!, 'enterCredit', { settlementNoteNo: invoiceNo }))
    expect(fieldOf(await step(finance, both[1]!, 'enterCredit', { settlementNoteNo: invoiceNo }))).toBe(
      'settlementNoteNo',
    )
  })

  it('that is typed must be one of the customer', async () => {
    const id = await accepted(888_00)
    const { invoiceNo } = await portal
      .db('invoice')
      .where({ id: (await row(id)).invoiceId })
      .first('invoiceNo')
    expect(fieldOf(await step(finance, id, 'enterCredit', { settlementNoteNo: invoiceNo }))).toBe('settlementNoteNo')
    expect(fieldOf(await step(finance, id, 'enterCredit'))).toBe('settlementNoteNo')
    await desk.noteInSap('ON-ITS-WAY', 888_00)
    ok(await step(finance, id, 'enterCredit', { settlementNoteNo: 'ON-ITS-WAY' }))
  })
})

describe('many at once', () => {
  it('are taken over, given away and closed each for itself, with a word on each', async () => {
    const [one, two, done] = [await opened(100_00), await opened(100_00), await reviewed(100_00)]
    const versions = async (ids: number[]) =>
      Promise.all(ids.map(async id => ({ id, rowVersion: (await row(id))?.rowVersion ?? 1 })))
    const many = async (step: string, ids: number[], more: object = {}) =>
      finance.post('/api/dispute-bulk-steps', { step, disputes: await versions(ids), ...more })
    const taken = await many('take', [one, done, 999_999])
    expect(taken.body.results).toEqual([
      { id: one, disputeNo: (await row(one)).disputeNo, isDone: true, message: null },
      {
        id: done,
        disputeNo: (await row(done)).disputeNo,
        isDone: false,
        message: expect.stringContaining('Take over is not possible'),
      },
      { id: 999_999, disputeNo: null, isDone: false, message: 'Not found' },
    ])
    const given = await many('reassign', [one, two], { ownerEmployeeId: ids.colleague, remark: 'Holidays' })
    expect(given.body.results.map(({ isDone }: { isDone: boolean }) => isDone)).toEqual([true, true])
    expect([await row(one), await row(two)]).toMatchObject([
      { ownerEmployeeId: ids.colleague, status: 'UNDER_REVIEW' },
      { ownerEmployeeId: ids.colleague, status: 'UNDER_REVIEW' },
    ])
    expect(await told('Vikram Accountant', one)).toContain(`Dispute ${(await row(one)).disputeNo} is yours now`)
    const wrong = await many('reassign', [one], { ownerEmployeeId: ids.clerk })
    expect(wrong.body.results[0]).toMatchObject({ isDone: false, message: expect.stringContaining('Finance') })
    expect((await many('accept', [one])).status).toBe(400)
    for (const who of [manager, agent])
      expect(
        (await who.post('/api/dispute-bulk-steps', { step: 'take', disputes: await versions([one]) })).status,
      ).toBe(403)
    const { body } = await finance.get(`/api/dispute-people?ids=${one},${two}`)
    expect(body.people.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Sneha Accountant', 'Vikram Accountant']),
    )
    expect((await buyer.get(`/api/dispute-people?ids=${one}`)).body).toEqual({ people: [] })
  })
})

describe('the list', () => {
  it('shows age and SLA, and filters by them', async () => {
    const id = await opened(100_00)
    await desk.clockAt('2026-12-01T09:30:00.000Z')
    const shown = async () =>
      (await finance.get(`/api/complaints/ar-dispute/${id}?$select[]=sla&$select[]=ageDays`)).body
    expect(await shown()).toMatchObject({ sla: 'SOON', ageDays: 11 })
    await desk.clockAt('2026-12-03T06:30:00.000Z')
    expect(await shown()).toMatchObject({ sla: 'LATE', ageDays: 13 })
    const late = await finance.get('/api/complaints/ar-dispute?sla=LATE&$limit=100')
    expect(late.body.data.map((one: { id: number }) => one.id)).toContain(id)
    ok(await step(buyer, id, 'withdraw', { remark: 'Found it' }))
    expect(await shown()).toMatchObject({ sla: 'DONE', ageDays: 13 })
  })

  it('shows each who sees which, and Finance what waits for a second person', async () => {
    const id = await reviewed(70_000_00, { disputeType: 'FREIGHT' })
    ok(await step(finance, id, 'accept', { acceptedAmount: 70_000_00, remark: 'Yes' }))
    const seen = async (who: typeof buyer, query = '') => {
      const { status, body } = await who.get(`/api/complaints/ar-dispute?$limit=500${query}`)
      return status === 200 ? body.data.map((one: { id: number }) => one.id) : status
    }
    for (const who of [buyer, finance, manager, owner, agent, pricing, auditor, desk.desk])
      expect(await seen(who)).toContain(id)
    const price = await opened(100_00)
    expect(await seen(desk.desk)).not.toContain(price)
    expect(await seen(desk.otherDesk)).not.toContain(id)
    expect(await seen(stranger)).toEqual([])
    expect(await seen(finance, '&isToConfirm=true')).toContain(id)
    expect(await seen(finance, '&isToConfirm=true')).not.toContain(price)
    expect(await seen(buyer, '&isToConfirm=true')).toBe(400)
    const { body } = await desk.desk.get(`/api/complaints/ar-dispute/${id}?$select[]=*`)
    expect(body.disputedAmount).toBeUndefined()
  })
})

describe('the thread', () => {
  it('keeps internal notes and our names from the customer, and mentions who can read', async () => {
    const id = await reviewed(100_00)
    const mentions = [await userOf('Vikram Accountant')]
    ok(await note(finance, { disputeId: id, body: 'SECRET-NOTE @Vikram', audience: 'INTERNAL', mentions }))
    ok(await note(finance, { disputeId: id, body: 'Open words', audience: 'SHARED' }))
    ok(await note(buyer, { disputeId: id, body: 'Thank you', audience: 'SHARED' }))
    ok(await note(owner, { disputeId: id, body: 'I called them', audience: 'INTERNAL' }))
    expect(await told('Vikram Accountant', id)).toContainEqual(expect.stringContaining('names you on dispute'))
    const seen = JSON.stringify([
      (await buyer.get('/api/dispute-notes?$limit=500')).body,
      (await buyer.get(`/api/complaints/ar-dispute/${id}?$select[]=*`)).body,
      (await buyer.get(`/api/history?resource=complaints/ar-dispute&rowId=${id}`)).body,
      await portal
        .db('notification')
        .join('user', 'user.id', 'userId')
        .whereNotNull('user.customerId')
        .select('title', 'body'),
      await portal.db('message_log').where({ customerId: company.customerId }).select('subject', 'body'),
    ])
    expect(seen).toContain('Open words')
    expect(seen).not.toMatch(/SECRET|I called them|Sneha Accountant|Vikram|ownerEmployeeId/)
    expect(fieldOf(await note(buyer, { disputeId: id, body: 'x', audience: 'INTERNAL' }))).toBe('audience')
    const wrong = [await userOf('Rohan Bhide')]
    expect(fieldOf(await note(finance, { disputeId: id, body: 'x', audience: 'INTERNAL', mentions: wrong }))).toBe(
      'mentions',
    )
    expect((await note(pricing, { disputeId: id, body: 'x', audience: 'INTERNAL' })).status).toBe(403)
    expect((await note(stranger, { disputeId: id, body: 'x', audience: 'SHARED' })).status).toBe(404)
  })
})

describe('the credit check', () => {
  it('leaves out of the overdue test only what is disputed, and counts it as owed', async () => {
    const { loadCreditFacts } = await import('../../../api/orders/approvals/credit-facts.ts')
    const facts = async () => (await loadCreditFacts(portal.db, [company.customerId], 0))(company.customerId)
    await portal.db('upload_outstanding').update({ isActive: 0, closedOn: '2026-11-01' })
    const invoiceId = await owed(1_000_00, 500_00)
    const [first, second] = await items(invoiceId)
    expect(await facts()).toMatchObject({ outstanding: 1_500_00, oldestInvoice: { documentNo: first.documentNo } })
    const id = await opened(999_00, { invoiceId })
    expect(await facts()).toMatchObject({ outstanding: 1_500_00, oldestInvoice: { documentNo: first.documentNo } })
    const rest = await opened(1_00, { invoiceId, disputeType: 'TAX' })
    expect(await facts()).toMatchObject({ outstanding: 1_500_00, oldestInvoice: { documentNo: second.documentNo } })
    await opened(500_00, { invoiceId, disputeType: 'FREIGHT' })
    expect(await facts()).toMatchObject({ outstanding: 1_500_00, oldestInvoice: null })
    ok(await step(buyer, rest, 'withdraw', { remark: 'Found it' }))
    expect((await facts()).oldestInvoice).toMatchObject({ documentNo: second.documentNo })
    ok(await step(buyer, id, 'withdraw', { remark: 'Found it' }))
    expect((await facts()).oldestInvoice).toMatchObject({ documentNo: first.documentNo })
  })
})
