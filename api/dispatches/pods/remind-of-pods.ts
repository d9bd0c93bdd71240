import type { Knex } from 'knex'
import { addDays, daysBetween, instantOf } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type Mail, sendMail } from '../../mail/messages.ts'
import { today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'

const MOST_LISTED = 50

interface Missing {
  lrNo: string
  deliveredOn: string
  podStatus: string
  city: string
  transporter: string
  transporterId: number
  transporterEmail: string
  plantId: number
  plantName: string
  plantEmail: string | null
}

/**
 * Mails each transporter once a day which of their deliveries have had no accepted POD for `pod.reminder_days`, and the desk of
 * each plant which have had none for `pod.overdue_days`. Returns how many mails it wrote. A run that is begun again mails
 * nobody twice.
 */
export async function remindOfPods(db: Knex): Promise<number> {
  const settings = await readSettings(db)
  const missing = await missingSince(db, addDays(today(), -settings['pod.reminder_days']))
  const overdueFrom = addDays(today(), -settings['pod.overdue_days'])
  const overdue = missing.filter(({ deliveredOn }) => deliveredOn <= overdueFrom)
  let mails = 0
  for (const [id, lrs] of Map.groupBy(missing, ({ transporterId }) => transporterId))
    if (await mailOnce(db, toTransporter(id, lrs))) mails += 1
  for (const [id, lrs] of Map.groupBy(overdue, ({ plantId }) => plantId))
    if (await mailOnce(db, toDesk(id, lrs))) mails += 1
  return mails
}

const missingSince = (db: Knex, day: string): Promise<Missing[]> =>
  db('lr')
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .join('plant', 'plant.id', 'lr.plantId')
    .join('state_city', 'state_city.id', 'lr.toCityId')
    .whereIn('lr.podStatus', ['NONE', 'REJECTED'])
    .whereIn('lr.deliveryStatus', ['DELIVERED', 'PARTIAL_DELIVERED'])
    .where('lr.deliveredOn', '<=', day)
    .orderBy(['lr.deliveredOn', 'lr.id'])
    .select('lr.lrNo', 'lr.deliveredOn', 'lr.podStatus', 'lr.transporterId', 'lr.plantId', 'state_city.name as city')
    .select('transporter.name as transporter', 'transporter.email as transporterEmail')
    .select('plant.name as plantName', 'plant.dispatchEmail as plantEmail')

const toTransporter = (id: number, lrs: readonly Missing[]): Mail => {
  const { transporter, transporterEmail } = lrs[0]!
  return {
    template: 'POD_REMINDER',
    topic: 'SHIPMENT',
    to: transporterEmail,
    whom: `Transporter ${transporter}`,
    owner: { type: 'transporter', id },
    values: { name: transporter, count: String(lrs.length), lrs: listed(lrs), link: `${PORTAL}/dispatches/upload-pod` },
  }
}

const toDesk = (id: number, lrs: readonly Missing[]): Mail => {
  const { plantName, plantEmail } = lrs[0]!
  const text = listed(lrs, ({ transporter }) => `, ${transporter}`)
  return {
    template: 'POD_OVERDUE',
    topic: 'SHIPMENT',
    to: plantEmail,
    whom: `Plant ${plantName}`,
    owner: { type: 'plant', id },
    values: { plantName, count: String(lrs.length), lrs: text, link: `${PORTAL}/dispatches/upload-pod` },
  }
}

function listed(lrs: readonly Missing[], more: (one: Missing) => string = () => ''): string {
  const lines = lrs.slice(0, MOST_LISTED).map(one => {
    const { lrNo, city, deliveredOn, podStatus } = one
    const ago = daysBetween(deliveredOn, today())
    const rejected = podStatus === 'REJECTED' ? '; its POD was rejected' : ''
    return `${lrNo} to ${city}${more(one)}, delivered on ${dayText(deliveredOn)}, ${ago} days ago${rejected}`
  })
  return [...lines, ...(lrs.length > MOST_LISTED ? [`and ${lrs.length - MOST_LISTED} more`] : [])].join('\n')
}

/** Writes a mail, unless its receiver had the same one today. */
const mailOnce = (db: Knex, mail: Mail): Promise<boolean> =>
  transact(db, async trx => {
    const { type, id } = mail.owner!
    const sent = await trx('message_log')
      .where({ templateCode: mail.template, ownerType: type, ownerId: id })
      .where('createdAt', '>=', instantOf(today()))
      .first('id')
    if (sent) return false
    await sendMail(trx, mail)
    return true
  })
