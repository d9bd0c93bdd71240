import type { Knex } from 'knex'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'

const ended: readonly DeliveryStatus[] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

/** The forms in which a number may be entered: «/» and «-» are taken for each other. */
export function formsOf(lrNo: string): string[] {
  const parts = plainText(lrNo).toUpperCase().split(/[/-]/)
  // More separators than anybody uses are taken as they are, or all alike.
  if (parts.length > 5) return [...new Set([lrNo.toUpperCase(), parts.join('/'), parts.join('-')])]
  return parts
    .slice(1)
    .reduce<string[]>((forms, part) => forms.flatMap(form => [`${form}/${part}`, `${form}-${part}`]), [parts[0]!])
}

/** The LRs that had one of these numbers before they got another. */
export const formerlyNumbered = (trx: Knex, numbers: readonly string[]): Knex.QueryBuilder =>
  trx('lr')
    // Few have any, so that these are found by their index.
    .where('lr.formerNos', '>', '')
    .where(any => {
      for (const number of numbers)
        any.orWhereRaw("instr(concat(' ', upper(lr.formerNos), ' '), ?) > 0", [` ${number.toUpperCase()} `])
    })

/**
 * The LR of a transporter that a number without its year means, among those the person reads: the only one, or the only one
 * still on its way; else one that had the number, or the transporter, before. `undefined` when there is none, `AMBIGUOUS`
 * when several fit.
 */
export async function lrByNumber(
  trx: Knex,
  lrNo: string,
  transporterId: number,
  person: Person,
): Promise<Lr | 'AMBIGUOUS' | undefined> {
  const numbers = formsOf(lrNo)
  const lrs = await rowsOf(trx, lr, rows =>
    restrict(rows.whereIn('lr.lrNo', numbers).where('lr.transporterId', transporterId), trx, lr, person, 'read'),
  )
  if (lrs.length > 0) return onlyOf(lrs)
  const carried = trx('tracking_event').where({ transporterId, voidNo: 0 }).select('lrId')
  const before = await rowsOf(trx, lr, rows =>
    restrict(
      rows
        .where(any =>
          any.whereIn('lr.lrNo', numbers).orWhereIn('lr.id', formerlyNumbered(trx, numbers).select('lr.id')),
        )
        .where(any => any.where('lr.transporterId', transporterId).orWhereIn('lr.id', carried)),
      trx,
      lr,
      person,
      'read',
    ),
  )
  return before.length > 0 ? onlyOf(before) : undefined
}

function onlyOf(lrs: readonly Lr[]): Lr | 'AMBIGUOUS' {
  if (lrs.length === 1) return lrs[0]!
  const open = lrs.filter(({ deliveryStatus }) => !ended.includes(deliveryStatus))
  return open.length === 1 ? open[0]! : 'AMBIGUOUS'
}
