import type { Knex } from 'knex'
import { quantityText } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { sendMails } from '../../mail/messages.ts'
import { listedReceivers } from './mail-receivers.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail-values.ts'
import { type MailedLine, mailedLines } from './mailed-lines.ts'

/** Asks the warehouse for a single batch where a line needs it: mails the customer's list and the dispatch desk. */
export async function mailSingleBatches(trx: Knex, order: Order): Promise<void> {
  const lines = (await mailedLines(trx, order)).filter(({ singleBatchRequired }) => singleBatchRequired)
  if (lines.length === 0) return
  const orderValues = await orderMailValues(trx, order)
  const lists = await listsOf(trx, order)
  const sites = await dispatchDesks(trx, lines)
  const mails = lines.flatMap(line => {
    const matching = lists.filter(list => fits(list, line))
    const cc = matching.flatMap(({ ccEmails }) => ccEmails ?? []).join(', ')
    const site = sites.get(line.plantId ?? 0)
    const addresses = [...matching.map(({ toEmails }) => toEmails), site ?? ''].join(',')
    return [...new Map(listedReceivers(addresses).map(one => [one.to!.toLowerCase(), one])).values()].map(
      (receiver, index) => ({
        ...mailTo(receiver, order, 'SINGLE_BATCH'),
        cc: index === 0 ? cc : null,
        values: { ...orderValues, ...receiverMailValues(receiver, order), ...lineValues(line) },
      }),
    )
  })
  await sendMails(trx, mails)
}

const lineValues = ({ productCode, productName, qty, uom, plantName }: MailedLine) => ({
  productCode,
  productName,
  qty: `${quantityText(qty)} ${uom}`,
  plantName: plantName ?? '',
})

interface MailList {
  productId: number | null
  plantId: number | null
  toEmails: string
  ccEmails: string | null
}

const listsOf = (db: Knex, { customerId, soldToId }: Order): Promise<MailList[]> =>
  db('single_batch_customer_email')
    .whereIn('customerId', [...new Set([customerId, soldToId])])
    .where({ isActive: 1 })
    .orderBy('id')
    .select('productId', 'plantId', 'toEmails', 'ccEmails')

const fits = (list: MailList, { productId, plantId }: MailedLine) =>
  (list.productId === null || list.productId === productId) && (list.plantId === null || list.plantId === plantId)

async function dispatchDesks(db: Knex, lines: readonly MailedLine[]): Promise<Map<number, string>> {
  const ids = [...new Set(lines.map(({ plantId }) => plantId).filter(id => id !== null))]
  const rows: { id: number; dispatchEmail: string }[] = await db('plant')
    .whereIn('id', ids)
    .whereNotNull('dispatchEmail')
    .select('id', 'dispatchEmail')
  return new Map(rows.map(({ id, dispatchEmail }) => [id, dispatchEmail]))
}
