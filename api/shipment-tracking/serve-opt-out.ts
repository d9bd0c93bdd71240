import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import {
  type OptOutLink,
  type OptOutRequest,
  type OptOutTopic,
  optOutTopics,
  optOutWords,
} from '../../resources/opt-out-topics.ts'
import { bodyObject } from '../derive/save/read-body.ts'
import type { Author } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { sendMail } from '../mail/messages.ts'
import { optOutToken, readOptOutToken } from '../mail/opt-out-token.ts'
import type { Config } from '../platform/config.ts'
import { invalidField, notFound, unknownField } from '../platform/errors.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import type { ApiRouter } from '../platform/router.ts'
import { transact } from '../platform/transact.ts'
import { hasOptedOut, recordOwnOptOut } from './opt-out.ts'

const GONE = 'This link is not one of ours: copy it whole from the mail, or ask for a new one.'
const SENT = 'If we have written to this address, a mail with a link is on its way: open it to confirm.'
const ADDRESS = /^[^\s<>()[\],;:@"\\]{1,64}@[^\s<>()[\],;:@"\\]{3,190}$/

/**
 * Opting out without a sign-in: `POST /api/opt-out-mails { email, topic }` mails a link to known receivers, with the
 * same answer for everybody else; `POST /api/opt-out-links { token }` answers what a link would end, `POST
 * /api/opt-outs { token }` ends it. `POST /api/unsubscribe?token=` is the same for mail programs (RFC 8058), and `GET`
 * leads people to the page and changes nothing. Links do not expire; thirty wrong ones in ten minutes lead to 429.
 */
export function serveOptOut(
  app: Application,
  router: ApiRouter,
  { config: { secret, portalUrl }, db, limits }: { config: Config; db: Knex; limits: RateLimits },
) {
  const wrongLinks = limits.of('opt-out-links', { tries: 30, seconds: 600 })
  const byAsker = limits.of('opt-out-asker', { tries: 10, seconds: 3600 })
  const byAddress = limits.of('opt-out-address', { tries: 3, seconds: 86_400 })

  async function silenceOf(token: unknown, ip: string): Promise<OptOutRequest> {
    await wrongLinks.take(ip)
    const silence = readOptOutToken(secret, token)
    if (!silence) throw notFound(GONE)
    await wrongLinks.refund(ip)
    return silence
  }
  const opened = (body: unknown, call: Call) => silenceOf(bodyObject(body, 'The link').token, call.author?.ip ?? '')

  const mails = {
    async create(body: unknown, call: Call) {
      const { address, topic } = readRequest(body)
      await byAsker.take(call.author?.ip ?? '')
      await byAddress.take(address)
      const known = await db('message_log').where({ toAddress: address }).first('id')
      if (known) {
        const optOutLink = `${portalUrl}/opt-out#${optOutToken(secret, { address, topic })}`
        const mail = { template: 'OPT_OUT_CONFIRM', topic: 'SECURITY', to: address } as const
        const values = { topic: optOutWords[topic], address }
        await transact(db, trx => sendMail(trx, { ...mail, values, secrets: { optOutLink } }))
      }
      return { message: SENT }
    },
  }
  const links = {
    async create(body: unknown, call: Call): Promise<OptOutLink> {
      const silence = await opened(body, call)
      return { ...silence, isOut: await hasOptedOut(db, silence) }
    },
  }
  const optOuts = {
    async create(body: unknown, call: Call): Promise<OptOutRequest> {
      const silence = await opened(body, call)
      await recordOwnOptOut(db, silence, bySelf(call.author!))
      return silence
    },
  }
  app.use('api/opt-out-mails', mails as never, { methods: ['create'] } as never)
  app.use('api/opt-out-links', links as never, { methods: ['create'] } as never)
  app.use('api/opt-outs', optOuts as never, { methods: ['create'] } as never)

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

function readRequest(body: unknown): OptOutRequest {
  const { email, topic, ...rest } = bodyObject(body, 'The request')
  const [extra] = Object.keys(rest)
  if (extra) throw unknownField(extra)
  const address = typeof email === 'string' ? email.trim().toLowerCase() : ''
  if (!ADDRESS.test(address))
    throw invalidField('email', 'FORMAT', 'E-mail must be an address such as name@company.com')
  if (!optOutTopics.includes(topic as OptOutTopic))
    throw invalidField('topic', 'ENUM', `Topic must be one of ${optOutTopics.join(', ')}`)
  return { address, topic: topic as OptOutTopic }
}
