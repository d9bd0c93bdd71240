import type { Knex } from 'knex'
import {
  type TransporterBillLine,
  transporterBillLine,
} from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { rowsOf } from '../../derive/rows-of.ts'

export interface BilledLr {
  line: TransporterBillLine
  lr: Lr
}

/** Whether an LR differs from what was agreed and nobody has accepted that. */
export const isLineOpen = ({ line }: Pick<BilledLr, 'line'>) => !line.isMatched && !line.isAccepted

/** The lines of a bill, each with its LR, in the order in which they were entered. */
export async function linesWithLrs(trx: Knex, billId: number): Promise<BilledLr[]> {
  const lines = await rowsOf(trx, transporterBillLine, rows => rows.where({ transporterBillId: billId }).orderBy('id'))
  const lrs = await rowsOf(trx, lr, rows =>
    rows.whereIn(
      'id',
      lines.map(({ lrId }) => lrId),
    ),
  )
  const byId = new Map(lrs.map(row => [row.id, row]))
  return lines.map(line => ({ line, lr: byId.get(line.lrId)! }))
}
