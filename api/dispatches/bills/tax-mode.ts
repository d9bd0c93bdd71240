import type { Knex } from 'knex'
import { gtaTaxChoice, taxModeOf } from '../../../resources/masters/gta-tax-choice.ts'
import type { Transporter } from '../../../resources/masters/transporter.ts'
import type { GtaTaxMode } from '../../../resources/trade.ts'
import { rowsOf } from '../../derive/rows-of.ts'

/** How the carriage of a transporter is taxed on a day. */
export async function taxModeOn(
  db: Knex,
  { id, gtaTaxMode }: Pick<Transporter, 'id' | 'gtaTaxMode'>,
  day: string,
): Promise<GtaTaxMode> {
  const choices = await rowsOf(db, gtaTaxChoice, rows => rows.where({ transporterId: id, isActive: 1 }))
  return taxModeOf(choices, gtaTaxMode, day)
}
