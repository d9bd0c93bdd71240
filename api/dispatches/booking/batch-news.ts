import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
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
  const told: Told[] = []
  for (const [first] of lrs) told.push(await toldOf(db, first!.row))
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

async function toldOf(db: Knex, row: ImportRow['row']): Promise<Told> {
  const goods =
    row.invoiceId === null
      ? db('sap_delivery as goods').where('goods.id', row.deliveryId as number)
      : db('invoice as goods').where('goods.id', row.invoiceId as number)
  const of = await goods
    .join('ship_to', 'ship_to.id', 'goods.shipToId')
    .first(
      'goods.plantId',
      'ship_to.stateId',
      'ship_to.cityId',
      'ship_to.customerId',
      'ship_to.email',
      'ship_to.mobile',
    )
  if (!of) return { isLate: false, mails: 0, sms: 0 }
  const way = { plantId: of.plantId, stateId: of.stateId, cityId: of.cityId, transMode: row.transMode as 'SURFACE' }
  const expected = await expectedOn(db, { ...way, lrDate: String(row.lrDate) })
  const contacts = await contactsOf(db, [of.customerId], ['STORES', 'PURCHASE'])
  const addresses = [of.email, ...contacts.map(({ to }) => to)].flatMap(to => (to ? [String(to).toLowerCase()] : []))
  return { isLate: isBookedLate(expected, today()), mails: new Set(addresses).size, sms: of.mobile === null ? 0 : 1 }
}
