import { createHmac, randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import type { PwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { contactsOf } from '../../masters/contacts-of.ts'

const PAGE = `${PORTAL}/dispatches/party-will-collect`

/** The people at a buyer who buy and who keep the goods. */
const CONTACTS = ['STORES', 'PURCHASE']

/** The hash of a code, keyed with the secret: a reader of the table cannot try the million codes against it. */
export const codeHash = (secret: string, collectionId: number, code: string) =>
  createHmac('sha256', secret).update(`collection ${collectionId} ${code}`).digest('hex')

/** A new code of six digits for the gate. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Tells the buyer that the goods of an invoice will now be collected, or sent. */
export async function mailModeChosen(trx: Knex, { id, invoiceNo, plantId, soldToId }: Invoice, collected: boolean) {
  const plant = await trx('plant').where({ id: plantId }).first('name')
  await mailBuyer(trx, soldToId, {
    template: collected ? 'PWC_CHOSEN' : 'PWC_DROPPED',
    topic: 'SHIPMENT',
    values: { invoiceNo, plantName: plant.name, link: PAGE },
    owner: { type: 'invoice', id },
  })
}

/** Sends gate pass and code to the collector by SMS, and to the buyer by mail. They ignore opt-outs: nobody collects without. */
export async function sendGateCode(trx: Knex, collection: PwcCollection, code: string) {
  const { id, gatepassNo, invoiceId, soldToId, plantId, collectorMobile, collectorName, expiresOn } = collection
  const invoice = await trx('invoice').where({ id: invoiceId }).first('invoiceNo', 'sapOrderNo')
  const plant = await trx('plant').where({ id: plantId }).first('name', 'address')
  const mail = {
    template: 'PWC_READY',
    topic: 'SECURITY',
    values: {
      gatepassNo,
      invoiceNo: invoice.invoiceNo,
      orderNo: invoice.sapOrderNo ?? '',
      plantName: plant.name,
      plantAddress: plant.address ?? '',
      expiresOn: dayText(expiresOn!),
      link: PAGE,
    },
    secrets: { code },
    owner: { type: 'pwc-collection', id },
  } as const
  await sendMails(trx, [{ ...mail, medium: 'SMS', to: collectorMobile, whom: `The collector ${collectorName}` }])
  await mailBuyer(trx, soldToId, mail)
}

/** Tells the buyer that goods were not collected in time. */
export async function mailExpired(trx: Knex, { id, gatepassNo, invoiceId, soldToId, plantId }: PwcCollection) {
  const { invoiceNo } = await trx('invoice').where({ id: invoiceId }).first('invoiceNo')
  const plant = await trx('plant').where({ id: plantId }).first('name')
  await mailBuyer(trx, soldToId, {
    template: 'PWC_EXPIRED',
    topic: 'SHIPMENT',
    values: { gatepassNo, invoiceNo, plantName: plant.name, link: PAGE },
    owner: { type: 'pwc-collection', id },
  })
}

async function mailBuyer(trx: Knex, customerId: number, mail: Omit<Mail, 'to' | 'whom'>) {
  const contacts = await contactsOf(trx, [customerId], CONTACTS)
  const receivers = [...new Map(contacts.map(one => [one.to?.toLowerCase(), one])).values()]
  await sendMails(
    trx,
    receivers.map(({ name, to, whom }) => ({ ...mail, to, whom, values: { ...mail.values, name } })),
  )
}
