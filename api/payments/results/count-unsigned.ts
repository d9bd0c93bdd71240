import type { Knex } from 'knex'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import type { PaymentAccount } from '../../../resources/settings/payment-account.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { sendMails } from '../../mail/messages.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'

/** Whom something without a right signature was posted to, and how. */
interface UnsignedPost {
  account: Pick<PaymentAccount, 'id' | 'code'>
  kind: 'RETURN' | 'NOTIFY'
  remoteIp: string
}

const TEMPLATE = 'PAYMENT_BAD_SIGNATURE'
const HOUR_SECONDS = 3600

/**
 * Counts a post that is not rightly signed, of which nothing is kept, and mails those who hear of such, at most once an
 * hour for each account.
 */
export const countUnsigned = (db: Knex, post: UnsignedPost): Promise<void> =>
  transact(db, async trx => {
    if ((await counted(trx, post)) === 1) await tell(trx, post)
  })

/** How many there were in this hour, this one included. */
async function counted(trx: Knex, { account, remoteIp }: UnsignedPost): Promise<number> {
  const at = now()
  const key = { accountId: account.id, hour: `${at.slice(0, 13)}:00:00.000Z` }
  const system = { rowVersion: 1, createdAt: at, updatedAt: at }
  await trx('unsigned_post')
    .insert({ ...key, posts: 1, lastFrom: remoteIp, ...system })
    .onConflict(['accountId', 'hour'])
    .merge({ posts: trx.raw('?? + 1', ['unsigned_post.posts']), lastFrom: remoteIp, updatedAt: at })
  const { posts } = await trx('unsigned_post').where(key).first('posts')
  return posts
}

async function tell(trx: Knex, { account, kind, remoteIp }: UnsignedPost): Promise<void> {
  const owner = { type: 'payment-account', id: account.id }
  const recent = trx('message_log').where({ templateCode: TEMPLATE, ownerType: owner.type, ownerId: owner.id })
  if (await recent.where('createdAt', '>', secondsFromNow(-HOUR_SECONDS)).first('id')) return
  const people = await holdersOf(trx, 'hearOfBadSignatures')
  const mails = people.map(({ name, email }) => ({
    template: TEMPLATE,
    topic: 'SECURITY' as const,
    to: email,
    whom: name,
    owner,
    values: {
      name,
      accountCode: account.code,
      way: kind === 'RETURN' ? 'by a browser' : 'by a server',
      ipAddress: remoteIp,
      link: `${PORTAL}/settings/payment-account`,
    },
  }))
  await sendMails(trx, mails)
}

/** How many posts without a right signature an account got in the last day. */
export const unsignedInADay: ComputedColumn = (db, of) => {
  const since = secondsFromNow(-24 * HOUR_SECONDS)
  return db('unsigned_post as junk')
    .where('junk.accountId', of('id'))
    .where('junk.hour', '>=', since)
    .select(db.raw('coalesce(sum(??), 0)', ['junk.posts']))
}
