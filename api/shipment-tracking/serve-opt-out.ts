import type { Knex } from 'knex'
import type { OptOutRequest } from '../../resources/opt-out-topics.ts'
import { optOutWords } from '../../resources/opt-out-topics.ts'
import * as mails from '../../resources/shipment-tracking/commands/opt-out.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Author } from '../derive/save/author.ts'
import { sendMail } from '../mail/messages.ts'
import { optOutToken, readOptOutToken } from '../mail/opt-out-token.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { transact } from '../platform/transact.ts'
import { hasOptedOut, recordOwnOptOut } from './opt-out.ts'

const GONE = 'This link is not one of ours: copy it whole from the mail, or ask for a new one.'
const SENT = 'If we have written to this address, a mail with a link is on its way: open it to confirm.'

interface Means {
  config: Pick<Config, 'secret' | 'portalUrl'>
  limits: RateLimits
}

/** Reads the token of a link. Links do not expire; thirty wrong ones in ten minutes of one address lead to 429. */
function linkReader({ config: { secret }, limits }: Means) {
  const wrongLinks = limits.of('opt-out-links', { tries: 30, seconds: 600 })
  return async (token: unknown, ip: string | null | undefined): Promise<OptOutRequest> => {
    await wrongLinks.take(ip ?? '')
    const silence = readOptOutToken(secret, token)
    if (!silence) throw notFound(GONE)
    await wrongLinks.refund(ip ?? '')
    return silence
  }
}

/** Opting out without a sign-in: by a link that is mailed to known receivers, with the same answer for everybody else. */
export function optOutCommands(means: Means): Bound[] {
  const { limits, config } = means
  const silenceOf = linkReader(means)
  const byAsker = limits.of('opt-out-asker', { tries: 10, seconds: 3600 })
  const byAddress = limits.of('opt-out-address', { tries: 3, seconds: 86_400 })
  return [
    bind(mails.mailOptOutLink, async ({ email: address, topic }, { trx: db, author }) => {
      await byAsker.take(author.ip ?? '')
      await byAddress.take(address)
      if (await db('message_log').where({ toAddress: address }).first('id'))
        await transact(db, trx => mailLink(trx, { address, topic }, config))
      return { message: SENT }
    }),
    bind(mails.openOptOutLink, async ({ token }, { trx, author }) => {
      const silence = await silenceOf(token, author.ip)
      return { ...silence, isOut: await hasOptedOut(trx, silence) }
    }),
    bind(mails.optOut, async ({ token }, { trx, author }) => {
      const silence = await silenceOf(token, author.ip)
      await recordOwnOptOut(trx, silence, bySelf(author))
      return silence
    }),
  ]
}

async function mailLink(trx: Knex, silence: OptOutRequest, { secret, portalUrl }: Means['config']) {
  const optOutLink = `${portalUrl}/opt-out#${optOutToken(secret, silence)}`
  const mail = { template: 'OPT_OUT_CONFIRM', topic: 'SECURITY', to: silence.address } as const
  const values = { topic: optOutWords[silence.topic], address: silence.address }
  await sendMail(trx, { ...mail, values, secrets: { optOutLink } })
}

/** Serves the address in each mail by which mail programs (RFC 8058) and people opt out. */
export function serveOptOut(router: ApiRouter, db: Knex, means: Means) {
  const silenceOf = linkReader(means)
  router.get('/api/unsubscribe', async ctx => {
    await silenceOf(ctx.query.token, ctx.ip)
    ctx.redirect(`/opt-out#${ctx.query.token}`)
  })
  router.post('/api/unsubscribe', async ctx => {
    const silence = await silenceOf(ctx.query.token, ctx.ip)
    const { author } = (ctx as unknown as { feathers: { author: Author } }).feathers
    await recordOwnOptOut(db, silence, bySelf(author))
    ctx.body = silence
  })
}

// Whoever is signed in in that browser: the link counts for its address only.
const bySelf = (author: Author): Author => ({ ...author, id: null, reason: 'By the link of a mail' })
