import type { Knex } from 'knex'
import { isConfirmedRow } from '../../resources/define/confirmation.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import { show } from '../../resources/define/show.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import type { Behaviour } from '../derive/extend.ts'
import { holdersOf, holdersOfRoles } from '../derive/rights/holders.ts'
import type { Author, SavedChange } from '../derive/save/write.ts'
import { sendMails } from '../mail/messages.ts'

type Values = Readonly<Record<string, string>>

/** What became of a row, as mails say it, with the values before and after. */
interface News {
  event: string
  follows: string
  before: RowValues
  after: RowValues
}

/**
 * Mails each change of what moves money, in the transaction that makes it: to who proposed it, to who confirmed, withdrew
 * or made it, to every IT administrator, and while it waits to whoever may confirm it.
 */
export const tellMoneyChanges =
  (resource: Resource): NonNullable<Behaviour['moneyMoved']> =>
  async (trx, changes, author) => {
    if (author.source === 'SYSTEM') return
    for (const change of changes) {
      const states = change.before ? [change.before, change.after] : [change.after]
      if (isConfirmedRow(resource, ...states)) await tell(trx, resource, change, author)
    }
  }

async function tell(trx: Knex, resource: Resource, change: SavedChange, author: Author) {
  const { before, after } = change
  const news = newsOf(resource, change)
  const told = new Set([author.id, after.proposedById, before?.proposedById, after.createdById])
  const own = await trx('user')
    .whereIn(
      'id',
      [...told].filter(id => typeof id === 'number'),
    )
    .select('id', 'name', 'email')
  const waits = after.confirmStatus !== 'CONFIRMED'
  const others = [
    ...(await holdersOf(trx, 'hearOfMoneyChanges')),
    ...(waits ? await holdersOfRoles(trx, rolesWith(resource.access, 'approve')) : []),
  ]
  const receivers = [...new Map([...own, ...others].map(one => [one.id, one])).values()]
  const record = `${resource.one} ${resource.display.map(name => after[name]).join(' ')}`
  const values: Values = {
    record: record.charAt(0).toUpperCase() + record.slice(1),
    event: news.event,
    actorName: own.find(({ id }) => id === author.id)?.name ?? 'The portal',
    changes: linesOf(resource, news),
    follows: news.follows,
    link: `${PORTAL}/${resource.path}/show/${after.id}`,
  }
  await sendMails(
    trx,
    receivers.map(({ name, email }) => ({
      template: 'MONEY_CHANGE',
      topic: 'SECURITY',
      to: email,
      whom: name,
      values: { ...values, name },
      owner: { type: resource.name, id: after.id },
    })),
  )
}

const WAITS = 'It takes effect once another person with another role confirms it.'
const COUNTS = 'It is in force now.'

function newsOf(resource: Resource, { before, after }: SavedChange): News {
  const entered = (row: RowValues) =>
    Object.fromEntries(
      Object.keys(resource.fields).flatMap(name => (resource.fields[name]!.server ? [] : [[name, row[name]]])),
    )
  if (after.confirmStatus === 'CHANGE_PENDING')
    return {
      event: 'change proposed',
      follows: `${WAITS} Until then the values before apply.`,
      before: after,
      after: after.pendingChange as RowValues,
    }
  if (after.confirmStatus === 'PENDING')
    return {
      event: before ? 'new entry changed' : 'new entry',
      follows: WAITS,
      before: before ?? {},
      after: entered(after),
    }
  if (before?.confirmStatus === 'PENDING')
    return { event: 'new entry confirmed', follows: COUNTS, before: {}, after: entered(after) }
  const values = { before: before ?? {}, after: { ...entered(after), isActive: after.isActive } }
  if (before?.confirmStatus !== 'CHANGE_PENDING') return { event: 'changed', follows: COUNTS, ...values }
  const isWithdrawn = linesOf(resource, { ...values }) === ''
  return isWithdrawn
    ? {
        event: 'proposed change withdrawn',
        follows: 'The values before stay in force.',
        before,
        after: before.pendingChange as RowValues,
      }
    : { event: 'change confirmed', follows: COUNTS, ...values }
}

/** One line for each value that differs, before and after. */
function linesOf({ fields }: Resource, { before, after }: Pick<News, 'before' | 'after'>): string {
  const text = (name: string, value: unknown) => {
    if (value === null || value === undefined) return 'empty'
    return fields[name] ? show(fields[name], value) : value === true ? 'Active' : 'Deactivated'
  }
  return Object.keys(after)
    .filter(name => (before[name] ?? null) !== (after[name] ?? null))
    .map(
      name =>
        `${fields[name] ? labelOf(name, fields[name]) : 'Status'}: ${text(name, before[name])} → ${text(name, after[name])}`,
    )
    .join('\n')
}
