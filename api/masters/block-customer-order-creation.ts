import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { addDays } from '../../resources/define/dates.ts'
import { dayText } from '../../resources/define/show.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import type { OrderBlock } from '../../resources/masters/block-customer-order-creation.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import type { ActionHandler, ComputedColumn } from '../derive/extend.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { type Candidate, requireNoFaults } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { saveChanges } from '../derive/save/save-changes.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { sendMails } from '../mail/messages.ts'
import { today } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { contactsOf } from './contacts-of.ts'

/** Lifts blocks: they end yesterday; one that began today never counted. */
export const unblock: ActionHandler = async (trx, { resource, rows, values: inputs, author }) => {
  const yesterday = addDays(today(), -1)
  const begun = rows.filter(({ validFrom }) => String(validFrom) <= yesterday)
  const { remarks } = inputs
  await saveChanges(trx, resource, begun, () => ({ validTo: yesterday, remarks }), author)
  for (const row of rows.filter(row => !begun.includes(row)))
    await updateRow(trx, resource, row, { isActive: false, remarks }, author)
  return undefined
}

/** Blocks every customer of a list of codes at once, all or none; throws 400 with the codes that are not known. */
export const blockMany: ActionHandler = async (trx, { resource, person, values: asked, author }) => {
  const { customers, ...block } = asked
  const codes = [
    ...new Set(
      String(customers)
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ]
  const customerRows: { id: number; code: string }[] = await restrict(
    trx('customer').whereIn('code', codes),
    trx,
    customer,
    person,
    'read',
  ).select('id', 'code')
  const unknown = codes.filter(code => !customerRows.some(customer => customer.code === code))
  if (unknown.length > 0) {
    const message = `Customers: ${unknown.slice(0, 10).join(', ')} ${unknown.length === 1 ? 'is no code' : 'are no codes'} of a customer`
    throw invalidField('customers', 'UNKNOWN_REF', message)
  }
  const candidates = customerRows.map(
    ({ id }): Candidate => ({
      row: withDefaults(resource, { ...block, customerId: id }),
      before: undefined,
      faults: [],
    }),
  )
  await checkRows(trx, resource, candidates, author)
  requireNoFaults(candidates)
  await insertRows(
    trx,
    resource,
    candidates.map(({ row }) => row),
    author,
  )
  return `${customerRows.length} customers are blocked or warned of.`
}

/** Whether a block active today. */
export const isCurrent: ComputedColumn = (db, of, day) =>
  db.raw('case when ? between ? and ? then 1 else 0 end', [day, of('validFrom'), of('validTo')])

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
