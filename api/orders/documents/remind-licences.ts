import type { Knex } from 'knex'
import { daysBetween } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { contactsOf } from '../../masters/contacts-of.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { lastRemindedDay, remindersDue } from './remind.ts'

/** A licence or agreement with an end date, and who is reminded of it. */
interface Licence {
  table: 'customer' | 'ship_to' | 'cnf' | 'toll_center' | 'plant'
  kind: string
  number: string | null
  until: string
  /** The column with the receiver's address; without it the customer's contacts are mailed. */
  email?: string
}

// biome-ignore format: a table, one row a line
const licences: readonly Licence[] = [
  { table: 'customer', kind: 'Drug licence', number: 'drugLicenceNo', until: 'drugLicenceValidTo' },
  { table: 'ship_to', kind: 'PESO licence', number: 'pesoLicenceNo', until: 'pesoValidTo' },
  { table: 'cnf', kind: 'Drug licence', number: 'drugLicenceNo', until: 'drugLicenceValidTo', email: 'email' },
  { table: 'cnf', kind: 'PESO licence', number: 'pesoLicenceNo', until: 'pesoValidTo', email: 'email' },
  { table: 'cnf', kind: 'Agreement', number: null, until: 'agreementTo', email: 'email' },
  { table: 'toll_center', kind: 'PESO licence', number: 'pesoLicenceNo', until: 'pesoValidTo', email: 'email' },
  { table: 'toll_center', kind: 'Agreement', number: null, until: 'agreementTo', email: 'email' },
  { table: 'plant', kind: 'PESO licence', number: 'pesoLicenceNo', until: 'pesoValidTo', email: 'dispatchEmail' },
]

/** Reminds holders of a drug or PESO licence or an agreement 60, 30 and 7 days before it ends. Returns how many. */
export async function remindLicences(db: Knex): Promise<number> {
  let reminded = 0
  for (const licence of licences) {
    const ownerType = `${licence.table}.${licence.until}`
    const toRemind = await remindersDue(db, await endingLicences(db, licence), 'LICENCE_EXPIRING', ownerType)
    await transact(db, async trx => {
      for (const row of toRemind) await sendMails(trx, await mailsOf(trx, licence, row, ownerType))
    })
    reminded += toRemind.length
  }
  return reminded
}

interface EndingLicence {
  id: number
  code: string
  name: string
  validTo: string
  number: string
  email: string | null
  customerId: number | null
}

function endingLicences(db: Knex, { table, number, until, email }: Licence): Promise<EndingLicence[]> {
  const rows = db(table)
    .where(`${table}.isActive`, 1)
    .whereBetween(`${table}.${until}`, [today(), lastRemindedDay()])
    .select('id', 'code', 'name', `${until} as validTo`, `${number ?? 'code'} as number`)
  if (email !== undefined) return rows.select(`${email} as email`)
  return rows.select(`${table === 'customer' ? 'id' : 'customerId'} as customerId`)
}

async function mailsOf(trx: Knex, { kind, email }: Licence, row: EndingLicence, ownerType: string): Promise<Mail[]> {
  const owner = { type: ownerType, id: row.id }
  const whom = `${row.code} ${row.name}`
  const receivers =
    email === undefined
      ? await contactsOf(trx, [row.customerId!], ['PURCHASE', 'QA'])
      : [{ name: row.name, to: row.email, whom }]
  const values = {
    licenceKind: kind,
    licenceNo: row.number ?? '',
    ownerName: row.name,
    days: String(daysBetween(today(), row.validTo)),
    validTo: dayText(row.validTo),
    link: PORTAL,
  }
  return receivers.map(({ name, to, whom }) => ({
    template: 'LICENCE_EXPIRING',
    topic: 'EUD',
    to,
    whom,
    values: { ...values, name },
    owner,
  }))
}
