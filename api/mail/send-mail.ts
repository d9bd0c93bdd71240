import type { Knex } from 'knex'
import { createTransport, type Transporter } from 'nodemailer'
import type { MessageLog } from '../../resources/platform/message-log.ts'
import { type Company, readCompany } from '../platform/company.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { type ClaimedMessage, claimMessage, expireMessages, settleFailed, settleSent } from './claim-message.ts'
import { mailHtml } from './mail-html.ts'
import { optOutLinks, renderMail } from './mail-text.ts'
import { type MessageSender, sendingLoop } from './sending-loop.ts'

const NO_SENDER: MessageSender = {
  start() {},
  drain: async () => false,
  runDue: async () => false,
  async stop() {},
}

type Attached = NonNullable<MessageLog['attach']>
interface Paper {
  filename: string
  content: Buffer
}
type MakePaper<K extends string = string> = (
  db: Knex,
  attach: Extract<Attached, Readonly<Record<K, unknown>>>,
) => Promise<Paper>

const papers = new Map<string, MakePaper>()

/** Sets what makes the file of a mail that names it, as it is when the mail goes out: an order, a receipt. */
export const attachPapers = <K extends 'orderPdf' | 'receiptPdf'>(name: K, make: MakePaper<K>) =>
  void papers.set(name, make as MakePaper)

/** Makes the file that a mail names, as it is now. */
export function paperOf(db: Knex, attach: Attached): Promise<Paper> {
  const [make] = Object.keys(attach).flatMap(name => papers.get(name) ?? [])
  if (!make) throw new Error(`Nothing makes the file of ${Object.keys(attach)}`)
  return make(db, attach)
}

/** The server that sends the mails, and their sender. */
interface Post {
  transport: Transporter
  from: string
  portalUrl: string
  secret: string
  log: Log
}

/**
 * Sends the waiting mails, one after another, through the SMTP server of the settings. Without one they stay, to be
 * read under Settings, Messages; when one is connected later, those that waited too long are not sent any more.
 */
export function mailSender({ config, db, log }: { config: Config; db: Knex; log: Log }): MessageSender {
  const { mail, portalUrl, secret } = config
  if (!mail) return NO_SENDER
  const transport = createTransport({ url: mail.smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 })
  const post = { transport: transport as Transporter, from: mail.from, portalUrl, secret, log }
  const loop = sendingLoop(log, {
    prepare: () => expireMessages(db, 'EMAIL'),
    async sendNext() {
      const next = await claimMessage(db, 'EMAIL')
      if (next) await sendOne(db, post, next)
      return next !== null
    },
  })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      transport.close()
    },
  }
}

async function sendOne(db: Knex, post: Post, message: ClaimedMessage) {
  const { messageNo, attempts } = message
  try {
    await handOver(db, post, message)
  } catch (error) {
    const { responseCode, message: reason } = error as Error & { responseCode?: number }
    post.log.warn({ messageNo, attempts, reason }, 'A mail was not taken')
    // 5xx: the receiving server will never take it, so its link is of no use either.
    return settleFailed(db, message, { reason, isFinal: responseCode !== undefined && responseCode >= 500 })
  }
  await settleSent(db, message)
}

/** The company as it signs a mail: answers go to the desk that its template names, else to that of the settings. */
async function companyOfMail(db: Knex, code: string | null): Promise<Company> {
  const company = await readCompany(db)
  const [replyTo] = await db('message_template')
    .where({ code, medium: 'EMAIL' })
    .whereNotNull('replyTo')
    .pluck('replyTo')
  return replyTo ? { ...company, replyTo } : company
}

async function handOver(db: Knex, post: Post, message: ClaimedMessage) {
  const { transport, from } = post
  const { messageNo, toAddress, cc, subject, attach } = message
  const optOut = optOutLinks(message, post)
  const company = await companyOfMail(db, message.templateCode)
  const text = renderMail(message, post, company)
  await transport.sendMail({
    from,
    to: toAddress,
    ...(cc && { cc }),
    ...(company.replyTo && { replyTo: company.replyTo }),
    subject: subject ?? '',
    text,
    html: mailHtml(text, { company: company.name, subject: subject ?? '', portalUrl: post.portalUrl }),
    attachments: attach ? [await paperOf(db, attach)] : [],
    // The same after a lost answer, so that the receiving server can recognise it.
    messageId: `<${messageNo}@${from.split('@').at(-1)!.replace('>', '')}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: mail programs show a button for it.
      ...(optOut && {
        'List-Unsubscribe': `<${optOut.oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
