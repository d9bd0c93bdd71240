import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { inOrder } from '../../../resources/dispatches/events/order.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { type Shipment, shipment } from '../../../resources/dispatches/shipment.ts'
import {
  messageAbout,
  newsNow,
  type ShipmentNews,
  undeliveredReason,
} from '../../../resources/dispatches/shipment-news.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { documentsOnLr } from '../../goods/billed-on-lrs.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { contactsOf } from '../../masters/contacts-of.ts'
import { today } from '../../platform/clock.ts'
import { endFeedbackRequest, makeFeedbackLink } from './feedback-link.ts'

/**
 * Writes the mails and SMS about a shipment in the transaction of their cause: by the status its LR has reached, or
 * that its day has passed. Whoever is asked for feedback is asked once a delivery. Other statuses send nothing.
 */
export async function mailShipment(trx: Knex, lrId: number, reached: ShipmentNews): Promise<void> {
  const [consignment] = await rowsOf(trx, lr, rows => rows.where({ id: lrId }))
  const [sent] = await rowsOf(trx, shipment, rows => rows.where({ lrId }))
  if (!consignment || !sent) return
  if (consignment.deliveryStatus !== 'DELIVERED') await endFeedbackRequest(trx, sent.id)
  const events = await rowsOf(trx, trackingEvent, rows => rows.where({ lrId }))
  const event = inOrder(events).findLast(({ moves, voidNo }) => moves && voidNo === 0)
  const news = newsNow(reached, {
    expectedOn: consignment.expectedDeliveryDate,
    bookedOn: dayOf(consignment.createdAt),
    eventOn: event?.eventOn ?? today(),
    today: today(),
  })
  const about = news && messageAbout(news)
  if (!about || (news === 'DELIVERED' && sent.feedbackRequestedAt !== null)) return
  const values = await valuesOf(trx, consignment)
  const receivers = about.byMail ? await mailReceivers(trx, consignment, sent) : []
  const bySms = about.bySms && sent.notifyMobile !== null && (await wantsSms(trx, consignment))
  if (receivers.length === 0 && !bySms) return
  const asksFeedback = about.topic === 'FEEDBACK'
  const secrets = asksFeedback ? { feedbackLink: await makeFeedbackLink(trx, sent.id) } : null
  const common = {
    template: about.template,
    topic: about.topic,
    owner: { type: 'lr', id: lrId },
    customerId: sent.customerId,
    ...(secrets && { secrets }),
  }
  const mails: Mail[] = receivers.map(({ reader, name, to, whom }) => ({
    ...common,
    to,
    whom,
    values: { ...values, name, reason: reasonFor(news, event, reader) },
  }))
  if (bySms) mails.push({ ...common, medium: 'SMS', to: sent.notifyMobile, whom: 'The ship-to', values })
  const statuses = await sendMails(trx, mails)
  // Nobody was asked where all opted out.
  if (asksFeedback && !statuses.includes('QUEUED')) await endFeedbackRequest(trx, sent.id)
}

/** Why goods are late or were not delivered, in the reader's words. */
function reasonFor(news: ShipmentNews, event: TrackingEvent | undefined, reader: NewsReceiver['reader']): string {
  if (!event) return ''
  if (news === 'UNDELIVERED' || news === 'RETURNED') return undeliveredReason(event, reader)
  const at = event.location ? `, ${event.location}` : ''
  return `${statusLabels[event.eventCode]}${at}`
}

/** What every receiver of a message about an LR may read. */
export async function valuesOf(db: Knex, consignment: Lr): Promise<Record<string, string>> {
  const { id, lrNo, lrDate, packages, expectedDeliveryDate, deliveredOn, transporterId, plantId } = consignment
  const transporter = await db('transporter').where({ id: transporterId }).first('name')
  const place = plantId === null ? undefined : await db('plant').where({ id: plantId }).first('name')
  return {
    lrNo,
    lrDate: dayText(lrDate),
    invoiceNo: (await documentsOnLr(db, id)).join(', '),
    plantName: place?.name ?? consignment.sigmaPlantCode ?? '',
    transporterName: transporter.name,
    packages: String(packages),
    expectedDate: dayText(expectedDeliveryDate),
    deliveredOn: deliveredOn === null ? '' : dayText(deliveredOn),
    trackingLink: `${PORTAL}/track-shipment?type=LR&number=${encodeURIComponent(lrNo)}`,
  }
}

/** Somebody who gets news of a shipment, and in whose words. */
interface NewsReceiver {
  name: string
  to: string | null
  whom: string
  reader: 'buyer' | 'staff'
}

/**
 * Finds who gets mails about a shipment, each address once: the ship-to, and the stores and purchase contacts of its
 * customer. Of a Sigma shipment it is the Sigma customer who wants tracking mails, and the employees who follow it.
 */
export async function mailReceivers(db: Knex, consignment: Lr, shipment: Shipment): Promise<NewsReceiver[]> {
  const all =
    consignment.businessLine === 'SIGMA' ? await sigmaReceivers(db, consignment) : await customerReceivers(db, shipment)
  const addresses = new Set<string>()
  return all.filter(({ to }) => {
    const address = to?.toLowerCase() ?? ''
    if (addresses.has(address)) return false
    addresses.add(address)
    return true
  })
}

/** Whether the customer of a shipment gets SMS: not a Sigma customer who wants no tracking messages. */
async function wantsSms(db: Knex, { id, businessLine }: Lr): Promise<boolean> {
  if (businessLine !== 'SIGMA') return true
  return (await sigmaCustomersOn(db, id)).some(({ sendTrackingMail }) => sendTrackingMail)
}

async function customerReceivers(db: Knex, { customerId, lrId, notifyEmail }: Shipment): Promise<NewsReceiver[]> {
  const contacts = customerId === null ? [] : await contactsOf(db, [customerId], ['STORES', 'PURCHASE'])
  const buyers = contacts.map(({ name, to, whom }) => ({ name, to, whom, reader: 'buyer' as const }))
  if (notifyEmail === null) return buyers
  const place = await db('lr_line')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
    .joinRaw('join ship_to on ship_to.id = coalesce(invoice.shipToId, sap_delivery.shipToId)')
    .where('lr_line.lrId', lrId)
    .first('ship_to.name')
  return [{ name: place?.name ?? 'colleagues', to: notifyEmail, whom: 'The ship-to', reader: 'buyer' }, ...buyers]
}

interface SigmaCustomer {
  id: number
  code: string
  name: string
  email: string
  sendTrackingMail: number
}

const sigmaCustomersOn = (db: Knex, lrId: number): Promise<SigmaCustomer[]> =>
  db('sigma_customers')
    .whereIn('id', db('lr_line').where({ lrId }).whereNotNull('sigmaCustomerId').select('sigmaCustomerId'))
    .orderBy('id')
    .select('id', 'code', 'name', 'email', 'sendTrackingMail')

async function sigmaReceivers(db: Knex, { id, sigmaPlantCode }: Lr): Promise<NewsReceiver[]> {
  const customers = await sigmaCustomersOn(db, id)
  const buyers = customers
    .filter(({ sendTrackingMail }) => sendTrackingMail)
    .map(({ code, name, email }) => ({ name, to: email, whom: `Sigma customer ${code}`, reader: 'buyer' as const }))
  const followers: { name: string; email: string | null; employeeCode: string }[] = await db('employee')
    .whereIn(
      'id',
      db('employee_sigma_map')
        .where({ isActive: 1 })
        .where(any =>
          any
            .whereIn(
              'sigmaCustomerId',
              customers.map(one => one.id),
            )
            .orWhere(ofPlant => ofPlant.whereNotNull('plantCode').where('plantCode', sigmaPlantCode ?? '')),
        )
        .select('employeeId'),
    )
    .where({ isActive: 1 })
    .orderBy('id')
    .select('name', 'email', 'employeeCode')
  const staff = followers.map(({ name, email, employeeCode }) => ({
    name,
    to: email,
    whom: `Employee ${employeeCode} ${name}`,
    reader: 'staff' as const,
  }))
  return [...buyers, ...staff]
}
