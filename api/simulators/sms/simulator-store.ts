import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** An SMS as the simulated gateway has it. */
interface SimulatedSms {
  messageId: string
  to: string
  sender: string
  templateId: string
  text: string
  /** How often it was posted; it was sent once. */
  posted: number
}

/** The simulated gateway's own file: it does not forget an SMS because the portal was restarted. */
export function smsStore(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = normal;')
  db.exec(`create table if not exists sms (
    messageId text not null primary key, "to" text not null, sender text not null, templateId text not null,
    text text not null, posted integer not null default 1)`)
  return {
    /** Takes an SMS; false when it has it already. */
    take({ messageId, to, sender, templateId, text }: Omit<SimulatedSms, 'posted'>): boolean {
      const known = db.prepare('update sms set posted = posted + 1 where messageId = ?').run(messageId)
      if (known.changes > 0) return false
      db.prepare('insert into sms (messageId, "to", sender, templateId, text) values (?, ?, ?, ?, ?)').run(
        messageId,
        to,
        sender,
        templateId,
        text,
      )
      return true
    },
    find: (messageId: string): SimulatedSms | null =>
      (db.prepare('select * from sms where messageId = ?').get(messageId) as unknown as SimulatedSms | undefined) ??
      null,
    close: () => db.close(),
  }
}
