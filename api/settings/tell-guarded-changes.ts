import type { Knex } from 'knex'
import { joined } from '../../resources/access-words.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import { show } from '../../resources/define/show.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import { roleNames } from '../../resources/roles.ts'
import type { Behaviour } from '../derive/extend.ts'
import { withTexts } from '../derive/list/texts.ts'
import { holdersToConfirm } from '../derive/rights/confirmers.ts'
import { holdersOf, holdersOfRoles } from '../derive/rights/holders.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { loginsOf } from '../derive/save/beneficiary.ts'
import type { SavedChange } from '../derive/save/candidate.ts'
import { asProposed } from '../derive/save/pending-change.ts'
import { secondPersonOf } from '../derive/save/second-person.ts'
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
 * Mails each change of what moves money or gives power, in the transaction that makes it: to who proposed it, to who
 * confirmed, withdrew or made it, to whom it is for, to every IT administrator (of power also while their login is closed),
 * and while it waits to whoever may confirm it.
 */
export const tellGuardedChanges =
  (resource: Resource): NonNullable<Behaviour['guardedChange']> =>
  async (trx, changes, author) => {
    if (author.source === 'SYSTEM' || changes.length === 0) return
    const { covers } = await secondPersonOf(trx, resource, author)
    for (const change of changes) {
      const states = change.before ? [change.before, change.after] : [change.after]
      const waited = states.some(({ confirmStatus }) => confirmStatus !== 'CONFIRMED')
      if (waited || covers(...states, ...states.map(asProposed))) await tell(trx, resource, change, author)
    }
  }

async function tell(trx: Knex, resource: Resource, change: SavedChange, author: Author) {
  const { before, after } = change
  const news = newsOf(resource, change)
  const told = new Set([
    ...[author.id, after.proposedById, before?.proposedById, after.createdById],
    ...[news.before, news.after, after].flatMap(row => loginsOf(resource, row)),
  ])
  const own = await trx('user')
    .whereIn(
      'id',
      [...told].filter(id => typeof id === 'number'),
    )
    .select('id', 'name', 'email')
  const waits = after.confirmStatus !== 'CONFIRMED'
  const others = [
    ...(await holdersOf(trx, 'hearOfGuardedChanges')),
    // Also those whose login somebody closed in order to be alone.
    ...(resource.givesPower ? await holdersToConfirm(trx, resource) : []),
    ...(waits ? await holdersOfRoles(trx, rolesWith(resource.access, 'approve')) : []),
  ]
  const receivers = [...new Map([...own, ...others].map(one => [one.id, one])).values()]
  const textOf = await textsOf(trx, resource, news, after)
  const named = resource.display.map(name => textOf(name, after[name]))
  const record = `${resource.one} ${named.join(resource.display.length > 1 ? ', ' : ' ')}`
  const values: Values = {
    record: record.charAt(0).toUpperCase() + record.slice(1),
    event: news.event,
    actorName: own.find(({ id }) => id === author.id)?.name ?? 'The portal',
    changes: linesOf(resource, news, textOf),
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

/** Who confirms, as it follows «once». */
const another = ({ givesPower, access }: Resource) =>
  givesPower
    ? `another ${joined(
        rolesWith(access, 'approve').map(role => roleNames[role]),
        'or',
      )}`
    : 'another person with another role'
const COUNTS = 'It is in force now.'

function newsOf(resource: Resource, { before, after }: SavedChange): News {
  const WAITS = `It takes effect once ${another(resource)} confirms it.`
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
  const isDeactivated = after.confirmStatus === 'PENDING' && before?.isActive && after.isActive === false
  if (before && (isDeactivated || after.confirmStatus === 'WITHDRAWN'))
    return {
      event: 'new entry withdrawn',
      follows: 'It never took effect.',
      before,
      after: { ...entered(after), isActive: false },
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
  if (!before) return { event: 'new entry', follows: COUNTS, before: {}, after: entered(after) }
  const values = { before, after: { ...entered(after), isActive: after.isActive } }
  if (before.confirmStatus !== 'CHANGE_PENDING') return { event: 'changed', follows: COUNTS, ...values }
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

type TextOf = (name: string, value: unknown) => string

/** Returns how a value of a field is written: a reference by the text of its row. */
async function textsOf(db: Knex, resource: Resource, news: News, after: RowValues): Promise<TextOf> {
  const rows = [news.before, news.after, after].map(row => ({ ...row }) as unknown as StoredRow)
  const texts = new Map<string, string>()
  for (const row of await withTexts(db, resource, rows))
    for (const [name, text] of Object.entries(row.texts as Record<string, string>))
      texts.set(`${name}/${row[name]}`, text)
  return (name, value) => {
    const field = resource.fields[name]
    if (value === null || value === undefined) return 'empty'
    return texts.get(`${name}/${value}`) ?? (field ? show(field, value) : value === true ? 'Active' : 'Deactivated')
  }
}

/** One line for each value that differs, before and after. */
function linesOf(
  { fields }: Resource,
  { before, after }: Pick<News, 'before' | 'after'>,
  text: TextOf = (_, value) => String(value),
): string {
  return Object.keys(after)
    .filter(name => (before[name] ?? null) !== (after[name] ?? null))
    .map(
      name =>
        `${fields[name] ? labelOf(name, fields[name]) : 'Status'}: ${text(name, before[name])} → ${text(name, after[name])}`,
    )
    .join('\n')
}
