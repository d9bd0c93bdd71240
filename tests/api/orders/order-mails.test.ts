import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { brokenBatches, mailBrokenBatches } from '../../../api/orders/mail/mail-broken-batch.ts'
import { mailCscApproval } from '../../../api/orders/mail/mail-csc-approval.ts'
import { mailSingleBatches } from '../../../api/orders/mail/mail-single-batch.ts'
import { readOrder } from '../../../api/orders/move-order.ts'
import { refuseOrder } from '../../../api/orders/sap/refuse-order.ts'
import { transact } from '../../../api/platform/transact.ts'
import { customerContact } from '../../../resources/access-control/customer-contact.ts'
import { sendingMailAfterCscApproval } from '../../../resources/channel-13-masters/sending-mail-after-csc-approval.ts'
import { singleBatchCustomerEmail } from '../../../resources/masters/single-batch-customer-email.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { download } from '../../support/files.ts'
import { mailServer, readMail } from '../../support/mail-server.ts'
import {
  idempotencyHeader,
  orderInputFor,
  submittedOrder,
  takeStep,
  waitForStatus,
} from '../../support/orders/example-order.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
let db: Knex
let server: Awaited<ReturnType<typeof mailServer>>
let asha: ApiClient
let meena: ApiClient

beforeAll(async () => {
  server = await mailServer()
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Bilty <orders@bilty.example>', PORTAL_URL: 'https://portal.example' }
  portal = await demoPortal(mail)
  db = portal.db
  ;[asha, meena] = (await Promise.all(['asha', 'meena'].map(login => portal.as(login)))) as [ApiClient, ApiClient]
})
afterAll(async () => {
  await portal.close()
  await server.close()
})
beforeEach(async () => {
  await allSent()
  await transact(db, trx => trx('message_log').del())
  server.taken.length = 0
})

const CREATOR = 'asha@meridian-labs.example'
const BUYER = 'rohan.bhide@sahyadri-biologics.example'
const CENTRE = 'orders.ls@meridian-labs.example'

/** Sends until no mail is waiting. */
const allSent = async () => {
  await portal.runDue()
  expect(await db('message_log').where({ status: 'QUEUED' })).toEqual([])
}

async function sent(template: string) {
  await allSent()
  const rows = await db('message_log').where({ templateCode: template, status: 'SENT' }).orderBy('id')
  const read = server.taken.map(readMail)
  return rows.map(row => read.find(one => one.to === row.toAddress && one.subject === row.subject)!)
}
const receivers = async (template: string) => (await sent(template)).map(({ to }) => to)
const inTransaction = <Result>(work: (trx: Knex.Transaction) => Promise<Result>) => transact(db, work)

describe('a mail about an order', () => {
  it('goes at submit to the person who placed it and the purchase contacts of the customer, with links to the configured address', async () => {
    const order = await submittedOrder(portal, asha)
    const mails = await sent('ORDER_SUBMITTED')
    expect(mails.map(({ to }) => to)).toEqual([CREATOR, BUYER])
    expect(mails[1]!.text).toContain(`your order ${order.orderNo} of`)
    expect(mails[1]!.text).toContain('Value: ₹ 1,07,616.00')
    expect(mails[1]!.text).toContain(`https://portal.example/orders/order-history/${order.id}`)
  })

  it('is sent at approval, and at confirmation with lines, plant, promised day and the PDF', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'approve')
    const { sapOrderNo } = await waitForStatus(portal, order.id, 'CONFIRMED')
    expect(await receivers('ORDER_APPROVED')).toEqual([CREATOR])
    const mails = await sent('ORDER_CONFIRMED')
    expect(mails.map(({ to }) => to)).toEqual([CREATOR, BUYER])
    const { text, pdf } = mails[1]!
    expect(text).toContain(`Our number is ${sapOrderNo}`)
    expect(text).toMatch(/It comes from Bhiwandi CnF and is expected on \d\d-\d\d-\d{4}\./)
    expect(text).toMatch(/Product +Quantity +Rate ₹ +Amount ₹\r\nLS-1001 .* {2}100 EA +912\.00 +91,200\.00\r\n/)
    expect(text).toContain('Before GST: ₹ 91,200.00\r\nGST: ₹ 16,416.00\r\nTotal: ₹ 1,07,616.00, to be paid')
    expect(pdfText(pdf!)).toContain(sapOrderNo)
    expect(pdfText(pdf!)).toContain('1,07,616.00')
  })

  it('about a rejection tells employees who rejected and why, and the customer neither', async () => {
    const order = await submittedOrder(portal, asha)
    await takeStep(meena, order.id, 'reject', { remark: 'Below what we pay for it' })
    const [own, theirs] = await sent('ORDER_REJECTED')
    expect([own!.to, theirs!.to]).toEqual([CREATOR, BUYER])
    expect(own!.text).toContain('rejected by Meena Kulkarni.')
    expect(own!.text).toContain('Below what we pay for it')
    expect(theirs!.text).toContain('rejected by our team.')
    expect(theirs!.text).not.toMatch(/Meena|Below/)
  })

  it('about sending back, cancelling or a refusal by SAP goes to the people who must act', async () => {
    const back = await submittedOrder(portal, asha)
    await takeStep(meena, back.id, 'sendBack', { remark: 'Wrong quantity' })
    expect(await receivers('ORDER_SENT_BACK')).toEqual([CREATOR])
    const ended = await submittedOrder(portal, asha)
    await takeStep(asha, ended.id, 'cancel', { remark: 'Not needed' })
    expect(await receivers('ORDER_CANCELLED')).toEqual([CREATOR, BUYER])
    const refused = await submittedOrder(portal, asha)
    await db('order').where({ id: refused.id }).update({ status: 'APPROVED', pendingStep: null })
    const said = { errorCode: 'V1/384', errorText: 'Material is not released' }
    await inTransaction(trx => refuseOrder(trx, refused.id, said, systemAuthor('SAP')))
    const mails = await sent('ORDER_IN_ERROR')
    expect(mails.map(({ to }) => to)).toEqual([CREATOR, CENTRE])
    expect(mails[1]!.text).toContain('Material is not released')
  })

  it('is not sent for a step that was rolled back', async () => {
    const order = await submittedOrder(portal, asha)
    await allSent()
    await transact(db, trx => trx('message_log').del())
    await expect(
      inTransaction(async trx => {
        await trx('order').where({ id: order.id }).update({ status: 'APPROVED', pendingStep: null })
        await refuseOrder(trx, order.id, { errorCode: 'X', errorText: 'Y' }, systemAuthor('SAP'))
        expect(await trx('message_log')).not.toEqual([])
        throw new Error('broken off')
      }),
    ).rejects.toThrow('broken off')
    expect(await db('message_log')).toEqual([])
  })
})

describe('a customer', () => {
  it('who buys through a distributor sees no amounts in the mail or the PDF; the distributor does', async () => {
    const arjun = await portal.as('sales_rep')
    const institute = await db('customer').where({ code: '100104' }).first('id')
    const dealer = await db('customer').where({ code: '100202' }).first('id')
    const dealers = await personWith(portal, ['DISTRIBUTOR'], { customerId: dealer.id })
    const buyers = await personWith(portal, ['CUSTOMER'], { customerId: institute.id })
    const contact = (customerId: number, email: string) => ({ contactType: 'PURCHASE', customerId, email, isActive: 1 })
    await db('customer_contact').whereIn('customerId', [institute.id, dealer.id]).update({ isActive: 0 })
    await db('customer').whereIn('id', [institute.id, dealer.id]).update({ email: null })
    await exampleRow(db, customerContact, contact(institute.id, 'buyer@institute.example'))
    await exampleRow(db, customerContact, contact(dealer.id, 'desk@dealer.example'))
    const cart = await orderInputFor(portal, arjun, institute, [['LS-1101', 4, 0]])
    const draft = await arjun.post('/api/orders', cart, idempotencyHeader())
    const { body } = await takeStep(arjun, draft.body.id, 'submit')
    const order = await readOrder(db, body.order.id)
    expect(order.soldToId).toBe(dealer.id)

    const mails = await sent('ORDER_SUBMITTED')
    const to = (address: string) => mails.find(mail => mail.to === address)!.text
    expect(to('buyer@institute.example')).toContain('Value: as your distributor invoices it')
    expect(to('buyer@institute.example')).not.toContain('₹')
    expect(to('desk@dealer.example')).toContain('Value: ₹')

    const total = /Total\s+₹\s[\d,]+\.\d\d/
    expect(await paper(arjun, order.id)).toMatch(total)
    expect(await paper(dealers, order.id)).toMatch(total)
    const told = await paper(buyers, order.id)
    expect(told).toContain('LS-1101')
    expect(told).toContain('Coromandel')
    expect(told).not.toMatch(/₹|Rate|Taxable|rupees|\d\.\d\d\b/i)
  })

  it('without an address gets nothing, which is recorded', async () => {
    await db('customer_contact').update({ isActive: 0 })
    const known = await db('customer').select('id', 'email')
    await db('customer').update({ email: null })
    await submittedOrder(portal, asha)
    const row = await db('message_log').where({ templateCode: 'ORDER_SUBMITTED', status: 'FAILED' }).first()
    expect(row).toMatchObject({
      toAddress: '',
      errorText: 'Customer 100101 Sahyadri Biologics Pvt Ltd has no e-mail address',
    })
    await db('customer_contact').update({ isActive: 1 })
    for (const { id, email } of known) await db('customer').where({ id }).update({ email })
  })
})

async function paper(who: ApiClient, orderId: number): Promise<string> {
  const { status, bytes } = await download(portal, who, `/api/orders/${orderId}/pdf`)
  expect(status).toBe(200)
  return pdfText(bytes)
}

describe('the PDF of an order', () => {
  it('names who placed it for whom, with lines, taxes and the total in words; its download is recorded in the history', async () => {
    const order = await submittedOrder(portal, asha)
    const text = await paper(asha, order.id)
    expect(text).toContain('Meridian Laboratories')
    expect(text).toContain('Asha Patil on behalf of Sahyadri Biologics Pvt Ltd')
    for (const said of ['912.00', '8.80 %', '91,200.00', '8,208.00', '1,07,616.00', '100 EA'])
      expect(text).toContain(said)
    expect(text).toContain('Rupees one lakh seven thousand six hundred sixteen only')
    expect(await db('audit_entry').where({ action: 'DOWNLOAD', entityId: order.id }).first()).toMatchObject({
      businessKey: `${order.orderNo}.pdf`,
    })
  })

  it('is refused to people who may not read the order, and shows a site no amounts', async () => {
    const order = await submittedOrder(portal, asha)
    const other = await personWith(portal, ['CUSTOMER'], {
      customerId: (await db('customer').whereNot({ id: order.customerId }).first('id')).id,
    })
    expect((await other.get(`/api/orders/${order.id}/pdf`)).status).toBe(404)
    expect((await portal.nobody.get(`/api/orders/${order.id}/pdf`)).status).toBe(401)
    expect((await asha.get('/api/orders/1abc/pdf')).status).toBe(404)
    const { plantId } = await db('order_line').where({ orderId: order.id }).first('plantId')
    const site = await personWith(portal, ['DISPATCH'], {})
    await db('assign_roles')
      .whereIn('userId', db('user').where('name', 'Tester DISPATCH').select('id'))
      .update({ scopeType: 'PLANT', scopeRef: (await db('plant').where({ id: plantId }).first('code')).code })
    const text = await paper(site, order.id)
    expect(text).toContain('LS-1001')
    expect(text).not.toMatch(/₹|Rate|Taxable|rupees|\d\.\d\d\b/i)
  })
})

describe('the plant of an order', () => {
  it('is asked by mail for a single batch where the customer needs it, at the customer’s list and the supplying site', async () => {
    const order = await readOrder(db, (await submittedOrder(portal, asha)).id)
    await db('order_line').where({ orderId: order.id }).update({ singleBatchRequired: 1 })
    await exampleRow(db, singleBatchCustomerEmail, {
      customerId: order.customerId,
      toEmails: 'batch@plant.example, store@plant.example',
      ccEmails: 'qa@plant.example',
    })
    const site = db('order_line').where({ orderId: order.id }).select('plantId')
    await db('plant').whereIn('id', site).update({ dispatchEmail: 'dispatch@plant.example' })
    await inTransaction(trx => mailSingleBatches(trx, order))
    const mails = await sent('SINGLE_BATCH')
    expect(mails.map(({ to }) => to)).toEqual(['batch@plant.example', 'store@plant.example', 'dispatch@plant.example'])
    expect(mails.map(({ cc }) => cc)).toEqual(['qa@plant.example', '', ''])
    expect(mails[0]!.text).toContain('asks for one batch of LS-1001')
  })

  it('sends one mail to the customer service centre when it supplied two batches all the same', async () => {
    const order = await readOrder(db, (await submittedOrder(portal, asha)).id)
    const line = await db('order_line').where({ orderId: order.id }).first('id', 'productId')
    await db('order_line').where({ orderId: order.id }).update({ singleBatchRequired: 1 })
    const invoice = await exampleRow(db, resourceNamed('invoice'), {
      orderId: order.id,
      invoiceType: 'INVOICE',
      isCancelled: false,
    })
    for (const [lineNo, batchNo] of [
      [10, 'B1'],
      [20, 'B2'],
    ])
      await exampleRow(db, resourceNamed('invoice-line'), {
        invoiceId: invoice.id,
        lineNo,
        orderLineId: line.id,
        productId: line.productId,
        batchNo,
      })
    await inTransaction(trx => mailBrokenBatches(trx, order.id, new Map()))
    const known = await brokenBatches(db, order.id)
    await inTransaction(trx => mailBrokenBatches(trx, order.id, known))
    const mails = await sent('SINGLE_BATCH_BROKEN')
    expect(mails.map(({ to }) => to)).toEqual([CENTRE])
    expect(mails[0]!.text).toContain('asked for one batch of LS-1001, but B1, B2 were invoiced')
  })
})

it('after the approval of the customer service centre every matching mail rule is sent', async () => {
  const order = await readOrder(db, (await submittedOrder(portal, asha)).id)
  const { channelId } = order
  const other = await db('sbu').whereNot({ id: order.sbuId }).first('id')
  const rule = (more: object) =>
    exampleRow(db, sendingMailAfterCscApproval, { channelId, zoneId: null, orderTypeId: null, ...more })
  await rule({
    sbuId: null,
    toEmails: 'all@csc.example',
    ccEmails: 'copy@csc.example',
    includeCustomer: true,
    attachOrderPdf: true,
  })
  await rule({
    sbuId: order.sbuId,
    toEmails: 'ls@csc.example',
    ccEmails: null,
    includeCustomer: false,
    attachOrderPdf: false,
  })
  await rule({
    sbuId: other.id,
    toEmails: 'ps@csc.example',
    ccEmails: null,
    includeCustomer: false,
    attachOrderPdf: false,
  })
  await inTransaction(trx => mailCscApproval(trx, order))
  const mails = await sent('CSC_APPROVED')
  expect(mails.map(({ to, cc }) => [to, cc])).toEqual([
    ['all@csc.example', 'copy@csc.example'],
    [BUYER, ''],
    ['ls@csc.example', ''],
  ])
  expect(mails.map(({ pdf }) => pdf !== null)).toEqual([true, true, false])
})
