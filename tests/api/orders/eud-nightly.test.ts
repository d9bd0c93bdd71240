import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeDueSteps } from '../../../api/derive/process/due-steps.ts'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { nightlyJobs } from '../../../api/nightly.ts'
import { attachedDocument, blockDocuments } from '../../../api/orders/documents/block-documents.ts'
import { remindDocuments } from '../../../api/orders/documents/remind-documents.ts'
import { remindLicences } from '../../../api/orders/documents/remind-licences.ts'
import { setClock, today } from '../../../api/platform/clock.ts'
import { transact } from '../../../api/platform/transact.ts'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import { type EudDocument, eudDocument } from '../../../resources/orders/eud-document.ts'
import { sendFile } from '../../support/files.ts'
import { exampleCustomer, submittedOrder } from '../../support/orders/example-order.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
let customerId: number
let productId: number
let attachmentId: number

beforeAll(async () => {
  customerId = (await exampleCustomer(portal)).id
  productId = (await portal.db('products').where({ code: 'PS-2006' }).first('id')).id
  attachmentId = (await sendFile(portal, asha, 'EUD')).body.id
})
afterEach(() => setClock(null))

let last = 0
/** A declaration of the customer for potassium permanganate, decided long ago. */
async function paper(more: Partial<EudDocument>): Promise<EudDocument> {
  last += 1
  const row: Partial<EudDocument> = {
    ...{ eudNo: `EU26270${String(90_000 + last)}`, customerId, productId, documentType: 'END_USE_DECLARATION' },
    ...{ documentRef: `R/${last}`, endUse: 'Water treatment', issueDate: '2024-04-01', attachmentId },
    ...{ usedQty: 0, reservedQty: 0, status: 'APPROVED', actedAt: '2024-04-02T05:00:00.000Z', ...more },
  }
  const [made] = await insertRows(portal.db, eudDocument, [row], systemAuthor('test'))
  return made!
}
const ended = async (days: number, more: Partial<EudDocument> = {}) =>
  paper({ validTo: addDays(today(), -days), ...more })
const forget = async () => {
  await portal.db('eud_block').delete()
  await portal.db('eud_document').delete()
  await transact(portal.db, trx => trx('message_log').delete())
}
const mails = (templateCode: string) => portal.db('message_log').where({ templateCode })

/** An order of the product that SAP has, so that the customer counts as its buyer. */
async function bought(days: number) {
  const order = await submittedOrder(portal, asha)
  await portal
    .db('order')
    .where({ id: order.id })
    .update({ orderDate: addDays(today(), -days), sapOrderNo: `9${order.id}` })
  await portal.db('order_line').where({ orderId: order.id }).update({ productId })
}

it('documents are looked at each night at half past one', () => {
  const jobs = nightlyJobs({ home: '' }, portal.db).map(job => [job.name, 'at' in job ? job.at : null])
  expect(jobs).toContainEqual(['end-user-documents', '01:30'])
})

describe('an expired document', () => {
  it('is marked as expired the night after its last day', async () => {
    await forget()
    const [past, present] = [await ended(1), await ended(0)]
    expect(await takeDueSteps(portal.db, attachedDocument)).toBe(1)
    const states = await portal.db('eud_document').whereIn('id', [past.id, present.id]).orderBy('id').pluck('status')
    expect(states).toEqual(['EXPIRED', 'APPROVED'])
    expect(await takeDueSteps(portal.db, attachedDocument)).toBe(0)
  })

  it('blocks its customer after the days of grace, with a notice', async () => {
    await forget()
    await bought(100)
    await ended(15)
    expect(await blockDocuments(portal.db)).toBe(0)
    await forget()
    await ended(16)
    expect(await blockDocuments(portal.db)).toBe(1)
    expect(await portal.db('eud_block')).toMatchObject([
      {
        customerId,
        productId,
        reason: 'EXPIRED',
        origin: 'AUTO',
        status: 'ACTIVE',
        blockNo: expect.stringMatching(/^EB/),
      },
    ])
    expect((await mails('EUD_BLOCKED')).length).toBeGreaterThan(0)
    expect(await blockDocuments(portal.db)).toBe(0)
  })

  it('does not block a released customer again, until a later document expires', async () => {
    await portal.db('eud_block').update({ status: 'RELEASED' })
    expect(await blockDocuments(portal.db)).toBe(0)
  })

  it('does not block when a newer document exists or is submitted, or when nothing was bought for a year', async () => {
    await forget()
    await ended(40)
    const next = await paper({ validTo: addDays(today(), 100), status: 'SUBMITTED' })
    expect(await blockDocuments(portal.db)).toBe(0)
    await portal.db('eud_document').where({ id: next.id }).update({ status: 'REJECTED' })
    await portal
      .db('order')
      .whereNotNull('sapOrderNo')
      .update({ orderDate: addDays(today(), -366) })
    expect(await blockDocuments(portal.db)).toBe(0)
    await portal
      .db('order')
      .whereNotNull('sapOrderNo')
      .update({ orderDate: addDays(today(), -365) })
    expect(await blockDocuments(portal.db)).toBe(1)
  })
})

it('a document used beyond its permitted quantity blocks its customer', async () => {
  await forget()
  const full = await paper({ validTo: addDays(today(), 90), permittedQty: 1000, usedQty: 1000 })
  expect(await blockDocuments(portal.db)).toBe(0)
  await portal.db('eud_document').where({ id: full.id }).update({ usedQty: 1001 })
  expect(await blockDocuments(portal.db)).toBe(1)
  expect(await portal.db('eud_block')).toMatchObject([{ reason: 'QTY_EXCEEDED' }])
})

describe('reminders', () => {
  const on = (day: string) => setClock(instantOf(day, '01:30'))

  it('of a document are sent 60, 30 and 7 days before it expires, once each, and not after its renewal', async () => {
    await forget()
    const end = addDays(today(), 61)
    const ending = await paper({ validTo: end })
    const sent: number[] = []
    for (const days of [61, 60, 59, 31, 30, 30, 8, 5, 3, 0]) {
      on(addDays(end, -days))
      sent.push(await remindDocuments(portal.db))
    }
    // Five days before the end, because the run on the seventh day was missed.
    expect(sent).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0, 0])
    await transact(portal.db, trx => trx('message_log').delete())
    on(addDays(end, -30))
    await paper({ validTo: addDays(end, 300), status: 'SUBMITTED' })
    expect(await remindDocuments(portal.db)).toBe(0)
    expect(ending.status).toBe('APPROVED')
  })

  it('of licences and agreements go to their holders', async () => {
    await forget()
    const day = addDays(today(), 30)
    await portal
      .db('customer')
      .where({ id: customerId })
      .update({ drugLicenceNo: 'MH-20B-77', drugLicenceValidTo: day })
    const cnf = await portal.db('cnf').where('isActive', 1).first()
    await portal.db('cnf').where({ id: cnf.id }).update({ agreementTo: day })
    await remindLicences(portal.db)
    const subjects = (await mails('LICENCE_EXPIRING')).map(({ toAddress, subject }) => [toAddress, subject])
    const until = day.split('-').reverse().join('-')
    expect(subjects).toContainEqual([cnf.email, `Agreement ${cnf.code} ends on ${until}`])
    expect(subjects.map(([, subject]) => subject)).toContain(`Drug licence MH-20B-77 ends on ${until}`)
    const count = subjects.length
    await remindLicences(portal.db)
    expect(await mails('LICENCE_EXPIRING')).toHaveLength(count)
  })
})
