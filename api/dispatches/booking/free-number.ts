import type { Knex } from 'knex'
import { fyOf } from '../../../resources/define/dates.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { conflict } from '../../platform/errors.ts'

type Numbered = Pick<Lr, 'lrNo' | 'transporterId' | 'lrDate'>

/** Whether the transporter has another LR of this number in the financial year. */
export async function isNumberTaken(trx: Knex, { lrNo, transporterId, lrDate }: Numbered): Promise<boolean> {
  const key = { lrNo, transporterId, fy: fyOf(lrDate), releasedNo: 0 }
  return (await trx('lr').where(key).first('id')) !== undefined
}

/** Throws 409 when the transporter has another LR of this number in the financial year. */
export async function demandFreeNumber(trx: Knex, numbered: Numbered): Promise<void> {
  if (!(await isNumberTaken(trx, numbered))) return
  const message = `LR no ${numbered.lrNo} of this transporter is entered already in this financial year`
  throw conflict('DUPLICATE_KEY', message, {}, 'lrNo')
}
