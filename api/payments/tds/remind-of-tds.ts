import type { Knex } from 'knex'
import { dayText, rupees, yearText } from '../../../resources/define/show.ts'
import { type TdsCertificate, tdsCertificate } from '../../../resources/payments/tds/tds-certificate.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { sendMails } from '../../mail/messages.ts'
import { contactsOf } from '../../masters/contacts-of.ts'
import { now, today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'

const author = systemAuthor('Reminder of TDS certificates')

/** What is expected, past its day, not sent by the customer, and was never mailed about. */
const unsaid = (rows: Knex.QueryBuilder) =>
  rows.where({ status: 'EXPECTED' }).where('dueOn', '<', today()).whereNull('saidNo').whereNull('remindedAt')

/** Mails customers once of each certificate that is past its day, all of a customer in one mail. Returns to how many. */
export async function remindOfTds(db: Knex): Promise<number> {
  const customerIds: number[] = await unsaid(db('tds_certificate')).distinct().orderBy('customerId').pluck('customerId')
  for (const customerId of customerIds) await transact(db, trx => remind(trx, customerId))
  return customerIds.length
}

async function remind(trx: Knex, customerId: number) {
  const missing = await rowsOf(trx, tdsCertificate, rows =>
    unsaid(rows.where({ customerId })).orderBy(['taxYear', 'quarter']).forUpdate(),
  )
  if (missing.length === 0) return
  for (const row of missing) await updateRow(trx, tdsCertificate, row, { remindedAt: now() }, author)
  const contacts = await contactsOf(trx, [customerId], ['ACCOUNTS'])
  const receivers = [...new Map(contacts.map(one => [one.to?.toLowerCase(), one])).values()]
  await sendMails(
    trx,
    receivers.map(({ name, to, whom }) => ({
      ...{ template: 'TDS_CERTIFICATE_MISSING', topic: 'PAYMENT' as const, to, whom, customerId },
      owner: { type: 'tds-certificate', id: missing[0]!.id },
      values: {
        name,
        count: String(missing.length),
        certificates: missing.map(certificateText).join('\n'),
        link: `${PORTAL}/${tdsCertificate.path}`,
      },
    })),
  )
}

const certificateText = ({ form, quarter, taxYear, expectedAmount, dueOn }: TdsCertificate) =>
  `${form === 'FORM_131' ? 'Form 131' : 'Form 16A'}, ${quarter} of ${yearText(taxYear)}: ${rupees(expectedAmount)}, due on ${dayText(dueOn)}`
