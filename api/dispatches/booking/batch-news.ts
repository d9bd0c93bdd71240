import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type BookingNews, bookingNews, isBookedLate } from '../../../resources/dispatches/shipment-news.ts'
import type { ImportRow } from '../../derive/import/import-row.ts'
import type { UploadContext } from '../../derive/uploads/upload.ts'
import { contactsOf } from '../../masters/contacts-of.ts'
import { expectedOn } from '../../masters/expected-on.ts'
import { today } from '../../platform/clock.ts'

/** What customers hear of the LRs of a file; unless its sender says otherwise, nothing of those past their day. */
export const newsIn = ({ lateNews }: UploadContext['given']): BookingNews =>
  bookingNews.find(one => one === lateNews) ?? 'OPEN'

/** An LR of a file as its customer would hear of it. */
interface Told {
  isLate: boolean
  mails: number
  sms: number
}

/**
 * Says how many messages the LRs of a file send by each choice, where some of them are past their promised day; nothing
 * of a file without such LRs.
 */
export async function foreseeNews(
  db: Knex,
  rows: readonly ImportRow[],
  { given }: Pick<UploadContext, 'given'>,
): Promise<string[]> {
  const lrs = [...Map.groupBy(rows, ({ row }) => `${row.transporterId}/${row.lrNo}`).values()]
  const told = await toldOf(
    db,
    lrs.map(([first]) => first!.row),
  )
  const late = told.filter(({ isLate }) => isLate).length
  if (late === 0) return []
  const open = told.filter(({ isLate }) => !isLate)
  const of: Record<BookingNews, readonly Told[]> = { NONE: [], OPEN: open, ALL: told }
  const lines = late === 1 ? 'One LR is' : `${late} LRs are`
  const choices = bookingNews.map(news => `${choiceText[news]}: ${countText(of[news])}`)
  return [
    `${lines} past the promised day. ${choices.join('; ')}. Selected: ${choiceText[newsIn(given)].toLowerCase()}.`,
  ]
}

const choiceText: Record<BookingNews, string> = {
  NONE: 'No messages',
  OPEN: 'only those not past their day',
  ALL: 'all, also those past their day',
}

function countText(told: readonly Told[]): string {
  const mails = sum(told.map(one => one.mails))
  return `${mails} ${mails === 1 ? 'mail' : 'mails'}, ${sum(told.map(({ sms }) => sms))} SMS`
}

/** The ship-to of goods, as far as its messages ask. */
interface Destination {
  id: number
  shipToId: number
  plantId: number
  stateId: number
  cityId: number | null
  customerId: number
  email: string | null
  mobile: string | null
}

/** How customers would hear of LRs with these first rows; what many share is read once. */
async function toldOf(db: Knex, rows: readonly ImportRow['row'][]): Promise<Told[]> {
  const [invoices, deliveries] = [
    await destinationsOf(
      db,
      'invoice',
      rows.map(({ invoiceId }) => invoiceId as number | null),
    ),
    await destinationsOf(
      db,
      'sap_delivery',
      rows.map(({ deliveryId }) => deliveryId as number | null),
    ),
  ]
  const byJourney = new Map<string, Told>()
  const told: Told[] = []
  for (const row of rows) {
    const to = invoices.get(row.invoiceId as number) ?? deliveries.get(row.deliveryId as number)
    const key = `${to?.plantId}/${to?.shipToId}/${row.transMode}/${row.lrDate}`
    if (to && !byJourney.has(key)) byJourney.set(key, await toldAt(db, to, row))
    told.push(byJourney.get(key) ?? { isLate: false, mails: 0, sms: 0 })
  }
  return told
}

async function destinationsOf(
  db: Knex,
  table: 'invoice' | 'sap_delivery',
  ids: readonly (number | null)[],
): Promise<Map<number, Destination>> {
  const wanted = ids.flatMap(id => id ?? [])
  const found = new Map<number, Destination>()
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const rows: Destination[] = await db(table)
      .join('ship_to', 'ship_to.id', `${table}.shipToId`)
      .whereIn(`${table}.id`, wanted.slice(start, start + AT_ONCE))
      .select(`${table}.id`, `${table}.plantId`, 'ship_to.id as shipToId', 'ship_to.stateId', 'ship_to.cityId')
      .select('ship_to.customerId', 'ship_to.email', 'ship_to.mobile')
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

const AT_ONCE = 500

async function toldAt(db: Knex, to: Destination, row: ImportRow['row']): Promise<Told> {
  const { plantId, stateId, cityId, customerId, email, mobile } = to
  const transMode = row.transMode as Lr['transMode']
  const expected = await expectedOn(db, { plantId, stateId, cityId, transMode, lrDate: String(row.lrDate) })
  const contacts = await contactsOf(db, [customerId], ['STORES', 'PURCHASE'])
  const addresses = [email, ...contacts.map(one => one.to)].flatMap(one => (one ? [one.toLowerCase()] : []))
  return { isLate: isBookedLate(expected, today()), mails: new Set(addresses).size, sms: mobile === null ? 0 : 1 }
}
