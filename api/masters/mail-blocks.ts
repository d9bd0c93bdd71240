import type { Knex } from 'knex'
import { dayText } from '../../resources/define/show.ts'
import type { OrderBlock } from '../../resources/masters/block-customer-order-creation.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { sendMails } from '../mail/messages.ts'
import { contactsOf } from './contacts-of.ts'

/** Mails customers that and why their orders are blocked where the block says so; the inner remark is not sent. */
export async function mailBlocks(trx: Knex, rows: readonly StoredRow[]): Promise<void> {
  const blocks = (rows as unknown as OrderBlock[]).filter(row => row.blockMode === 'BLOCK' && row.notifyCustomer)
  if (blocks.length === 0) return
  const contacts = await contactsOf(
    trx,
    [...new Set(blocks.map(({ customerId }) => customerId))],
    ['PURCHASE', 'OWNER'],
  )
  const customers = await namesOf(
    trx,
    'customer',
    blocks.map(({ customerId }) => customerId),
  )
  const reasons = await namesOf(
    trx,
    'reason_code',
    blocks.map(({ reasonCodeId }) => reasonCodeId),
  )
  const mails = blocks.flatMap(block =>
    contacts
      .filter(({ customerId }) => customerId === block.customerId)
      .map(({ name, to, whom }) => ({
        template: 'CUSTOMER_BLOCKED',
        topic: 'ORDER' as const,
        to,
        whom,
        values: {
          name,
          customerName: customers.get(block.customerId)!,
          reason: reasons.get(block.reasonCodeId)!,
          validFrom: dayText(block.validFrom),
          link: PORTAL,
        },
        owner: { type: 'customer', id: block.customerId },
      })),
  )
  await sendMails(trx, mails)
}

async function namesOf(db: Knex, table: string, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; name: string }[] = await db(table)
    .whereIn('id', [...new Set(ids)])
    .select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}
