import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailSapDigest } from '../../../api/orders/mail/sap-digest.ts'
import { now, secondsFromNow, setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { transact } from '../../../api/platform/transact.ts'
import { runDue } from '../../../api/platform/work/nightly.ts'
import { submittedOrder } from '../../support/orders/example-order.ts'
import { paymentMaker } from '../../support/payments/posting-world.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const asha = portal.person('asha')
beforeEach(async () => {
  await portal.db('order').where({ status: 'IN_ERROR' }).update({ status: 'CANCELLED' })
  await transact(portal.db, trx => trx('sap_outbox').whereNot({ status: 'DONE' }).update({ status: 'CANCELLED' }))
  await transact(portal.db, trx => trx('message_log').delete())
})
afterEach(() => setClock(null))

const mailsOf = (templateCode: string) => portal.db('message_log').where({ templateCode }).orderBy('id')
const userOf = (loginId: string) => portal.db('user').where({ loginId }).first()

let made = 0
const message = (more: object) =>
  portal.db('sap_outbox').insert({
    messageNo: `MS-digest-${++made}`,
    messageType: 'ORDER_CREATE',
    ownerType: 'ORDER',
    idempotencyKey: `digest-${made}`,
    payload: '{}',
    status: 'FAILED_TECH',
    attempts: 8,
    nextAttemptAt: now(),
    errorText: 'SAP could not be reached.',
    rowVersion: 1,
    createdAt: now(),
    updatedAt: now(),
    ...more,
  })

/** An order that waits for SAP, and its message, which was given up. */
async function stuckOrder() {
  const { id, orderNo } = await submittedOrder(portal, asha)
  await portal.db('order').where({ id }).update({ status: 'APPROVED', pendingStep: null })
  await message({ ownerId: id, orderId: id })
  return { id: id as number, orderNo: orderNo as string }
}

async function failedOrder() {
  const { id, orderNo } = await submittedOrder(portal, asha)
  const columns = { errorCode: 'V1/384', errorText: 'SAP refused it: no such material.', pendingStep: null }
  await portal
    .db('order')
    .where({ id })
    .update({ status: 'IN_ERROR', ...columns })
  return orderNo as string
}

describe('the hourly digest of what hangs at SAP', () => {
  it('is not written when nothing hangs', async () => {
    expect(await mailSapDigest(portal.db)).toBe(0)
    expect(await portal.db('message_log')).toEqual([])
  })

  it('tells the service centre the orders that are stuck and those in error, each with its reason', async () => {
    const [{ id, orderNo }, failed] = [await stuckOrder(), await failedOrder()]
    expect(await mailSapDigest(portal.db)).toBeGreaterThan(0)
    const agent = await userOf('csc_agent')
    const mail = (await mailsOf('ORDERS_STUCK')).find(({ toAddress }) => toAddress === agent.email.toLowerCase())
    expect(mail.subject).toBe('Orders stuck for SAP or in error: 2')
    expect(mail.body).toContain(`1 order waits for SAP too long:\n${orderNo}, 8 attempts: SAP could not be reached.`)
    expect(mail.body).toContain('1 order is in error:\n')
    expect(mail.body).toMatch(new RegExp(`${failed} of .*: SAP refused it: no such material\\.`))
    const { body } = await (await portal.as('sys_admin')).get('/api/orders-stuck')
    expect(body).toMatchObject([{ orderId: id, attempts: 8, lastError: 'SAP could not be reached.' }])
    expect((await (await portal.as('dispatch')).get('/api/orders-stuck')).status).toBe(403)
  })

  it('tells nobody of orders beyond their reach', async () => {
    const { id, orderNo } = await stuckOrder()
    const { sbuId } = await portal.db('order').where({ id }).first('sbuId')
    await mailSapDigest(portal.db)
    const told: { ownerId: number }[] = await mailsOf('ORDERS_STUCK').where('body', 'like', `%${orderNo}%`)
    const working: number[] = await portal
      .db('sbu_employee_map')
      .join('user', 'user.employeeId', 'sbu_employee_map.employeeId')
      .where({ sbuId })
      .pluck('user.id')
    expect(told.length).toBeGreaterThan(0)
    for (const { ownerId } of told) expect(working).toContain(ownerId)
    await transact(portal.db, trx => trx('message_log').delete())
    const other = await portal.db('sbu').whereNotIn('id', [sbuId]).first('id')
    await portal.db('order').where({ id }).update({ sbuId: other.id })
    const agent = await userOf('csc_agent')
    const maps = () => portal.db('sbu_employee_map').where({ employeeId: agent.employeeId, sbuId: other.id })
    const kept = await maps()
    await maps().delete()
    await mailSapDigest(portal.db)
    expect(await mailsOf('ORDERS_STUCK').where({ ownerId: agent.id })).toEqual([])
    if (kept.length > 0) await portal.db('sbu_employee_map').insert(kept)
  })

  it('tells finance, and nobody else, of payments that SAP has not posted', async () => {
    const payer = await portal.db('user').where({ loginId: 'customer' }).first('id', 'customerId')
    const { planned, captured } = paymentMaker(portal.db, { customerId: payer.customerId, userId: payer.id })
    const { id, txnNo } = await planned([], 50_000)
    const { id: ownerId } = await captured({ id })
    await portal.db('sap_outbox').where({ ownerType: 'CAPTURE', ownerId }).delete()
    await portal.db('message_log').delete()
    await message({ ownerType: 'CAPTURE', messageType: 'PAYMENT_POST', ownerId, messageNo: 'MS-pay-1' })
    const refused = { ownerType: 'CAPTURE', messageType: 'PAYMENT_POST', ownerId: 8, status: 'FAILED_BUSINESS' }
    await message({ ...refused, messageNo: 'MS-pay-2', errorText: 'SAP refused it: the period is closed.' })
    const mended = { ownerType: 'CAPTURE', messageType: 'PAYMENT_POST', ownerId: 9 }
    await message({ ...mended, messageNo: 'MS-pay-3', status: 'FAILED_BUSINESS' })
    await message({ ...mended, messageNo: 'MS-pay-4', status: 'DONE' })
    await mailSapDigest(portal.db)
    const mails = await portal.db('message_log')
    const finance = await userOf('finance')
    expect(mails.map(({ templateCode, ownerId }) => [templateCode, ownerId])).toContainEqual([
      'PAYMENTS_STUCK',
      finance.id,
    ])
    expect(new Set(mails.map(({ templateCode }) => templateCode))).toEqual(new Set(['PAYMENTS_STUCK']))
    expect(mails[0].subject).toBe('Payments stuck for SAP: 2')
    expect(mails[0].body).toContain(`${txnNo}, MS-pay-1, 8 attempts: SAP could not be reached.`)
    expect(mails[0].body).toContain('MS-pay-2, 8 attempts: SAP refused it: the period is closed.')
    expect(mails[0].body).not.toContain('MS-pay-3')
  })

  it('goes out once an hour, however many processes look and however often a run is begun again', async () => {
    await stuckOrder()
    const job = { name: 'stuck-orders', everyMinutes: 60, work: mailSapDigest }
    const log = createLog({ logLevel: 'silent' })
    const agent = await userOf('csc_agent')
    const count = async () => (await mailsOf('ORDERS_STUCK').where({ ownerId: agent.id })).length
    await portal.db('job_lock').where({ name: job.name }).delete()
    await Promise.all([runDue(portal.db, log, [job]), runDue(portal.db, log, [job])])
    expect(await count()).toBe(1)
    await mailSapDigest(portal.db)
    expect(await count()).toBe(1)
    setClock(secondsFromNow(61 * 60))
    await runDue(portal.db, log, [job])
    expect(await count()).toBe(2)
  })
})
