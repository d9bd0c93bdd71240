import type { Knex } from 'knex'
import { lr } from '../../../resources/dispatches/lr.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { type MessageLog, messageLog } from '../../../resources/platform/message-log.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { ToldFact } from '../../dispatches/events/shipment-told.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { mailReceivers, valuesOf } from './mail-shipment.ts'

/** A fact as its receivers know it. */
const words: Record<ToldFact['what'], string> = {
  lrNo: 'LR no',
  transporterName: 'Transporter',
  expectedDate: 'Expected on',
}
const formerOf = { lrNo: 'formerLrNo', transporterName: 'formerTransporter', expectedDate: 'formerDate' } as const

/**
 * Tells whoever was told a former fact of a shipment the new one, in one message a receiver and correction, which names
 * both. Who never got the former fact hears nothing.
 */
export async function mailCorrection(trx: Knex, lrId: number, facts: readonly ToldFact[]): Promise<void> {
  const [consignment] = await rowsOf(trx, lr, rows => rows.where({ id: lrId }))
  const [sent] = await rowsOf(trx, shipment, rows => rows.where({ lrId }))
  if (!consignment || !sent) return
  const told = await rowsOf(trx, messageLog, rows =>
    rows
      .where({ ownerType: lr.name, ownerId: lrId })
      .whereIn('topic', ['SHIPMENT', 'FEEDBACK'])
      .whereIn('status', ['QUEUED', 'SENT'])
      .whereNot('templateCode', 'POD_REJECTED')
      .orderBy('id'),
  )
  const byReceiver = Map.groupBy(told, ({ medium, toAddress }) => `${medium} ${toAddress}`)
  if (byReceiver.size === 0) return
  const names = new Map(
    (await mailReceivers(trx, consignment, sent)).map(({ to, name }) => [to?.toLowerCase() ?? '', name]),
  )
  const values = await valuesOf(trx, consignment)
  const mails = [...byReceiver.values()].flatMap((messages): Mail[] => {
    const { medium, toAddress } = messages[0]!
    const wrong = facts.filter(fact => messages.some(message => tells(message, fact)))
    if (wrong.length === 0) return []
    const former = Object.fromEntries(Object.entries(formerOf).map(([what, name]) => [name, values[what]!]))
    for (const { what, former: was } of facts) former[formerOf[what]] = was
    const changes = wrong.map(({ what, former: was, is }) => `${words[what]}: ${is}, not ${was}`).join('\n')
    return [
      {
        medium,
        template: 'LR_CORRECTED',
        topic: 'SHIPMENT',
        to: toAddress,
        owner: { type: lr.name, id: lrId },
        customerId: sent.customerId,
        values: { ...values, ...former, changes, name: names.get(toAddress) ?? 'colleagues' },
      },
    ]
  })
  await sendMails(trx, mails)
}

/** Whether a message tells a fact, as a word of its own. */
function tells({ subject, body }: MessageLog, { former }: ToldFact): boolean {
  const text = ` ${subject ?? ''}\n${body} `
  const around = text.split(former)
  const endsApart = (part: string) => !/[\p{L}\p{N}]$/u.test(part)
  const startsApart = (part: string) => !/^[\p{L}\p{N}]/u.test(part)
  return around.some((part, at) => at > 0 && endsApart(around[at - 1]!) && startsApart(part))
}
