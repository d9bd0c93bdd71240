import type { Knex } from 'knex'
import { customerContact } from '../../../resources/access-control/customer-contact.ts'
import { messageTemplate } from '../../../resources/settings/message-template.ts'
import { messages } from '../../../seeds/system/messages.ts'
import { exampleRow } from '../example-rows.ts'
import type { ApiClient } from '../portal.ts'
import { dispatchDesk } from './dispatch-desk.ts'

/** A dispatch desk whose customer has contacts and whose messages have templates. */
export async function deskWithMessages() {
  const desk = await dispatchDesk()
  const { db } = desk.portal
  for (const row of messages.seeds)
    await exampleRow(db, messageTemplate, { subject: null, dltTemplateId: null, ...row })
  const contact = (contactType: string, name: string, email: string) =>
    exampleRow(db, customerContact, { customerId: desk.company.customerId, contactType, name, email })
  await contact('STORES', 'Store Keeper', 'keeper@buyer.example')
  await contact('PURCHASE', 'Purchase Head', 'purchase@buyer.example')
  await contact('ACCOUNTS', 'Accounts', 'accounts@buyer.example')

  /** Books one invoice and returns its LR. */
  async function booked(more: Record<string, unknown> = {}): Promise<{ id: number; lrNo: string; invoiceNo: string }> {
    const { ids, invoices } = await desk.billed()
    const { status, body } = await desk.desk.post('/api/lrs', desk.lrOver(ids, more), desk.key())
    if (status !== 201) throw new Error(JSON.stringify(body))
    return { id: body.id, lrNo: body.lrNo, invoiceNo: invoices[0]!.invoiceNo }
  }
  /** Reports an event as the desk; times are of 20 November 2026. */
  async function report(
    lrId: number,
    eventCode: string,
    more: Record<string, unknown> = {},
    by: ApiClient = desk.desk,
  ) {
    const answer = await by.post('/api/tracking-events', { lrId, eventCode, ...more })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  }
  /** The messages about an LR, oldest first. */
  const messagesOf = (lrId: number, where: Record<string, unknown> = {}) =>
    db('message_log')
      .where({ ownerType: 'lr', ownerId: lrId, ...where })
      .orderBy('id')
  return { ...desk, db, booked, report, messagesOf, linkOf: (lrId: number) => linkIn(db, lrId) }
}

/** The token of the latest feedback link that waits to be sent. */
async function linkIn(db: Knex, lrId: number): Promise<string> {
  const row = await db('message_log')
    .where({ ownerId: lrId, topic: 'FEEDBACK', status: 'QUEUED' })
    .orderBy('id', 'desc')
    .first('secrets')
  return JSON.parse(row.secrets).feedbackLink.split('#')[1]
}
