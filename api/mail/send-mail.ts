import type { Knex } from 'knex'
import { createTransport, type Transporter } from 'nodemailer'
import type { MessageLog } from '../../resources/platform/message-log.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { optOutLinks, renderMail } from './mail-text.ts'
import { type ClaimedMail, claimMail, expireMails, onMail, settleMail } from './messages.ts'

const MOST_ATTEMPTS = 7
const everyMs = 2_000

/** The running sender of mails. */
export interface MailSender {
  start(): void
  /** Sends what is due now; calls meanwhile join it. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Makes the file attached to a mail, as it is when the mail goes out. */
export type MakeAttachment = (db: Knex, attach: NonNullable<MessageLog['attach']>) => Promise<Paper>
interface Paper {
  filename: string
  content: Buffer
}

/** The server that sends the mails, and their sender. */
interface Post {
  transport: Transporter
  from: string
  portalUrl: string
  secret: string
  makePaper: MakeAttachment
  log: Log
}

/**
 * Sends the waiting mails, one after another, through the SMTP server of the settings. Without one they stay, to be
 * read under Settings, Messages; when one is connected later, those that waited too long are not sent any more.
 */
export function mailSender({
  config,
  db,
  log,
  makePaper,
}: {
  config: Config
  db: Knex
  log: Log
  makePaper: MakeAttachment
}): MailSender {
  const { mail, portalUrl, secret } = config
  const transport = mail && createTransport({ url: mail.smtpUrl, connectionTimeout: 10_000, socketTimeout: 30_000 })
  let running: Promise<void> | null = null
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let deaf = () => {}

  async function sendAll() {
    await expireMails(db)
    const post = { transport: transport as Transporter, from: mail!.from, portalUrl, secret, makePaper, log }
    for (let next = await claimMail(db); next && !stopping; next = await claimMail(db)) await sendOne(db, post, next)
  }

  async function drain() {
    if (!transport || stopping) return
    running ??= sendAll()
      .catch(error => log.error({ err: error }, 'The mails could not be looked through'))
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    start() {
      if (!transport) return
      timer = setInterval(() => void drain(), everyMs).unref()
      deaf = onMail(() => void drain())
      void drain()
    },
    drain,
    async stop() {
      stopping = true
      clearInterval(timer)
      deaf()
      await running
      transport?.close()
    },
  }
}

async function sendOne(db: Knex, post: Post, message: ClaimedMail) {
  const { transport, from, makePaper, log } = post
  const { messageNo, toAddress, cc, subject, attach, attempts } = message
  const optOut = optOutLinks(message, post)
  try {
    await transport.sendMail({
      from,
      to: toAddress,
      ...(cc && { cc }),
      subject: subject ?? '',
      text: renderMail(message, post),
      attachments: attach ? [await makePaper(db, attach)] : [],
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
    await settleMail(db, message, { status: 'SENT', sentAt: now(), errorText: null, secrets: null as never })
  } catch (error) {
    const { responseCode, message: reason } = error as Error & { responseCode?: number }
    const errorText = reason.slice(0, 255)
    log.warn({ messageNo, attempts, reason: errorText }, 'A mail was not taken')
    // 5xx: the receiving server will never take it, so its link is of no use either.
    const isFinal = (responseCode !== undefined && responseCode >= 500) || attempts >= MOST_ATTEMPTS
    await settleMail(
      db,
      message,
      isFinal
        ? { status: 'FAILED', errorText, secrets: null as never }
        : { errorText, nextAttemptAt: secondsFromNow(waitBefore(attempts)) },
    )
  }
}

/** One, four, sixteen minutes …, at most four hours. */
const waitBefore = (attempts: number) => Math.min(4 * 3600, 60 * 4 ** (attempts - 1)) * (0.8 + Math.random() * 0.4)
